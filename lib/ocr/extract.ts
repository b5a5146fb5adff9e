import { join } from "node:path";
import { JobFailure } from "../kit/fault.ts";
import { runProcess } from "../kit/process.ts";
import { fileOperand, INPUT_GUARDS } from "../media/input_args.ts";
import type { PictureCue } from "./model.ts";
import { decodePgs } from "./pgs.ts";
import { decodeVobSub } from "./vobsub.ts";

export interface ExtractRequest {
  ffmpegPath: string;
  /** Needed for DVD subtitles only. */
  mkvextractPath?: string;
  path: string;
  stream: { index: number; codec: string };
  /** An existing folder; what is made in it is removed. */
  folder: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
}

/** A whole film has to be read for the few megabytes of its subtitles. */
const READ_MS = 30 * 60_000;

/** Takes one picture subtitle stream out of a file and decodes it. Throws `JobFailure` `unreadable`, `tool_missing`. */
export async function extractCues(request: ExtractRequest): Promise<PictureCue[]> {
  const { stream, folder } = request;
  const made: string[] = [];
  const own = (name: string): string => {
    const path = join(folder, `subtitle-${stream.index}${name}`);
    made.push(path);
    return path;
  };
  try {
    if (stream.codec === "hdmv_pgs_subtitle") {
      const sup = own(".sup");
      await copyStream(request, ["-f", "sup", fileOperand(sup)]);
      return decodePgs(await Deno.readFile(sup));
    }
    if (stream.codec === "dvd_subtitle") {
      const mkv = own(".mkv");
      await copyStream(request, ["-f", "matroska", fileOperand(mkv)]);
      const [idx, sub] = [own(".idx"), own(".sub")];
      await extractVobSub(request, mkv, idx);
      return decodeVobSub(await Deno.readTextFile(idx), await Deno.readFile(sub));
    }
  } finally {
    for (const path of made) await Deno.remove(path).catch(() => {});
  }
  throw new JobFailure("unreadable", `Subtitles of the form ${stream.codec} cannot be read as text.`);
}

/** One stream into a file of its own, with the times it has in the source. */
async function copyStream({ ffmpegPath, path, stream, env, signal }: ExtractRequest, output: string[]): Promise<void> {
  const { code, stderr, timedOut } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", "-y", ...INPUT_GUARDS, "-i", fileOperand(path)],
      ...["-map", `0:${stream.index}`, "-c", "copy", "-map_metadata", "-1", ...output],
    ],
    env,
    nice: 10,
    timeoutMs: READ_MS,
    signal,
  });
  if (code === 0 && !timedOut) return;
  const said = stderr.trim().split("\n").at(-1) ?? "";
  throw new JobFailure("unreadable", `Subtitle ${stream.index} could not be taken out of the file: ${said}`);
}

/** ffmpeg writes no `.idx`; mkvextract does. */
async function extractVobSub({ mkvextractPath, env, signal }: ExtractRequest, mkv: string, idx: string): Promise<void> {
  if (!mkvextractPath) {
    throw new JobFailure("tool_missing", "DVD subtitles need mkvextract (package mkvtoolnix) to be read as text.");
  }
  const args = [mkv, "tracks", `0:${idx}`];
  const { code, stdout } = await runProcess({ path: mkvextractPath, args, env, nice: 10, timeoutMs: READ_MS, signal });
  // 1 is a warning.
  if (code <= 1) return;
  throw new JobFailure(
    "unreadable",
    `mkvextract: ${new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? code}`,
  );
}
