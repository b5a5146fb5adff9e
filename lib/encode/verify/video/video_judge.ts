import { continuesShot, damagedRuns, type FrameError, frameError } from "./damaged_runs.ts";
import {
  addTone,
  comparePair,
  emptyTone,
  type FrameSize,
  meanDifference,
  type MeasuredFrame,
  type PairFeatures,
  sumTones,
  type ToneSums,
} from "./frame_features.ts";
import { shortLimits, VIDEO_LIMITS, type VideoFault, type VideoFaultKind, type VideoLimits } from "./video_fault.ts";
import { median } from "../median.ts";
import { toneFaults } from "./tone_faults.ts";

/** Number of adjacent frames that a frame is compared with to detect a wrong order. */
const NEIGHBOURS = 3;
/** Minimum duration in seconds of a frozen or partly covered image. */
const MIN_FROZEN_SECONDS = 0.7;
const MIN_REGION_FRAMES = 8;
/** Number of consecutive frames whose tone and colour are checked together, in addition to those of the whole video. */
const STRETCH_FRAMES = 72;
const MIN_STRETCH_FRAMES = 18;

interface Pair {
  source: MeasuredFrame;
  result: MeasuredFrame;
}

/** `size` is the size of the downscaled frames. `limits` defaults to `VIDEO_LIMITS`. */
export interface VideoJudgeOptions {
  size: FrameSize;
  /** True if the result contains something drawn that is not in the frames of the source. */
  drawnOver?: boolean;
  /** True if frames are only paired with the nearest in time, so that their order has no significance. */
  loose?: boolean;
  limits?: VideoLimits;
}

/** Compares pairs of source and result frames. Stores sums instead of the frames. */
export interface VideoJudge {
  /** Adds the next pair in time order. */
  add(source: MeasuredFrame, result: MeasuredFrame): void;
  /** Ends a sequence of consecutive frames. The next pair is at another position in the video. */
  cut(): void;
  faults(): VideoFault[];
  pairs(): number;
  /** Adds the findings of another `VideoJudge` for the same video. */
  merge(other: VideoJudge): void;
  /** Ends the current sequence and returns the findings so far. */
  finished(): { runs: VideoFaultRun[]; tone: ToneSums; pairs: number };
}

interface JudgeState extends Required<VideoJudgeOptions> {
  recent: Pair[];
  runs: VideoFaultRun[];
  open: Map<VideoFaultKind, VideoFaultRun>;
  tone: ToneSums;
  /** Data added since tone and colour were last checked. */
  stretch: Stretch;
  pairs: number;
  still: { pair: Pair; moved: number } | undefined;
  /** Errors of all frames since the last scene cut. */
  shot: FrameError[];
}

/** Creates a `VideoJudge`, which keeps only a few frames at a time. */
export function createVideoJudge(options: VideoJudgeOptions): VideoJudge {
  const { size, drawnOver = false, loose = false, limits = VIDEO_LIMITS } = options;
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
  // Frames with unrelated content are reported separately.
  if (!foreign) {
    addTone(stretch.tone, source, result, size);
    stretch.frames++;
    stretch.lights.push({ atSeconds: source.atSeconds, off: features.resultLuma - features.sourceLuma });
  }
  // Videos with loose pairs or overlays are excluded, because their errors start and end suddenly, like damage.
  if (!loose && !drawnOver) addError(state, frameError(source, result, state.recent.at(-1)?.source));
  stretch.from = Math.min(stretch.from, source.atSeconds);
  stretch.to = source.atSeconds;
  if (stretch.frames >= STRETCH_FRAMES) endStretch(state);
  state.recent.push(pair);
  judgeOrder(state, 2 * NEIGHBOURS);
}

/** Ends a section. The next pair is at another position. */
function endPart(state: JudgeState): void {
  judgeOrder(state, NEIGHBOURS);
  endStretch(state);
  endShot(state);
  state.recent = [];
  state.still = undefined;
  closeRuns(state);
}

/** Checks the order of frames that have adjacent frames on both sides, and keeps the last `left` pairs. */
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
  frames: number;
  /** Difference of each frame's mean luma from the source. */
  lights: { atSeconds: number; off: number }[];
  from: number;
  to: number;
}

const emptyStretch = (): Stretch => ({ tone: emptyTone(), frames: 0, lights: [], from: Infinity, to: 0 });

/** Consecutive frames with the same fault. */
export interface VideoFaultRun extends VideoFault {
  frames: number;
}

/** Checks tone, colour and sharpness of one sequence with relaxed limits, and adds its sums to those of the video. */
function endStretch(state: JudgeState): void {
  const { drawnOver, limits } = state;
  const { tone, frames, from, to } = state.stretch;
  if (frames >= MIN_STRETCH_FRAMES) {
    const faults = toneFaults(tone, drawnOver, shortLimits(limits));
    state.runs.push(...faults.map((fault) => ({ ...fault, fromSeconds: from, toSeconds: to, frames })));
  }
  if (!drawnOver) state.runs.push(...flashes(state.stretch, limits));
  state.tone = sumTones(state.tone, tone);
  state.stretch = emptyStretch();
}

