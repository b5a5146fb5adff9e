import { continuesShot, damagedRuns, type PictureError, pictureError } from "./damaged_runs.ts";
import {
  addTone,
  comparePair,
  emptyTone,
  meanDifference,
  type MeasuredPicture,
  type PairFeatures,
  type PictureSize,
  sumTones,
  TONE_STEPS,
  type ToneSums,
} from "./picture_features.ts";

/** What is wrong with the pictures of a part of a film, found by comparing them in order. */

export type PictureFaultKind =
  | "other"
  | "black"
  | "part"
  | "order"
  | "frozen"
  | "tone"
  | "colour"
  | "blurred"
  | "noisy"
  | "damaged";

export interface PictureFault {
  kind: PictureFaultKind;
  /** On the source's clock, from the start of the film. */
  fromSeconds: number;
  toSeconds: number;
  /** What was measured, for people who look closer. */
  detail: string;
}

/**
 * Limits in levels of 0 to 255 on small pictures. Calibrated on good encodes from lossless to the worst quality an encoder
 * has: those stay at half of each limit.
 */
export interface PictureLimits {
  /** Correlation below which two pictures do not show the same, when both have content. */
  likeness: number;
  /** So many such pictures in a row are a fault: one may fall to a damaged packet, and decoders report those. */
  run: number;
  /** Spread of luma from which a picture counts as having content. */
  spread: number;
  /** Mean difference of luma of flat pictures. */
  flatLuma: number;
  /** Difference of a block of the picture. */
  block: number;
  /** How many times nearer a neighbour in time is than the picture itself, and by how many levels. */
  orderRatio: number;
  orderLevels: number;
  orderNearest: number;
  /** Difference of a brightness step over many pictures. */
  tone: number;
  /** Range of the chroma gain, the sine of the hue angle, and the offset. */
  chromaGain: [number, number];
  hue: number;
  chromaOffset: number;
  /** Share of the edges' strength that has to be left. */
  edges: number;
  /** How many times rougher than the source smooth areas may be, and how many levels more. */
  noise: number;
  noiseLevels: number;
}

export const PICTURE_LIMITS: PictureLimits = {
  likeness: 0.6,
  run: 3,
  spread: 3,
  flatLuma: 12,
  block: 22,
  orderRatio: 2,
  orderLevels: 1.2,
  orderNearest: 3,
  tone: 8,
  chromaGain: [0.72, 1.3],
  hue: 0.2,
  chromaOffset: 5,
  edges: 0.55,
  noise: 1.6,
  noiseLevels: 3,
};

/** For encodes at the coarse end of an encoder's scale: most of a picture is lost there, as was asked for. */
export const COARSE_PICTURE_LIMITS: PictureLimits = {
  ...PICTURE_LIMITS,
  likeness: 0.4,
  run: 30,
  flatLuma: 20,
  block: 50,
  tone: 18,
  chromaGain: [0.5, 1.5],
  chromaOffset: 9,
  edges: 0.2,
  noise: 2.5,
};

/** Neighbours in time that a picture is compared with to find a wrong order. */
const NEIGHBOURS = 3;
/** A frozen or partly covered picture has to last this long, in seconds. */
const MIN_FROZEN_SECONDS = 0.7;
const MIN_PART_PICTURES = 8;
/** Tone and colour are also judged over this many neighbouring pictures. */
const STRETCH_PICTURES = 72;
const MIN_STRETCH_PICTURES = 18;

interface Pair {
  source: MeasuredPicture;
  result: MeasuredPicture;
}

export interface PictureJudgeOptions {
  size: PictureSize;
  /** Something is drawn into the result that the source's pictures lack. */
  drawnOver?: boolean;
  /** Pictures are paired by nearest time only: their order says nothing. */
  loose?: boolean;
  limits?: PictureLimits;
}

export interface PictureJudge {
  /** Adds the next pair in order of time. */
  add(source: MeasuredPicture, result: MeasuredPicture): void;
  /** Ends a stretch of neighbouring pictures: what comes next is elsewhere in the film. */
  cut(): void;
  faults(): PictureFault[];
  pairs(): number;
  /** Takes over what another judge found elsewhere in the same film. */
  merge(other: PictureJudge): void;
  /** What was found so far; ends the open stretch. */
  finished(): { runs: PictureRun[]; tone: ToneSums; pairs: number };
}

