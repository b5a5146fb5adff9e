import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import { secondsBefore } from "./cuts.ts";
import type { PictureList, Segment } from "./model.ts";

/** Looks whether a film may be cut at what its container calls key pictures. */

/** A film and where it is to be cut. */
export interface KeyCheck {
  ffmpegPath: string;
  path: string;
  /** The stream and its codec, as ffprobe names it. */
  index: number;
  codec: string;
  list: PictureList;
  segments: readonly Segment[];
  signal?: AbortSignal;
}

/** A key picture of these is by definition one where decoding can begin, or every picture is one. */
const TRUE_KEYS = /^(?:hevc|av1|vp8|vp9|ffv1|prores|dnxhd|mjpeg)$/;
/** How many cuts are looked at, how many pictures behind each, and how many key pictures earlier they are right for sure. */
const CUTS = 4;
const PICTURES = 8;
const SURE_KEYS = 4;

/**
 * Whether the pictures behind a cut come out the same when decoding begins where the part begins it, and well before. An
 * H.264 film whose picture is renewed strip by strip has no picture to begin at, and a container without a list of keys
 * calls every picture one.
 */
export async function keysCanBegin({ codec, list, segments, ...film }: KeyCheck): Promise<boolean> {
  if (TRUE_KEYS.test(codec)) return true;
  for (const { from, seekSeconds } of spread(segments.slice(1))) {
    const sure = secondsBefore(list, from, SURE_KEYS);
    if (await picturesFrom(film, from, seekSeconds) !== await picturesFrom(film, from, sure)) return false;
  }
  return true;
}

/** The first, the last, and some in between. */
const spread = <T>(all: readonly T[]): T[] =>
  all.filter((_, i) => all.length <= CUTS || new Set(PLACES.map((at) => Math.round(at * (all.length - 1)))).has(i));
const PLACES = Array.from({ length: CUTS }, (_, i) => i / (CUTS - 1));

/** Hashes of the first pictures from a time on, decoding from a place before it. */
async function picturesFrom(
  { ffmpegPath, path, index, signal }: Pick<KeyCheck, "ffmpegPath" | "path" | "index" | "signal">,
  from: number,
  seekSeconds: number,
): Promise<string> {
  const { stdout } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "quiet", "-copyts"],
      ...(seekSeconds > 0 ? ["-noaccurate_seek", "-ss", seekSeconds.toFixed(6)] : []),
      ...[...INPUT_GUARDS, "-i", fileOperand(path), "-map", `0:${index}`, "-filter:v", `trim=start_pts=${from}`],
      ...["-fps_mode", "passthrough", "-frames:v", String(PICTURES), "-f", "framemd5", "-"],
    ],
    timeoutMs: 600_000,
    ...(signal ? { signal } : {}),
  });
  return new TextDecoder().decode(stdout).split("\n").filter((line) => !line.startsWith("#")).join("\n");
}
