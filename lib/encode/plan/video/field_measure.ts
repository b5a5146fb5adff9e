import type { FieldFinding } from "./field_plan.ts";

/** Finds out by the pictures themselves whether they are made of fields. Pure: grey pictures in, counts out. */

/** Pictures of one place, as 8-bit brightness, row by row, in order. */
export interface GreyPictures {
  width: number;
  height: number;
  pictures: Uint8Array[];
}

/** What each picture of one place, with its neighbours, looks like; pictures without motion are not counted. */
export interface FieldCounts {
  /** Both fields were taken at once. */
  whole: number;
  /** The fields were taken one after the other, the upper one first (`tff`) or the lower one (`bff`). */
  tff: number;
  bff: number;
  /** The field of a neighbour fits better: both were taken at once, and put into different pictures. */
  shifted: number;
  /** Place in the cycle of five at which the shifted ones were. */
  shiftedAt: [number, number, number, number, number];
}

/** Combing has to differ by this much of its size between the ways to pair fields; less is noise, or nothing moves. */
const MIN_CONTRAST = 0.02;
/** Of the difference between the least and the most combed pair: so much more, and a pair is not the best one. */
const CLEARLY_MORE = 0.25;
const AS_GOOD = 0.1;

/**
 * Pairs the upper field of each picture with the lower field of the same, the one before and the one after, and compares how
 * much the lines of the three are combed. Motion makes a pair more combed, the further apart in time its fields are:
 * whole pictures are least combed as they are, and their neighbours are equally far. Of interlaced ones one neighbour is
 * three fields away and the other only one. Where film was spread over fields, a neighbour fits and the picture itself
 * does not.
 */
export function countFields({ width, height, pictures }: GreyPictures): FieldCounts {
  const counts: FieldCounts = { whole: 0, tff: 0, bff: 0, shifted: 0, shiftedAt: [0, 0, 0, 0, 0] };
  for (const [i, same] of pictures.entries()) {
    const [before, after] = [pictures[i - 1], pictures[i + 1]];
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

/** How far each line is from the middle of its neighbours, when the lower field comes from another picture. */
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

/** Below this many pictures with motion nothing is decided. */
const MIN_PICTURES = 8;
/** So many of all pictures, and so many times more of one order than of the other, are interlaced whatever a file says. */
const INTERLACED = { share: 0.6, timesMore: 10 };
/** Of what calls itself interlaced less is enough: film with credits or a logo in video. */
const MIXED = { share: 0.1, timesMore: 3 };
/** Two of five pictures of spread film have a field of their neighbour's, always at the same places of the cycle. */
const TELECINE = { low: 0.25, high: 0.6, inCycle: 0.85, places: 0.8 };

/** Judges all places together; undefined when too little moves. `flagged`: the file calls itself interlaced. */
export function judgeFields(places: FieldCounts[], flagged: boolean): FieldFinding | undefined {
  const moving = places.filter((place) => all(place) >= MIN_PICTURES / 2);
  const sum = moving.reduce(add, EMPTY);
  if (all(sum) < MIN_PICTURES) return undefined;
  const [more, less] = [Math.max(sum.tff, sum.bff), Math.min(sum.tff, sum.bff)];
  const order = more < 2 * less || more === 0 ? {} : { order: sum.tff > sum.bff ? "tff" as const : "bff" as const };
  const isVideo = (place: FieldCounts) => surely(place, INTERLACED);
  const film = moving.filter(isTelecined).length >= TELECINE.places * moving.length;
  if (film && !moving.some(isVideo)) return { kind: "telecined", ...order };
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

/** Pictures that jerk look like fields of either order in turns; real ones have one order. */
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
