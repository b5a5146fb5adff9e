import { JobFailure } from "../../kit/fault.ts";
import type { StallLimit } from "../../kit/process/stall_watch.ts";
import { eachProbeLine } from "../../media/probe/probe_lines.ts";
import type { FrameList, Segment } from "./model.ts";

/** Checks whether a video can be split at the keyframes that its container lists. */

/** Video, and the positions at which it is to be split. */
export interface KeyCheck {
  ffprobePath: string;
  path: string;
  index: number;
  list: FrameList;
  segments: readonly Segment[];
  signal?: AbortSignal;
  stall?: StallLimit;
}

/** Maximum number of positions to check. */
const CUTS = 8;
/** Number of packets to decode at each position. The keyframe may be followed by frames that are shown earlier. */
const PACKETS = 16;

/**
 * Returns true if decoding can start at the given positions, which requires intra frames. H.264 video with intra
 * refresh has none, and containers without a list of keyframes mark every frame. At each position that is checked,
 * decodes one frame and a few packets after it. Also returns false if the file cannot be read from there. Throws
 * `JobFailure` `stalled`.
 */
export async function keysCanBegin({ segments, ...check }: KeyCheck): Promise<boolean> {
  const results = await Promise.allSettled(spread(segments.slice(1)).map(({ from }) => canBegin(check, from)));
  const errors = results.flatMap((look) => look.status === "rejected" ? [look.reason as unknown] : []);
  const failure = errors.find((error) => !(error instanceof JobFailure && error.code === "unreadable"));
  if (failure !== undefined) throw failure;
  return errors.length === 0 && results.every((look) => look.status === "fulfilled" && look.value);
}

/** True if decoding can start at `from`. Also true if no frame was decoded that could be checked. */
async function canBegin(check: Omit<KeyCheck, "segments">, from: number): Promise<boolean> {
  const first = await firstFrame(check, from);
  return first === undefined || first.time === from && first.type === "I";
}

/** Returns the first, the last, and some elements in between. */
function spread<T>(all: readonly T[]): T[] {
  const places = Array.from({ length: CUTS }, (_, i) => Math.round(i * (all.length - 1) / (CUTS - 1)));
  return all.filter((_, i) => all.length <= CUTS || places.includes(i));
}

/** Returns the first frame at or after a time that can be decoded if decoding starts there, and its type: I, P or B. */
async function firstFrame(
  { list: { timeBase: [numerator, denominator] }, index, ...file }: Omit<KeyCheck, "segments">,
  time: number,
): Promise<{ time: number; type: string | undefined } | undefined> {
  // The position is slightly later, so that rounding cannot result in a time before the frame.
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
