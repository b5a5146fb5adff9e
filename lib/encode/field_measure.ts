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
/** Two of five pictures of spread film have a field of their neighbour's; a fifth looks like interlaced video. */
const TELECINE_SHARES = { shifted: [0.2, 0.6], interlaced: 0.4, inCycle: 0.8 };
/** Of what is called interlaced: film and video mixed (credits, station logos), combed often enough to be seen. */
const MIXED_SHARE = 0.1;

/** Judges all places together; undefined when too little moves. `flagged`: the file calls itself interlaced. */
export function judgeFields(places: FieldCounts[], flagged: boolean): FieldFinding | undefined {
  const sum = (count: (place: FieldCounts) => number) => places.reduce((all, place) => all + count(place), 0);
  const [whole, tff, bff, shifted] = [sum((p) => p.whole), sum((p) => p.tff), sum((p) => p.bff), sum((p) => p.shifted)];
  const all = whole + tff + bff + shifted;
  if (all < MIN_PICTURES) return undefined;
  const order = tff > 3 * bff ? { order: "tff" as const } : bff > 3 * tff ? { order: "bff" as const } : {};
  const fields = (tff + bff) / all;
  const inCycle = shifted === 0 ? 0 : sum(twoOfFive) / shifted;
  const { shifted: [low = 0, high = 1], interlaced, inCycle: regular } = TELECINE_SHARES;
  const share = shifted / all;
  if (share >= low && share <= high && fields <= interlaced && inCycle >= regular) {
    return { kind: "telecined", ...order };
  }
  const [more, less] = [Math.max(tff, bff), Math.min(tff, bff)];
  const surely = fields >= INTERLACED.share && more >= INTERLACED.timesMore * less;
  if (surely || (flagged && fields + share >= MIXED_SHARE)) return { kind: "interlaced", ...order };
  return { kind: "progressive" };
}

/** Shifted pictures that stand at the two neighbouring places of the cycle where most are. */
const twoOfFive = ({ shiftedAt }: FieldCounts): number =>
  Math.max(...shiftedAt.map((count, i) => count + (shiftedAt[(i + 1) % 5] ?? 0)));
