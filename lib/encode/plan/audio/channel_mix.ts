import { channelsOf } from "../../profiles/encoders/layouts.ts";

/** Degree to which a mix keeps the channels of the source separate. */
export type MixKind =
  /** Source and result have the same layout. */
  | "same"
  /** Each channel has its own output, possibly with the other name of the surround pair. Added channels are silent. */
  | "placed"
  /** Each channel has its own output, but some are moved to another position. */
  | "moved"
  /** No channels are mixed together, but the rear centre is played from a pair. */
  | "spread"
  /** Channels are mixed together. */
  | "mixed";

/** Conversion from one channel layout to another, chosen for each encoded audio stream. */
export interface ChannelMix {
  /** Target layout. */
  layout: string;
  kind: MixKind;
  /** Argument of ffmpeg's `pan`. Absent for `same`. */
  pan?: string;
  /** True if the source has an LFE channel that is dropped. */
  dropsLfe: boolean;
}

/** Gain of each input channel (by name) in each output channel. */
type Matrix = Map<string, Map<string, number>>;

/**
 * Finds the best conversion from `source` to one of `kept` with at most `limit` channels: the same layout, or the
 * smallest layout with a position for every channel, or a mix with the coefficients of `FOLD`. Undefined if there is
 * none.
 */
export function mixInto(source: string, kept: readonly string[], limit: number): ChannelMix | undefined {
  const from = channelsOf(source);
  if (!from) return undefined;
  const targets = kept.map((layout) => ({ layout, channels: channelsOf(layout) ?? [] }))
    .filter(({ channels }) => channels.length <= limit && channels.length > 0)
    .toSorted((a, b) => a.channels.length - b.channels.length);
  if (targets.some(({ layout }) => layout === source)) return { layout: source, kind: "same", dropsLfe: false };
  for (const kind of ["placed", "moved", "spread"] as const) {
    for (const { layout, channels } of targets) {
      const matrix = placement(from, channels, kind);
      if (matrix) return { layout, kind, pan: panText(layout, channels, matrix, from), dropsLfe: false };
    }
  }
  const target = foldTarget(from, targets);
  if (!target) return undefined;
  const matrix = fold(from, target.channels);
  const dropsLfe = from.includes("LFE") && !target.channels.includes("LFE");
  return { layout: target.layout, kind: "mixed", pan: panText(target.layout, target.channels, matrix, from), dropsLfe };
}

type Target = { layout: string; channels: string[] };

/** Returns the largest common layout that is no larger than the source needs. */
function foldTarget(from: string[], targets: Target[]): Target | undefined {
  const order = from.includes("LFE")
    ? ["7.1", "5.1(side)", "5.1", "stereo", "mono"]
    : ["7.1", "5.0(side)", "5.0", "5.1(side)", "5.1", "stereo", "mono"];
  const usual = order.filter((layout) => layout !== "7.1" || from.length > 6)
    .filter((layout) => from.length > 2 || layout === "stereo" || layout === "mono");
  return usual.flatMap((layout) => targets.find((target) => target.layout === layout) ?? [])[0];
}

const SIDES = ["SL", "SR"] as const;
const BACKS = ["BL", "BR"] as const;
const INNER_FRONTS = ["FLC", "FRC"] as const;
type Pair = readonly [string, string];

/** Maps channels in order, for sources that do not specify them. Otherwise ffmpeg would guess a layout and mix. */
export function panInOrder(layout: string): string {
  const names = channelsOf(layout) ?? [];
  return panText(layout, names, new Map(names.map((name) => [name, new Map([[name, 1]])])), names);
}

/** Assigns a position to every channel. Undefined if that is not possible. */
function placement(from: string[], to: string[], kind: "placed" | "moved" | "spread"): Matrix | undefined {
  const places = new Map<string, string>();
  const has = (list: string[], pair: Pair) => pair.every((name) => list.includes(name));
  const move = (pair: Pair, into: Pair) => pair.forEach((name, i) => places.set(name, into[i] ?? name));
  const left = (pair: Pair) => has(to, pair) && !pair.some((name) => [...places.values()].includes(name));
  for (const name of from) if (to.includes(name)) places.set(name, name);
  // Encoders use either of two names for a single surround pair.
  if (has(from, BACKS) && !has(from, SIDES) && !has(to, BACKS) && has(to, SIDES)) move(BACKS, SIDES);
  if (has(from, SIDES) && !has(from, BACKS) && !has(to, SIDES) && has(to, BACKS)) move(SIDES, BACKS);
  if (from.length === 1 && from[0] === "FC" && !to.includes("FC") && to.includes("FL")) return dualMono();
  if (kind === "moved" && has(from, INNER_FRONTS) && !has(to, INNER_FRONTS)) {
    const into = [SIDES, BACKS].find(left);
    if (into) move(INNER_FRONTS, into);
  }
  const matrix: Matrix = new Map();
  const add = (output: string, input: string, gain: number) =>
    void matrix.set(output, (matrix.get(output) ?? new Map()).set(input, gain));
  if (kind === "spread" && from.includes("BC") && !to.includes("BC")) {
    // If the layout also has side channels, the back pair is moved to the sides, and the rear centre is played from the
    // back pair.
    if (has(from, BACKS) && !has(from, SIDES) && has(to, SIDES)) move(BACKS, SIDES);
    const into = [BACKS, SIDES].find(left);
    into?.forEach((name) => add(name, "BC", HALF_POWER));
    if (into) places.set("BC", "");
  }
  if (from.some((name) => !places.has(name))) return undefined;
  for (const [input, output] of places) if (output !== "") add(output, input, 1);
  return matrix;
}

