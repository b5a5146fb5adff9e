import { join } from "node:path";
import { mapConcurrent } from "../../kit/async.ts";
import type { Probe } from "../../media/probe/model.ts";
import { LOW_PART, type Scale } from "../metric.ts";
import type { Plan, VideoPlan } from "../plan/model.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { type EncodedPiece, encodePiece, type Piece, piecesOf, weighPiece } from "./pieces.ts";
import { type SampledSize, sampledSize } from "./sample_size.ts";
import { readRateProfile } from "../plan/rate_profile.ts";
import { type FrameScore, lowScore, meanScore, scorePiece } from "./score.ts";
import { placePieces, type WeightedPiece } from "./strata.ts";
import { bestTrial, nextQuality, type Trial } from "./target_search.ts";

/** Measures encoded samples to determine the expected size, or the quality value that reaches a target. */
export interface SamplingRequest {
  ffmpegPath: string;
  ffprobePath: string;
  probe: Probe;
  plan: Plan;
  /** Existing folder for the samples. The samples are removed afterwards, but the folder is kept. */
  folder: string;
  /** GPU index or render node. Absent for the first GPU. */
  device?: string | undefined;
  signal?: AbortSignal;
}

/** Request whose plan encodes the video. */
type Pictured = SamplingRequest & { plan: Plan & { video: VideoPlan } };

const fpsOf = ({ frameRate: [numerator, denominator] }: VideoPlan): number => numerator / Math.max(1, denominator);

/**
 * Number of samples and their length. Twelve strata cover enough scenes, and four seconds are longer than the lookahead
 * of encoders.
 */
const SIZE_PIECES = { count: 12, seconds: 4 };

/** Number of samples and their length in seconds. */
export type SampleCount = typeof SIZE_PIECES;

/** A few short scenes, for a first estimate of many titles: about a sixth of the work. */
export const FEW_SCENES: SampleCount = { count: 4, seconds: 2 };

/** Returns a sample that was encoded before, or encodes it to a file that is kept. */
export type PieceKeeper = (
  piece: Piece,
  encode: (output: string) => Promise<EncodedPiece>,
) => Promise<EncodedPiece>;

/** Request for a size. `keep` stores the samples. Without it, they are removed immediately. */
export interface SizeRequest extends Pictured {
  keep?: PieceKeeper;
  /** By default, the samples of a full measurement. */
  samples?: SampleCount;
  onProgress?(part: number): void;
}

/**
 * Encodes short samples and extrapolates the size. They are encoded one after another, because the time that they take
 * is used to estimate the time of the whole encode.
 */
export async function sampleSize(request: SizeRequest): Promise<SampledSize> {
  const { plan, keep, onProgress = () => {} } = request;
  const pieces = await sizePieces(request);
  let done = 0;
  const measured = await mapConcurrent(pieces, 1, async (piece, i) => {
    const { weight, rateRatio } = piece;
    const encode = (output: string) => weighPiece({ ...request, piece, output });
    const encoded = keep ? await keep(piece, encode) : await withFile(request, i, encode);
    onProgress(++done / pieces.length);
    return { ...encoded, weight, rateRatio };
  });
  return sampledSize(measured, plan.video, plan.durationSeconds);
}

/**
 * Returns the positions of samples for a size estimate. They depend on the bitrate of the source. If it cannot be read,
 * they are evenly spaced.
 */
export async function sizePieces(
  { ffprobePath, probe, plan, signal, samples = SIZE_PIECES }: Omit<Pictured, "folder"> & { samples?: SampleCount },
): Promise<WeightedPiece[]> {
  const { durationSeconds, video } = plan;
  const fps = fpsOf(video);
  const even = piecesOf(durationSeconds, { ...samples, fps });
  const windowSeconds = samples.seconds;
  const windows = even.length === 1
    ? []
    : await readRateProfile({ ffprobePath, probe, streamIndex: video.index, durationSeconds, windowSeconds, signal });
  if (windows.length >= samples.count) return placePieces(windows, { ...samples, fps });
  return even.map((piece) => ({ ...piece, weight: 1 / even.length, rateRatio: 1 }));
}

/** Result of a quality search, stored with the job. `seconds` is wall time. Scores are in the unit of the metric. */
export interface QualitySearch extends Scale {
  /** Score that all frames except the worst 5 % should reach. */
  target: number;
  /** Percentage of frames that may have a lower score. */
  percentile: number;
  /** Quality value for the encode, the score of its samples at the percentile, and their mean score. */
  quality: number;
  score: number;
  mean: number;
  trials: Trial[];
  seconds: number;
}

/** Request for a quality search. `onTrial` is called with the number of each trial, from 1, before it is encoded. */
export interface SearchRequest extends Pictured, Scale {
  target: number;
  onTrial?(number: number): void;
}

