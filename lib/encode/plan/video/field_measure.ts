import type { FieldFinding } from "./field_plan.ts";

/** Detects interlacing by analysing the frames. Pure: the input is grayscale frames, the output is counts. */

/** Consecutive frames at one position, as 8-bit luma in row order. */
export interface GreyFrames {
  width: number;
  height: number;
  frames: Uint8Array[];
}

/** Class of the frames at one position, by comparison with adjacent frames. Frames without motion are not counted. */
export interface FieldCounts {
  /** Number of frames whose fields were captured at the same time. */
  whole: number;
  /**
   * Number of frames whose fields were captured one after the other, the upper field first (`tff`) or the lower field
   * first (`bff`).
   */
  tff: number;
  bff: number;
  /**
   * Number of frames for which the field of an adjacent frame fits better: both fields were captured at the same time
   * and stored in different frames.
   */
  shifted: number;
  /** Positions of the shifted frames in the five-frame cycle. */
  shiftedAt: [number, number, number, number, number];
}

/**
 * Minimum relative difference in combing between the ways to pair fields. Smaller differences are caused by noise or by
 * a still scene.
 */
const MIN_CONTRAST = 0.02;
/**
 * Limits for the combing of a pair, where 0 is the least and 1 the most combed pair. With more than `CLEARLY_MORE`, a
 * pair is not the best match. With less than `AS_GOOD`, it matches about as well as the best one.
 */
const CLEARLY_MORE = 0.25;
const AS_GOOD = 0.1;

/**
 * Pairs the upper field of each frame with the lower field of the same, the previous and the next frame, and compares
 * how much the lines of the three pairs are combed. With motion, combing increases with the time between the fields. In
 * progressive video, the fields of the same frame have the least combing, and both adjacent frames are equally distant.
 * In interlaced video, one adjacent frame is three fields away and the other only one. In telecined film, the field of
 * an adjacent frame matches and that of the frame itself does not.
 */
export function countFields({ width, height, frames }: GreyFrames): FieldCounts {
  const counts: FieldCounts = { whole: 0, tff: 0, bff: 0, shifted: 0, shiftedAt: [0, 0, 0, 0, 0] };
  for (const [i, same] of frames.entries()) {
    const [before, after] = [frames[i - 1], frames[i + 1]];
    if (!before || !after) continue;
    const combs = [same, before, after].map((lower) => combing(same, lower, width, height));
    const [least, most] = [Math.min(...combs), Math.max(...combs)];
    if (most - least < MIN_CONTRAST * least || most === 0) continue;
    const [own = 0, earlier = 0, later = 0] = combs.map((comb) => (comb - least) / (most - least));
    if (own > CLEARLY_MORE && Math.min(earlier, later) < AS_GOOD) {
      counts.shifted++;
      counts.shiftedAt[i % 5] = (counts.shiftedAt[i % 5] ?? 0) + 1;
    } else if (later - earlier > CLEARLY_MORE) counts.tff++;
    else if (earlier - later > CLEARLY_MORE) counts.bff++;
    else counts.whole++;
  }
  return counts;
}

/** Sums the differences between lines and the average of adjacent lines, with the lower field from another frame. */
function combing(upper: Uint8Array, lower: Uint8Array, width: number, height: number): number {
  let sum = 0;
  for (let y = 1; y < height - 1; y++) {
    const [line, beside] = y % 2 === 0 ? [upper, lower] : [lower, upper];
    const at = y * width;
    for (let x = at; x < at + width; x++) {
      const off = 2 * (line[x] ?? 0) - (beside[x - width] ?? 0) - (beside[x + width] ?? 0);
      sum += off < 0 ? -off : off;
    }
  }
  return sum;
}

/** Minimum number of frames with motion for a decision. */
const MIN_FRAMES = 8;
/**
 * Minimum share of all frames, and minimum ratio between the two field orders, to classify video as interlaced
 * regardless of its flags.
 */
const INTERLACED = { share: 0.6, timesMore: 10 };
/** Less strict limits for video that is flagged as interlaced, such as film with credits or a logo added as video. */
const MIXED = { share: 0.1, timesMore: 3 };
/** In telecined film, two of five frames contain a field of an adjacent frame, always at the same cycle positions. */
const TELECINE = { low: 0.25, high: 0.6, inCycle: 0.85, places: 0.8 };

/**
 * Classifies the results of all positions. Undefined if there is too little motion. `flagged` is true if the file is
 * marked as interlaced.
 */
export function judgeFields(places: FieldCounts[], flagged: boolean): FieldFinding | undefined {
  const moving = places.filter((place) => all(place) >= MIN_FRAMES / 2);
  const sum = moving.reduce(add, EMPTY);
  if (all(sum) < MIN_FRAMES) return undefined;
  const [more, less] = [Math.max(sum.tff, sum.bff), Math.min(sum.tff, sum.bff)];
  const order = more < 2 * less || more === 0 ? {} : { order: sum.tff > sum.bff ? "tff" as const : "bff" as const };
  const isVideo = (place: FieldCounts) => surely(place, INTERLACED);
  const isFilm = moving.filter(isTelecined).length >= TELECINE.places * moving.length;
  if (isFilm && !moving.some(isVideo)) return { kind: "telecined", ...order };
  if (surely(sum, INTERLACED)) return { kind: "interlaced", ...order };
  const shifted = sum.shifted / all(sum);
  if (flagged && (surely(sum, MIXED) || shifted >= MIXED.share)) return { kind: "interlaced", ...order };
  return { kind: "progressive" };
}

const EMPTY: FieldCounts = { whole: 0, tff: 0, bff: 0, shifted: 0, shiftedAt: [0, 0, 0, 0, 0] };

const all = ({ whole, tff, bff, shifted }: FieldCounts): number => whole + tff + bff + shifted;

const add = (a: FieldCounts, b: FieldCounts): FieldCounts => ({
  whole: a.whole + b.whole,
  tff: a.tff + b.tff,
  bff: a.bff + b.bff,
  shifted: a.shifted + b.shifted,
  shiftedAt: [0, 0, 0, 0, 0],
});

/**
 * True if one field order clearly predominates. Irregular motion looks like alternating field orders, but real
 * interlaced video has a single order.
 */
function surely(counts: FieldCounts, { share, timesMore }: { share: number; timesMore: number }): boolean {
  const [more, less] = [Math.max(counts.tff, counts.bff), Math.min(counts.tff, counts.bff)];
  return more / all(counts) >= share && more >= timesMore * less;
}

function isTelecined(counts: FieldCounts): boolean {
  const { shifted, shiftedAt } = counts;
  const share = shifted / all(counts);
  const atTwoPlaces = Math.max(...shiftedAt.map((count, i) => count + (shiftedAt[(i + 1) % 5] ?? 0)));
  return share >= TELECINE.low && share <= TELECINE.high && atTwoPlaces >= TELECINE.inCycle * shifted;
}