const dualMono = (): Matrix => new Map([["FL", new Map([["FC", 1]])], ["FR", new Map([["FC", 1]])]]);

/** -3 dB. With this gain, two speakers are as loud as one at full level. */
const HALF_POWER = Math.SQRT1_2;

/**
 * Outputs and gains for channels that the layout does not have. The first row whose outputs exist is used. Follows
 * ITU-R BS.775-3 (annex 4) with one difference: the centre, which contains speech, keeps its level relative to the
 * front (the recommendation lowers it by 3 dB). The LFE channel is dropped, as in the recommendation.
 */
const FOLD: Record<string, [gain: number, ...outputs: string[]][]> = {
  FC: [[1, "FL", "FR"]],
  FL: [[1, "FC"]],
  FR: [[1, "FC"]],
  FLC: [[HALF_POWER, "FL"], [HALF_POWER, "FC"]],
  FRC: [[HALF_POWER, "FR"], [HALF_POWER, "FC"]],
  SL: [[HALF_POWER, "BL"], [HALF_POWER, "FL"], [0.5, "FC"]],
  SR: [[HALF_POWER, "BR"], [HALF_POWER, "FR"], [0.5, "FC"]],
  BL: [[HALF_POWER, "SL"], [HALF_POWER, "FL"], [0.5, "FC"]],
  BR: [[HALF_POWER, "SR"], [HALF_POWER, "FR"], [0.5, "FC"]],
  BC: [[HALF_POWER, "BL", "BR"], [HALF_POWER, "SL", "SR"], [0.5, "FL", "FR"], [0.5, "FC"]],
  WL: [[HALF_POWER, "FL"], [0.5, "FC"]],
  WR: [[HALF_POWER, "FR"], [0.5, "FC"]],
  TC: [[0.5, "FL", "FR"], [0.5, "FC"]],
  TFL: [[HALF_POWER, "FL"], [0.5, "FC"]],
  TFC: [[HALF_POWER, "FC"], [0.5, "FL", "FR"]],
  TFR: [[HALF_POWER, "FR"], [0.5, "FC"]],
  TBL: [[HALF_POWER, "BL"], [HALF_POWER, "SL"], [0.5, "FL"], [0.5, "FC"]],
  TBC: [[0.5, "BL", "BR"], [0.5, "SL", "SR"], [0.5, "FL", "FR"], [0.5, "FC"]],
  TBR: [[HALF_POWER, "BR"], [HALF_POWER, "SR"], [0.5, "FR"], [0.5, "FC"]],
  TSL: [[HALF_POWER, "SL"], [HALF_POWER, "BL"], [0.5, "FL"], [0.5, "FC"]],
  TSR: [[HALF_POWER, "SR"], [HALF_POWER, "BR"], [0.5, "FR"], [0.5, "FC"]],
  BFC: [[HALF_POWER, "FC"], [0.5, "FL", "FR"]],
  BFL: [[HALF_POWER, "FL"], [0.5, "FC"]],
  BFR: [[HALF_POWER, "FR"], [0.5, "FC"]],
  DL: [[1, "FL"], [1, "FC"]],
  DR: [[1, "FR"], [1, "FC"]],
};

/**
 * Mixes channels. For mono and stereo, all gains are lowered equally until clipping is impossible. For other layouts,
 * the front keeps its level.
 */
function fold(from: string[], to: string[]): Matrix {
  const matrix: Matrix = new Map();
  const add = (output: string, input: string, gain: number) =>
    void matrix.set(output, (matrix.get(output) ?? new Map()).set(input, gain));
  const alone = (pair: Pair, other: Pair, name: string) =>
    pair.includes(name) && !from.includes(other[pair.indexOf(name)] ?? "");
  for (const name of from) {
    if (to.includes(name)) {
      // Two surround pairs that are mixed into one are lowered by 3 dB each.
      const joined = (SIDES as Pair).includes(name) && from.includes("BL") && !to.includes("BL") ||
        (BACKS as Pair).includes(name) && from.includes("SL") && !to.includes("SL");
      add(name, name, joined ? HALF_POWER : 1);
      continue;
    }
    const [gain = 0, ...outputs] = FOLD[name]?.find(([, ...outputs]) => outputs.every((each) => to.includes(each))) ??
      [];
    // A single surround pair with the other name keeps its level.
    const renamed = outputs.length === 1 && (/^[BS][LR]$/.test(outputs[0] ?? "")) &&
      (alone(BACKS, SIDES, name) || alone(SIDES, BACKS, name));
    for (const output of outputs) add(output, name, renamed ? 1 : gain);
  }
  if (to.length > 2) return matrix;
  const loudest = Math.max(
    1,
    ...[...matrix.values()].map((row) => [...row.values()].reduce((sum, gain) => sum + gain, 0)),
  );
  for (const row of matrix.values()) for (const [name, gain] of row) row.set(name, gain / loudest);
  return matrix;
}

/**
 * If all gains are exactly 1, `pan` uses a channel mapping that libswresample replaces with its own mix. Converted to
 * single precision or 16 bits, this value is exactly one.
 */
const ONE = "0.999999999999999";

/**
 * Formats the argument of `pan`. Inputs are numbered, so that the syntax is the same for sources without channel names.
 */
function panText(layout: string, to: string[], matrix: Matrix, from: string[]): string {
  const term = ([name, gain]: [string, number]) =>
    `${gain === 1 ? ONE : Number(gain.toFixed(6))}*c${from.indexOf(name)}`;
  const rows = to.flatMap((output) => {
    const row = matrix.get(output);
    return row && row.size > 0 ? [`${output}=${[...row].map(term).join("+")}`] : [];
  });
  return [layout, ...rows].join("|");
}