/** Tries quality values on the same samples until one reaches the target. At most five values are tried. */
export async function searchQuality(request: SearchRequest): Promise<QualitySearch> {
  const { plan, metric, vmafModel, target, onTrial } = request;
  const started = performance.now();
  const search = { metric, target, video: plan.video };
  const pieces = searchPieces(plan.durationSeconds, fpsOf(plan.video));
  const trials: Trial[] = [];
  // A job may use only one session of its GPU.
  const concurrent = videoEncoder(plan.video.encoder).hardware ? 1 : CONCURRENT_SAMPLES;
  for (;;) {
    const quality = nextQuality(trials, search);
    if (quality === undefined) break;
    onTrial?.(trials.length + 1);
    const tried = { ...request, plan: { ...plan, video: { ...plan.video, quality } } };
    const scores = await mapConcurrent(pieces, concurrent, (piece, i) =>
      withFile(request, i, async (path) => {
        await encodePiece({ ...tried, piece, output: path });
        return await scorePiece({ ...request, video: plan.video, ...settled(piece, pieces, path, fpsOf(plan.video)) });
      }));
    const all = scores.flat();
    trials.push({ quality, score: lowScore(all), mean: meanScore(all) });
  }
  const best = bestTrial(trials, search);
  return {
    metric,
    ...(vmafModel === undefined ? {} : { vmafModel }),
    target,
    percentile: 100 * LOW_PART,
    quality: best?.quality ?? plan.video.quality,
    score: best?.score ?? 0,
    mean: best?.mean ?? 0,
    trials,
    seconds: (performance.now() - started) / 1000,
  };
}

/**
 * Number of samples that are processed at the same time. Scoring does not use all cores, so a second sample uses the
 * others.
 */
const CONCURRENT_SAMPLES = 2;
/**
 * Fraction of a sample that is skipped. After a keyframe, it takes an encoder some time until still areas reach their
 * usual quality.
 */
const SETTLING_PART = 0.5;

/**
 * Returns the section of a sample, in source and encode, that is scored. Its start is omitted unless the sample is the
 * whole video.
 */
function settled(piece: Piece, pieces: Piece[], path: string, fps: number) {
  if (pieces.length === 1) return { piece, encoded: { path } };
  const skipped = Math.round(piece.seconds * SETTLING_PART * fps);
  const seconds = piece.seconds * (1 - SETTLING_PART);
  return {
    piece: { atSeconds: piece.atSeconds + skipped / fps, seconds },
    // Starts half a frame early, like the sample in the source.
    encoded: { path, piece: { atSeconds: (skipped - 0.5) / fps, seconds } },
  };
}

/**
 * Returns the samples for a search. For longer videos, they have a total length of twelve seconds, so that five trials
 * take less than a fifth of the time for encoding ten minutes. For shorter sources, longer samples are possible. Their
 * scores are closer to that of the whole video, because encoders use a long lookahead.
 */
export const searchPieces = (durationSeconds: number, fps: number): Piece[] =>
  piecesOf(durationSeconds, { ...(durationSeconds > 600 ? { count: 4, seconds: 3 } : { count: 4, seconds: 10 }), fps });

/** Request to compare the finished encode with its source. `onProgress` receives a fraction from 0 to 1. */
export interface MeasureRequest extends Pictured, Scale {
  /** Path of the finished encode. */
  path: string;
  /** Number of positions of two seconds each. The whole file is scored if it is not much longer. */
  places?: number;
  onProgress?(part: number): void;
}

/** Scores a finished encode frame by frame, at positions spread over the video. */
export async function measureEncode(request: MeasureRequest): Promise<FrameScore[]> {
  const { plan, path, places = 8 } = request;
  const pieces = piecesOf(plan.durationSeconds, { count: places, seconds: 2, fps: fpsOf(plan.video) });
  return await scoreAll(request, pieces.map((piece) => ({ piece, encoded: { path, piece } })));
}

async function scoreAll(
  { ffmpegPath, probe, plan, metric, vmafModel, signal, onProgress = () => {} }: MeasureRequest,
  pairs: { piece: Piece; encoded: { path: string; piece?: Piece } }[],
): Promise<FrameScore[]> {
  const scores: FrameScore[] = [];
  for (const [i, pair] of pairs.entries()) {
    scores.push(...await scorePiece({ ffmpegPath, probe, video: plan.video, metric, vmafModel, ...pair, signal }));
    onProgress((i + 1) / pairs.length);
  }
  return scores;
}

/** Creates a path for a temporary file in the folder, and removes the file after `work`. */
async function withFile<T>({ folder }: Pictured, index: number, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, `piece-${index}.mkv`);
  try {
    return await work(path);
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}
