import { JobFailure } from "../../kit/fault.ts";
import type { StallLimit } from "../../kit/process/stall_watch.ts";
import { eachProbeLine } from "../../media/probe/probe_lines.ts";
import type { PictureList, Segment } from "./model.ts";

/** Looks whether a film may be cut at what its container calls key pictures. */

/** A film and where it is to be cut. */
export interface KeyCheck {
  ffprobePath: string;
  path: string;
  index: number;
  list: PictureList;
  segments: readonly Segment[];
  signal?: AbortSignal;
  stall?: StallLimit;
}

/** How many cuts are looked at. */
const CUTS = 8;
/** Packets that are decoded at each: pictures that are shown earlier may follow the one at the cut. */
const PACKETS = 16;

/**
 * Whether decoding can begin at the cuts: at each stands a picture that is made of itself. An H.264 film that is renewed
 * strip by strip has none, and a container without a list of keys calls every picture one. Decodes one picture for each cut
 * that is looked at, and a few behind it. False also where the file cannot be read from a cut on. Throws `JobFailure`
 * `stalled`.
 */
export async function keysCanBegin({ segments, ...film }: KeyCheck): Promise<boolean> {
  const looks = await Promise.allSettled(spread(segments.slice(1)).map(({ from }) => canBegin(film, from)));
  const errors = looks.flatMap((look) => look.status === "rejected" ? [look.reason as unknown] : []);
  const failure = errors.find((error) => !(error instanceof JobFailure && error.code === "unreadable"));
  if (failure !== undefined) throw failure;
  return errors.length === 0 && looks.every((look) => look.status === "fulfilled" && look.value);
}

/** True also where no picture comes out that could be judged. */
async function canBegin(film: Omit<KeyCheck, "segments">, from: number): Promise<boolean> {
  const first = await firstPicture(film, from);
  return first === undefined || first.time === from && first.type === "I";
}

/** The first, the last, and some in between. */
function spread<T>(all: readonly T[]): T[] {
  const places = Array.from({ length: CUTS }, (_, i) => Math.round(i * (all.length - 1) / (CUTS - 1)));
  return all.filter((_, i) => all.length <= CUTS || places.includes(i));
}

/** The first picture from a time on that comes out when decoding begins there, with its type: I, P or B. */
async function firstPicture(
  { list: { timeBase: [numerator, denominator] }, index, ...file }: Omit<KeyCheck, "segments">,
  time: number,
): Promise<{ time: number; type: string | undefined } | undefined> {
  // A little later: the time must not be rounded to before the picture.
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
