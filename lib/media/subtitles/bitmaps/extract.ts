import { join } from "node:path";
import { JobFailure } from "../../../kit/fault.ts";
import { runProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../probe/input_args.ts";
import type { BitmapCue, DecodedTrack } from "../model.ts";
import { decodePgs } from "./pgs.ts";
import { decodeVobSub } from "./vobsub.ts";

/** A subtitle stream to extract from a file. Paths are absolute. */
export interface ExtractRequest {
  ffmpegPath: string;
  /** Path of mkvextract, which is only needed for DVD subtitles. */
  mkvextractPath?: string;
  path: string;
  stream: { index: number; codec: string };
  /** An existing folder. Temporary files in it are removed afterwards. */
  folder: string;
  signal?: AbortSignal;
}

/** Timeout in milliseconds. To extract a few megabytes of subtitles, the whole movie must be read. */
const READ_MS = 30 * 60_000;

/** Decoded contents of a subtitle stream. */
export interface ExtractedTrack {
  cues: BitmapCue[];
  packets: number;
  /** Number of packets that could not be decoded completely. */
  damaged: number;
}

/** Extracts a bitmap subtitle stream from a file and decodes it. Throws `JobFailure` `unreadable`, `tool_missing`. */
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
      // The stream is copied to Matroska, in which each packet is one display set, regardless of the packets in the
      // source.
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
  throw new JobFailure("unreadable", `Subtitles in the format ${stream.codec} cannot be converted to text.`);
}

/**
 * Copies one stream to a separate file. Times are relative to the start of the input unless `-copyts` is in `times`.
 */
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
  const message = stderr.trim().split("\n").at(-1) ?? "";
  throw new JobFailure("unreadable", `Subtitle track ${stream.index} could not be extracted: ${message}`);
}

/**
 * Counts the packets of a file with a single stream. In ffmpeg's `framecrc` output, every line that is not a comment is
 * one packet.
 */
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

/** Extracts DVD subtitles with mkvextract, because ffmpeg does not write `.idx` files. */
async function extractVobSub({ mkvextractPath, signal }: ExtractRequest, mkv: string, idx: string): Promise<void> {
  if (!mkvextractPath) {
    throw new JobFailure("tool_missing", "DVD subtitles need mkvextract (package mkvtoolnix) to be converted to text.");
  }
  const args = [mkv, "tracks", `0:${idx}`];
  const { code, stdout } = await runProcess({ path: mkvextractPath, args, nice: 10, timeoutMs: READ_MS, signal });
  // Exit code 1 means a warning.
  if (code <= 1) return;
  throw new JobFailure(
    "unreadable",
    `mkvextract: ${new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? code}`,
  );
}