/** Returns single frames that are brighter or darker than adjacent frames, relative to the source. */
function flashes({ lights }: Stretch, limits: VideoLimits): VideoFaultRun[] {
  const usual = median(lights.map(({ off }) => off)) ?? 0;
  return lights.filter(({ off }) => Math.abs(off - usual) > limits.flash).slice(0, 1).map(({ atSeconds, off }) => ({
    kind: "flash",
    ...{ fromSeconds: atSeconds, toSeconds: atSeconds, frames: 1 },
    detail: `it is ${Math.abs(off - usual).toFixed(0)} levels ${off > usual ? "brighter" : "darker"}`,
  }));
}

function addError(state: JudgeState, error: FrameError): void {
  if (!continuesShot(state.shot, error)) endShot(state);
  state.shot.push(error);
}

function endShot(state: JudgeState): void {
  for (const { ratio, ...run } of damagedRuns(state.shot)) {
    const detail = `${run.frames} frames differ from the source ${ratio.toFixed(0)} times as much as those around them`;
    state.runs.push({ kind: "damaged", detail, ...run });
  }
  state.shot = [];
}

function mark(state: JudgeState, kind: VideoFaultKind, wrong: boolean, atSeconds: number, detail: string): void {
  const run = state.open.get(kind);
  if (!wrong) {
    // Frames in the wrong order alternate with frames in the right order.
    if (run && (kind !== "order" || atSeconds - run.toSeconds > 1)) {
      state.runs.push(run);
      state.open.delete(kind);
    }
  } else if (run) {
    run.toSeconds = atSeconds;
    run.frames++;
  } else state.open.set(kind, { kind, fromSeconds: atSeconds, toSeconds: atSeconds, detail, frames: 1 });
}

function closeRuns(state: JudgeState): void {
  state.runs.push(...state.open.values());
  state.open.clear();
}

function lasts({ kind, frames, fromSeconds, toSeconds }: VideoFaultRun, { run }: VideoLimits): boolean {
  if (kind === "damaged" || kind === "flash") return true;
  if (kind === "frozen") return toSeconds - fromSeconds >= MIN_FROZEN_SECONDS;
  return frames >= (kind === "part" ? MIN_REGION_FRAMES : run);
}

/** Returns true if the result shows different content than the source. */
function judgePair(state: JudgeState, at: number, features: PairFeatures): boolean {
  const { drawnOver, limits } = state;
  const { sourceLuma, resultLuma, sourceSpread, resultSpread, likeness, lumaError, worstBlock } = features;
  const black = resultLuma < 6 && resultSpread < 2 && (sourceLuma > 12 || sourceSpread > limits.spread);
  mark(state, "black", black, at, `brightness ${resultLuma.toFixed(0)}, expected ${sourceLuma.toFixed(0)}`);
  const content = Math.max(sourceSpread, resultSpread) > limits.spread;
  const other = content
    ? likeness < limits.likeness && lumaError > 2
    : Math.abs(sourceLuma - resultLuma) > limits.flatLuma;
  mark(state, "other", other && !black, at, `similarity ${likeness.toFixed(2)}, difference ${lumaError.toFixed(0)}`);
  const part = !drawnOver && worstBlock.error > limits.block;
  mark(state, "part", part && !other && !black, at, `a region differs by ${worstBlock.error.toFixed(0)} levels`);
  return other || black;
}

/**
 * Detects that the result is frozen while the source moves. In slow scenes, motion is smaller than grain, so it is
 * accumulated.
 */
function judgeStill(state: JudgeState, pair: Pair, features: PairFeatures): void {
  const { still } = state;
  const { result, source } = pair;
  const isFrozen = still && meanDifference(still.pair.result.cells[0], result.cells[0]) < 0.12 &&
    meanDifference(still.pair.result.cells[1], result.cells[1]) < 0.12;
  if (!still || !isFrozen) {
    state.still = { pair, moved: 0 };
    mark(state, "frozen", false, source.atSeconds, "");
    return;
  }
  const moved = meanDifference(still.pair.source.cells[0], source.cells[0]);
  const wrong = moved > 2.5 && features.lumaError > 1.5;
  if (wrong && !state.open.has("frozen")) {
    mark(state, "frozen", true, still.pair.source.atSeconds, "the source keeps moving");
  }
  mark(state, "frozen", wrong || state.open.has("frozen"), source.atSeconds, "the source keeps moving");
}

/** True if a frame of the result matches a frame adjacent to its source frame better than the source frame. */
function outOfOrder(recent: Pair[], middle: number, limits: VideoLimits): boolean {
  const pair = recent[middle];
  if (!pair) return false;
  const own = meanDifference(pair.source.cells[0], pair.result.cells[0]);
  if (own < limits.orderLevels) return false;
  let nearest = own;
  recent.forEach(({ source }, i) => {
    if (i !== middle) nearest = Math.min(nearest, meanDifference(source.cells[0], pair.result.cells[0]));
  });
  // A frame in the wrong order still belongs to the video.
  return nearest < limits.orderNearest && nearest * limits.orderRatio < own && own - nearest > limits.orderLevels;
}