/** Collects pairs of pictures and judges them. Holds a few pictures at a time. */
export function createPictureJudge(options: PictureJudgeOptions): PictureJudge {
  const { size, drawnOver = false, loose = false, limits = PICTURE_LIMITS } = options;
  const state: JudgeState = {
    recent: [],
    runs: [],
    open: new Map(),
    tone: emptyTone(),
    stretch: emptyStretch(),
    pairs: 0,
    still: undefined,
    shot: [],
  };
  const judgeOrder = (last: boolean) => {
    if (loose) return;
    while (state.recent.length > (last ? NEIGHBOURS : 2 * NEIGHBOURS)) {
      const middle = state.recent[NEIGHBOURS];
      if (middle) mark(state, "order", outOfOrder(state.recent, NEIGHBOURS, limits), middle.source.atSeconds, "");
      state.recent.shift();
    }
  };
  const cut = () => {
    judgeOrder(true);
    endStretch(state, drawnOver, limits);
    endShot(state);
    state.recent = [];
    state.still = undefined;
    closeRuns(state);
  };
  return {
    add(source, result) {
      state.pairs++;
      const features = comparePair(source, result);
      const foreign = judgePair(state, source.atSeconds, features, drawnOver, limits);
      judgeStill(state, { source, result }, features);
      // Foreign pictures have a sentence of their own.
      if (!foreign) {
        addTone(state.stretch.tone, source, result, size);
        state.stretch.pictures++;
      }
      // Times that do not fit and what is drawn over pictures come and go as damage does.
      if (!loose && !drawnOver) addError(state, pictureError(source, result, state.recent.at(-1)?.source));
      state.stretch.from = Math.min(state.stretch.from, source.atSeconds);
      state.stretch.to = source.atSeconds;
      if (state.stretch.pictures >= STRETCH_PICTURES) endStretch(state, drawnOver, limits);
      state.recent.push({ source, result });
      judgeOrder(false);
    },
    cut,
    faults() {
      cut();
      return [...state.runs.filter((run) => lasts(run, limits)), ...toneFaults(state.tone, drawnOver, limits)];
    },
    pairs: () => state.pairs,
    merge(other) {
      const found = other.finished();
      state.runs.push(...found.runs);
      state.pairs += found.pairs;
      state.tone = sumTones(state.tone, found.tone);
    },
    finished() {
      cut();
      return { runs: state.runs, tone: state.tone, pairs: state.pairs };
    },
  };
}

interface Stretch {
  tone: ToneSums;
  pictures: number;
  from: number;
  to: number;
}

const emptyStretch = (): Stretch => ({ tone: emptyTone(), pictures: 0, from: Infinity, to: 0 });

/** Neighbouring pictures with the same fault. */
export interface PictureRun extends PictureFault {
  pictures: number;
}

/** Judges tone, colour and sharpness of one stretch alone, less strictly than over the film, and adds it to the film's. */
function endStretch(state: JudgeState, drawnOver: boolean, limits: PictureLimits): void {
  const { tone, pictures, from, to } = state.stretch;
  if (pictures >= MIN_STRETCH_PICTURES) {
    const faults = toneFaults(tone, drawnOver, shortLimits(limits));
    state.runs.push(...faults.map((fault) => ({ ...fault, fromSeconds: from, toSeconds: to, pictures })));
  }
  state.tone = sumTones(state.tone, tone);
  state.stretch = emptyStretch();
}

/** A few seconds are like each other: what is unlike the film's average there is less surely a fault. */
const shortLimits = (limits: PictureLimits): PictureLimits => ({
  ...limits,
  tone: limits.tone * 1.5,
  chromaGain: [limits.chromaGain[0] - 0.12, limits.chromaGain[1] + 0.3],
  hue: limits.hue * 1.4,
  chromaOffset: limits.chromaOffset * 1.4,
  edges: limits.edges - 0.07,
  noise: limits.noise + 0.3,
});

interface JudgeState {
  recent: Pair[];
  runs: PictureRun[];
  open: Map<PictureFaultKind, PictureRun>;
  tone: ToneSums;
  /** What was added since the last look at tone and colours. */
  stretch: Stretch;
  pairs: number;
  still: { pair: Pair; moved: number } | undefined;
  /** Of every picture since the film last cut to something else. */
  shot: PictureError[];
}

function addError(state: JudgeState, error: PictureError): void {
  if (!continuesShot(state.shot, error)) endShot(state);
  state.shot.push(error);
}

function endShot(state: JudgeState): void {
  for (const { ratio, ...run } of damagedRuns(state.shot)) {
    const detail = `${run.pictures} pictures differ from the source ${ratio.toFixed(0)} times as much as those around`;
    state.runs.push({ kind: "damaged", detail, ...run });
  }
  state.shot = [];
}

function mark(state: JudgeState, kind: PictureFaultKind, wrong: boolean, atSeconds: number, detail: string): void {
  const run = state.open.get(kind);
  if (!wrong) {
    // Pictures out of order alternate with ones in order.
    if (run && (kind !== "order" || atSeconds - run.toSeconds > 1)) {
      state.runs.push(run);
      state.open.delete(kind);
    }
  } else if (run) {
    run.toSeconds = atSeconds;
    run.pictures++;
  } else state.open.set(kind, { kind, fromSeconds: atSeconds, toSeconds: atSeconds, detail, pictures: 1 });
}

function closeRuns(state: JudgeState): void {
  state.runs.push(...state.open.values());
  state.open.clear();
}

function lasts({ kind, pictures, fromSeconds, toSeconds }: PictureRun, { run }: PictureLimits): boolean {
  if (kind === "damaged") return true;
  if (kind === "frozen") return toSeconds - fromSeconds >= MIN_FROZEN_SECONDS;
  return pictures >= (kind === "part" ? MIN_PART_PICTURES : run);
}

