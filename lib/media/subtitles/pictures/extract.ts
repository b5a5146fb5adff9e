import { join } from "node:path";
import { JobFailure } from "../../../kit/fault.ts";
import { runProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../probe/input_args.ts";
import type { DecodedTrack, PictureCue } from "../model.ts";
import { decodePgs } from "./pgs.ts";
import { decodeVobSub } from "./vobsub.ts";

/** Which subtitle stream to take out of which file; paths are absolute. */
export interface ExtractRequest {
  ffmpegPath: string;
  /** Needed for DVD subtitles only. */
  mkvextractPath?: string;
  path: string;
  stream: { index: number; codec: string };
  /** An existing folder; what is made in it is removed. */
  folder: string;
  signal?: AbortSignal;
}

/** A whole film has to be read for the few megabytes of its subtitles. */
const READ_MS = 30 * 60_000;

/** What a stream holds. */
export interface ExtractedTrack {
  cues: PictureCue[];
  packets: number;
  /** Packets that could not be decoded, or not to their end. */
  damaged: number;
}

/** Takes one picture subtitle stream out of a file and decodes it. Throws `JobFailure` `unreadable`, `tool_missing`. */
export async function extractCues(request: ExtractRequest): Promise<ExtractedTrack> {
  const { stream, folder } = request;
  const made: string[] = [];
  const own = (name: string): string => {
    const path = join(folder, `subtitle-${stream.index}${name}`);
    made.push(path);
    return path;
  };
  try {
    if (stream.codec === "hdmv_pgs_subtitle" || stream.codec === "dvd_subtitle") {
      // In Matroska every packet is one display set, however the source has them.
      const mkv = own(".mkv");
      await copyStream(request, ["-f", "matroska", fileOperand(mkv)]);
      const packets = await countPackets(request, mkv);
      const counted = ({ cues, intact }: DecodedTrack) => ({ cues, packets, damaged: Math.max(0, packets - intact) });
      if (stream.codec === "hdmv_pgs_subtitle") {
        const sup = own(".sup");
        const small = { ...request, path: mkv, stream: { ...stream, index: 0 } };
        await copyStream(small, ["-f", "sup", fileOperand(sup)], ["-copyts"]);
        return counted(decodePgs(await Deno.readFile(sup)));
      }
      const [idx, sub] = [own(".idx"), own(".sub")];
      await extractVobSub(request, mkv, idx);
      return counted(decodeVobSub(await Deno.readTextFile(idx), await Deno.readFile(sub)));
    }
  } finally {
    for (const path of made) await Deno.remove(path).catch(() => {});
  }
  throw new JobFailure("unreadable", `Subtitles of the form ${stream.codec} cannot be read as text.`);
}

/** One stream into a file of its own. ffmpeg counts times from the start of its input unless `-copyts` is among `times`. */
async function copyStream(
  { ffmpegPath, path, stream, signal }: ExtractRequest,
  output: string[],
  times: string[] = [],
): Promise<void> {
  const { code, stderr, timedOut } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", "-y", ...times, ...INPUT_GUARDS, "-i", fileOperand(path)],
      ...["-map", `0:${stream.index}`, "-c", "copy", "-map_metadata", "-1", ...output],
    ],
    nice: 10,
    timeoutMs: READ_MS,
    signal,
  });
  if (code === 0 && !timedOut) return;
  const said = stderr.trim().split("\n").at(-1) ?? "";
  throw new JobFailure("unreadable", `Subtitle ${stream.index} could not be taken out of the file: ${said}`);
}

/** Packets of the only stream of a file: lines of ffmpeg's `framecrc` that are no comment. */
async function countPackets({ ffmpegPath, signal }: ExtractRequest, mkv: string): Promise<number> {
  const { stdout } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", ...INPUT_GUARDS, "-i", fileOperand(mkv)],
      ...["-map", "0:0", "-c", "copy", "-f", "framecrc", "-"],
    ],
    nice: 10,
    timeoutMs: READ_MS,
    signal,
  });
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "" && !line.startsWith("#")).length;
}

/** ffmpeg writes no `.idx`; mkvextract does. */
async function extractVobSub({ mkvextractPath, signal }: ExtractRequest, mkv: string, idx: string): Promise<void> {
  if (!mkvextractPath) {
    throw new JobFailure("tool_missing", "DVD subtitles need mkvextract (package mkvtoolnix) to be read as text.");
  }
  const args = [mkv, "tracks", `0:${idx}`];
  const { code, stdout } = await runProcess({ path: mkvextractPath, args, nice: 10, timeoutMs: READ_MS, signal });
  // 1 is a warning.
  if (code <= 1) return;
  throw new JobFailure(
    "unreadable",
    `mkvextract: ${new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? code}`,
  );
}
