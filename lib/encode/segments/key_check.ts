import { JobFailure } from "../../kit/fault.ts";
import type { StallLimit } from "../../kit/process/stall_watch.ts";
import { eachProbeLine } from "../../media/probe/probe_lines.ts";
import type { PictureList, Segment } from "./model.ts";

/** Checks if a video can be split at the keyframes that its container lists. */

/** Video and its planned cuts. */
export interface KeyCheck {
  ffprobePath: string;
  path: string;
  index: number;
  list: PictureList;
  segments: readonly Segment[];
  signal?: AbortSignal;
  stall?: StallLimit;
}

/** Maximum number of cuts to check. */
const CUTS = 8;
/** Number of packets decoded at each cut. The frame at the cut may be followed by frames that are shown earlier. */
const PACKETS = 16;

/**
 * Returns true if decoding can start at the cuts, which requires an intra frame. H.264 video with intra refresh has
 * none, and containers without a keyframe list mark every frame. Decodes one frame and a few following packets at each
 * checked cut. Also returns false if the file cannot be read from a cut. Throws `JobFailure` `stalled`.
 */
export async function keysCanBegin({ segments, ...film }: KeyCheck): Promise<boolean> {
  const looks = await Promise.allSettled(spread(segments.slice(1)).map(({ from }) => canBegin(film, from)));
  const errors = looks.flatMap((look) => look.status === "rejected" ? [look.reason as unknown] : []);
  const failure = errors.find((error) => !(error instanceof JobFailure && error.code === "unreadable"));
  if (failure !== undefined) throw failure;
  return errors.length === 0 && looks.every((look) => look.status === "fulfilled" && look.value);
}

/** Also returns true if no frame is decoded that could be checked. */
async function canBegin(film: Omit<KeyCheck, "segments">, from: number): Promise<boolean> {
  const first = await firstPicture(film, from);
  return first === undefined || first.time === from && first.type === "I";
}

/** Returns the first, the last, and some elements in between. */
function spread<T>(all: readonly T[]): T[] {
  const places = Array.from({ length: CUTS }, (_, i) => Math.round(i * (all.length - 1) / (CUTS - 1)));
  return all.filter((_, i) => all.length <= CUTS || places.includes(i));
}

/** Returns the first decoded frame at or after a time if decoding starts there, with its type: I, P or B. */
async function firstPicture(
  { list: { timeBase: [numerator, denominator] }, index, ...file }: Omit<KeyCheck, "segments">,
  time: number,
): Promise<{ time: number; type: string | undefined } | undefined> {
  // Slightly later, so that rounding cannot move the time before the frame.
  const seconds = time * numerator / denominator + 0.0005;
  let found: { time: number; type: string | undefined } | undefined;
  await eachProbeLine({
    ...file,
    args: [
      ...["-select_streams", String(index), "-read_intervals", `${seconds.toFixed(6)}%+#${PACKETS}`],
      ...["-show_entries", "frame=best_effort_timestamp,pict_type", "-of", "compact=nk=0:p=0"],
    ],
    onLine(line) {
      const [, shown, type] = /^best_effort_timestamp=(-?\d+)\|pict_type=(\w)/.exec(line) ?? [];
      if (Number(shown) >= time) found ??= { time: Number(shown), type };
    },
    failure: "unreadable",
  });
  return found;
}
