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
  type ToneSums,
} from "./picture_features.ts";
import {
  PICTURE_LIMITS,
  type PictureFault,
  type PictureFaultKind,
  type PictureLimits,
  shortLimits,
} from "./picture_fault.ts";
import { median } from "../median.ts";
import { toneFaults } from "./tone_faults.ts";

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

/** `size` is that of the small pictures; without `limits` those of `PICTURE_LIMITS` apply. */
export interface PictureJudgeOptions {
  size: PictureSize;
  /** Something is drawn into the result that the source's pictures lack. */
  drawnOver?: boolean;
  /** Pictures are paired by nearest time only: their order says nothing. */
  loose?: boolean;
  limits?: PictureLimits;
}

/** Collects pairs of a source's and a result's pictures and says what is wrong. Holds sums, not the pictures. */
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

interface JudgeState extends Required<PictureJudgeOptions> {
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

/** Collects pairs of pictures and judges them. Holds a few pictures at a time. */
export function createPictureJudge(options: PictureJudgeOptions): PictureJudge {
  const { size, drawnOver = false, loose = false, limits = PICTURE_LIMITS } = options;
  const state: JudgeState = {
    size,
    drawnOver,
    loose,
    limits,
    recent: [],
    runs: [],
    open: new Map(),
    tone: emptyTone(),
    stretch: emptyStretch(),
    pairs: 0,
    still: undefined,
    shot: [],
  };
  return {
    add: (source, result) => addPair(state, { source, result }),
    cut: () => endPart(state),
    faults() {
      endPart(state);
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
      endPart(state);
      return { runs: state.runs, tone: state.tone, pairs: state.pairs };
    },
  };
}

function addPair(state: JudgeState, pair: Pair): void {
  const { source, result } = pair;
  const { drawnOver, loose, size, stretch } = state;
  state.pairs++;
  const features = comparePair(source, result);
  const foreign = judgePair(state, source.atSeconds, features);
  judgeStill(state, pair, features);
  // Foreign pictures have a sentence of their own.
  if (!foreign) {
    addTone(stretch.tone, source, result, size);
    stretch.pictures++;
    stretch.lights.push({ atSeconds: source.atSeconds, off: features.resultLuma - features.sourceLuma });
  }
  // Times that do not fit and what is drawn over pictures come and go as damage does.
  if (!loose && !drawnOver) addError(state, pictureError(source, result, state.recent.at(-1)?.source));
  stretch.from = Math.min(stretch.from, source.atSeconds);
  stretch.to = source.atSeconds;
  if (stretch.pictures >= STRETCH_PICTURES) endStretch(state);
  state.recent.push(pair);
  judgeOrder(state, 2 * NEIGHBOURS);
}

/** Ends a part of the film: what comes next is elsewhere. */
function endPart(state: JudgeState): void {
  judgeOrder(state, NEIGHBOURS);
  endStretch(state);
  endShot(state);
  state.recent = [];
  state.still = undefined;
  closeRuns(state);
}

/** Judges the order of pictures that have neighbours on both sides; as many pairs are left as stated. */
function judgeOrder(state: JudgeState, left: number): void {
  const { limits, loose, recent } = state;
  if (loose) return;
  while (recent.length > left) {
    const middle = recent[NEIGHBOURS];
    if (middle) mark(state, "order", outOfOrder(recent, NEIGHBOURS, limits), middle.source.atSeconds, "");
    recent.shift();
  }
}

interface Stretch {
  tone: ToneSums;
  pictures: number;
  /** By how much the mean luma of each picture is off. */
  lights: { atSeconds: number; off: number }[];
  from: number;
  to: number;
}

const emptyStretch = (): Stretch => ({ tone: emptyTone(), pictures: 0, lights: [], from: Infinity, to: 0 });

/** Neighbouring pictures with the same fault. */
export interface PictureRun extends PictureFault {
  pictures: number;
}

/** Judges tone, colour and sharpness of one stretch alone, less strictly than over the film, and adds it to the film's. */
function endStretch(state: JudgeState): void {
  const { drawnOver, limits } = state;
  const { tone, pictures, from, to } = state.stretch;
  if (pictures >= MIN_STRETCH_PICTURES) {
    const faults = toneFaults(tone, drawnOver, shortLimits(limits));
    state.runs.push(...faults.map((fault) => ({ ...fault, fromSeconds: from, toSeconds: to, pictures })));
  }
  if (!drawnOver) state.runs.push(...flashes(state.stretch, limits));
  state.tone = sumTones(state.tone, tone);
  state.stretch = emptyStretch();
}

/** Single pictures that are brighter or darker than those around, against their source. */
function flashes({ lights }: Stretch, limits: PictureLimits): PictureRun[] {
  const usual = median(lights.map(({ off }) => off)) ?? 0;
  return lights.filter(({ off }) => Math.abs(off - usual) > limits.flash).slice(0, 1).map(({ atSeconds, off }) => ({
    kind: "flash",
    ...{ fromSeconds: atSeconds, toSeconds: atSeconds, pictures: 1 },
    detail: `it is ${Math.abs(off - usual).toFixed(0)} levels ${off > usual ? "brighter" : "darker"}`,
  }));
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
  if (kind === "damaged" || kind === "flash") return true;
  if (kind === "frozen") return toSeconds - fromSeconds >= MIN_FROZEN_SECONDS;
  return pictures >= (kind === "part" ? MIN_PART_PICTURES : run);
}

/** Whether the result shows something else than the source. */
function judgePair(state: JudgeState, at: number, features: PairFeatures): boolean {
  const { drawnOver, limits } = state;
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
