import { join } from "node:path";
import { mapConcurrent } from "../../kit/async.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Metric } from "./metric.ts";
import type { Plan, VideoPlan } from "../plan/model.ts";
import { type EncodedPiece, encodePiece, type Piece, piecesOf, weighPiece } from "./pieces.ts";
import { type SampledSize, sampledSize } from "./sample_size.ts";
import { readRateProfile } from "../plan/rate_profile.ts";
import { type FrameScore, meanScore, scorePiece } from "./score.ts";
import { placePieces, type WeightedPiece } from "./strata.ts";
import { bestTrial, nextQuality, type Trial } from "./target_search.ts";

/** What encodes of short pieces teach about the whole: its size, and the quality number that meets a target. */
export interface SamplingRequest {
  ffmpegPath: string;
  ffprobePath: string;
  probe: Probe;
  plan: Plan;
  /** An existing folder for the pieces; they are removed, the folder stays. */
  folder: string;
  signal?: AbortSignal;
}

/** A plan with a picture that is encoded. */
type Pictured = SamplingRequest & { plan: Plan & { video: VideoPlan } };

const fpsOf = ({ frameRate: [numerator, denominator] }: VideoPlan): number => numerator / Math.max(1, denominator);

/** Twelve strata see enough scenes; four seconds are more than encoders look ahead. */
const SIZE_PIECES = { count: 12, seconds: 4 };

/** Hands out a piece that was encoded before, or has it encoded into a file that is kept. */
export type PieceKeeper = (
  piece: Piece,
  encode: (output: string) => Promise<EncodedPiece>,
) => Promise<EncodedPiece>;

/** `keep`: what becomes of the pieces; they are removed at once when it is absent. */
export interface SizeRequest extends Pictured {
  keep?: PieceKeeper;
  onProgress?(part: number): void;
}

/** Encodes short pieces and scales them up. One after the other: their time tells that of the whole. */
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

/** The places that tell a size: by the source's own bit rate where it can be read, spread evenly otherwise. */
export async function sizePieces(
  { ffprobePath, probe, plan, signal }: Omit<Pictured, "folder">,
): Promise<WeightedPiece[]> {
  const { durationSeconds, video } = plan;
  const fps = fpsOf(video);
  const even = piecesOf(durationSeconds, { ...SIZE_PIECES, fps });
  const windowSeconds = SIZE_PIECES.seconds;
  const windows = even.length === 1
    ? []
    : await readRateProfile({ ffprobePath, probe, streamIndex: video.index, durationSeconds, windowSeconds, signal });
  if (windows.length >= SIZE_PIECES.count) return placePieces(windows, { ...SIZE_PIECES, fps });
  return even.map((piece) => ({ ...piece, weight: 1 / even.length, rateRatio: 1 }));
}

/** How a search ended; kept with the job. `seconds` is wall time, `target` in the unit of the metric. */
export interface QualitySearch {
  metric: Metric;
  target: number;
  /** The number the encode is made with, and what its pieces scored. */
  quality: number;
  score: number;
  trials: Trial[];
  seconds: number;
}

/** `onTrial` hears the number of each trial before it is encoded, from 1. */
export interface SearchRequest extends Pictured {
  metric: Metric;
  target: number;
  onTrial?(number: number): void;
}

/** Tries quality numbers on the same pieces until one meets the target; at most five. */
export async function searchQuality(request: SearchRequest): Promise<QualitySearch> {
  const { plan, metric, target, onTrial } = request;
  const started = performance.now();
  const search = { metric, target, video: plan.video };
  const pieces = searchPieces(plan.durationSeconds, fpsOf(plan.video));
  const trials: Trial[] = [];
  for (;;) {
    const quality = nextQuality(trials, search);
    if (quality === undefined) break;
    onTrial?.(trials.length + 1);
    const tried = { ...request, plan: { ...plan, video: { ...plan.video, quality } } };
    const scores = await mapConcurrent(pieces, SEARCH_LANES, (piece, i) =>
      withFile(request, i, async (path) => {
        await encodePiece({ ...tried, piece, output: path });
        return await scorePiece({ ...request, video: plan.video, ...settled(piece, pieces, path, fpsOf(plan.video)) });
      }));
    trials.push({ quality, score: meanScore(scores.flat()) });
  }
  const best = bestTrial(trials, search);
  return {
    metric,
    target,
    quality: best?.quality ?? plan.video.quality,
    score: best?.score ?? 0,
    trials,
    seconds: (performance.now() - started) / 1000,
  };
}

/** Scoring leaves a core idle: a second piece uses it. */
const SEARCH_LANES = 2;
/** An encoder needs a while after a key picture until quiet parts are as good as in the middle of a film. */
const SETTLING_PART = 0.5;

/** The part of a piece, in source and encode, that is scored: without its beginning, unless the piece is the whole. */
function settled(piece: Piece, pieces: Piece[], path: string, fps: number) {
  if (pieces.length === 1) return { piece, encoded: { path } };
  const skipped = Math.round(piece.seconds * SETTLING_PART * fps);
  const seconds = piece.seconds * (1 - SETTLING_PART);
  return {
    piece: { atSeconds: piece.atSeconds + skipped / fps, seconds },
    // Half a picture early, as the piece in the source.
    encoded: { path, piece: { atSeconds: (skipped - 0.5) / fps, seconds } },
  };
}

/**
 * Twelve seconds a trial for films: five trials stay below a fifth of the encode of ten minutes. Shorter sources can have
 * longer pieces, which score more nearly as the whole does, because an encoder looks far ahead.
 */
export const searchPieces = (durationSeconds: number, fps: number): Piece[] =>
  piecesOf(durationSeconds, { ...(durationSeconds > 600 ? { count: 4, seconds: 3 } : { count: 4, seconds: 10 }), fps });

/** A comparison of the finished encode with its source; `onProgress` hears a share from 0 to 1. */
export interface MeasureRequest extends Pictured {
  metric: Metric;
  /** The finished encode. */
  path: string;
  /** So many places of two seconds; the whole file when that is hardly more. */
  places?: number;
  onProgress?(part: number): void;
}

/** Scores a finished encode in places spread over the film, picture by picture. */
export async function measureEncode(request: MeasureRequest): Promise<FrameScore[]> {
  const { plan, metric, path, places = 8, onProgress } = request;
  const pieces = piecesOf(plan.durationSeconds, { count: places, seconds: 2, fps: fpsOf(plan.video) });
  return await scoreAll(request, pieces.map((piece) => ({ piece, encoded: { path, piece } })), metric, onProgress);
}

async function scoreAll(
  { ffmpegPath, probe, plan, signal }: Pictured,
  pairs: { piece: Piece; encoded: { path: string; piece?: Piece } }[],
  metric: Metric,
  onProgress: (part: number) => void = () => {},
): Promise<FrameScore[]> {
  const scores: FrameScore[] = [];
  for (const [i, pair] of pairs.entries()) {
    scores.push(...await scorePiece({ ffmpegPath, probe, video: plan.video, metric, ...pair, signal }));
    onProgress((i + 1) / pairs.length);
  }
  return scores;
}

/** A file of the folder for the time of `work`. */
async function withFile<T>({ folder }: Pictured, index: number, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, `piece-${index}.mkv`);
  try {
    return await work(path);
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}