function judgePair(
  state: JudgeState,
  at: number,
  features: PairFeatures,
  drawnOver: boolean,
  limits: PictureLimits,
): boolean {
  const { sourceLuma, resultLuma, sourceSpread, resultSpread, likeness, lumaError, worstBlock } = features;
  const black = resultLuma < 6 && resultSpread < 2 && (sourceLuma > 12 || sourceSpread > limits.spread);
  mark(state, "black", black, at, `brightness ${resultLuma.toFixed(0)}, should be ${sourceLuma.toFixed(0)}`);
  const content = Math.max(sourceSpread, resultSpread) > limits.spread;
  const other = content
    ? likeness < limits.likeness && lumaError > 2
    : Math.abs(sourceLuma - resultLuma) > limits.flatLuma;
  mark(state, "other", other && !black, at, `likeness ${likeness.toFixed(2)}, difference ${lumaError.toFixed(0)}`);
  const part = !drawnOver && worstBlock.error > limits.block;
  mark(state, "part", part && !other && !black, at, `a part differs by ${worstBlock.error.toFixed(0)} levels`);
  return other || black;
}

/** A result that stands still while the source moves. Slow scenes move by less than grain, so motion adds up. */
function judgeStill(state: JudgeState, pair: Pair, features: PairFeatures): void {
  const { still } = state;
  const { result, source } = pair;
  const stands = still && meanDifference(still.pair.result.cells[0], result.cells[0]) < 0.12 &&
    meanDifference(still.pair.result.cells[1], result.cells[1]) < 0.12;
  if (!still || !stands) {
    state.still = { pair, moved: 0 };
    mark(state, "frozen", false, source.atSeconds, "");
    return;
  }
  const moved = meanDifference(still.pair.source.cells[0], source.cells[0]);
  const wrong = moved > 2.5 && features.lumaError > 1.5;
  if (wrong && !state.open.has("frozen")) {
    mark(state, "frozen", true, still.pair.source.atSeconds, "the source moves on");
  }
  mark(state, "frozen", wrong || state.open.has("frozen"), source.atSeconds, "the source moves on");
}

/** Whether the result's picture is nearer to a neighbour of its source picture than to that picture. */
function outOfOrder(recent: Pair[], middle: number, limits: PictureLimits): boolean {
  const pair = recent[middle];
  if (!pair) return false;
  const own = meanDifference(pair.source.cells[0], pair.result.cells[0]);
  if (own < limits.orderLevels) return false;
  let nearest = own;
  recent.forEach(({ source }, i) => {
    if (i !== middle) nearest = Math.min(nearest, meanDifference(source.cells[0], pair.result.cells[0]));
  });
  // A picture out of place is one of the film all the same.
  return nearest < limits.orderNearest && nearest * limits.orderRatio < own && own - nearest > limits.orderLevels;
}

/** Faults of tone, colour and sharpness over all pairs. Needs a few pictures to say anything. */
export function toneFaults(sums: ToneSums, drawnOver: boolean, limits: PictureLimits = PICTURE_LIMITS): PictureFault[] {
  const faults: PictureFault[] = [];
  const fault = (kind: PictureFaultKind, detail: string) => faults.push({ kind, fromSeconds: 0, toSeconds: 0, detail });
  const least = sums.cells * 0.03;
  for (let step = 0; step < TONE_STEPS; step++) {
    const count = sums.counts[step] ?? 0;
    const mean = (sums.differences[step] ?? 0) / Math.max(1, count);
    if (count < Math.max(200, least) || Math.abs(mean) <= limits.tone) continue;
    fault(
      "tone",
      `brightness around ${step * 16 + 8} of 255 is ${Math.abs(mean).toFixed(0)} ${mean > 0 ? "too high" : "too low"}`,
    );
    break;
  }
  if (drawnOver) return faults;
  const energy = sums.energy / Math.max(1, sums.cells);
  const gain = sums.projection / Math.max(1, sums.energy);
  const hue = sums.turned / Math.max(1, sums.energy);
  const [u, v] = [sums.offsetU / Math.max(1, sums.cells), sums.offsetV / Math.max(1, sums.cells)];
  if (energy > 16 && (gain < limits.chromaGain[0] || gain > limits.chromaGain[1])) {
    fault("colour", `the colours have ${Math.round(gain * 100)} % of their strength`);
  } else if (energy > 16 && Math.abs(hue) > limits.hue) fault("colour", "the hue is turned");
  else if (Math.max(Math.abs(u), Math.abs(v)) > limits.chromaOffset) fault("colour", "the picture is tinted");
  const edges = sums.edgeProduct / Math.max(1, sums.edgeEnergy);
  if (sums.edges > 2000 && edges < limits.edges) {
    fault("blurred", `edges have ${Math.round(edges * 100)} % of their strength`);
  }
  const [own, made] = [sums.smoothSource, sums.smoothResult].map((sum) => Math.sqrt(sum / Math.max(1, sums.smooth)));
  if (
    own !== undefined && made !== undefined && sums.smooth > 20_000 && made > limits.noise * own + limits.noiseLevels
  ) {
    fault("noisy", `smooth areas vary by ${made.toFixed(1)} levels, in the source by ${own.toFixed(1)}`);
  }
  return faults;
}
