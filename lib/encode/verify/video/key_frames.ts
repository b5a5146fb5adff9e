import { timestamps } from "../../args/args.ts";
import type { ComparedVideo } from "../compared_streams.ts";
import type { ContentRequest } from "../content_request.ts";
import type { Evidence } from "../model.ts";
import type { PacketTrack } from "../packets/packets.ts";
import { lastIndexUpTo, type Suspicion } from "../packets/places.ts";
import { clockShift } from "../packets/times.ts";
import { comparePair, type FrameSize, type MeasuredFrame } from "./frame_features.ts";
import { type SparseRequest, sparseStep } from "./sparse_frames.ts";

/**
 * Downscaled keyframes of both files: about one percent of the frames, decoded in the same pass as the audio. For a
 * stream that consists only of keyframes, two frames per second are read in a separate pass.
 */

export interface KeyFrames {
  /** Frames in time order. `atSeconds` is relative to the start of the result. */
  source: MeasuredFrame[];
  result: MeasuredFrame[];
}

/** Longer side in pixels. Distinguishes scenes, and is small enough to keep all keyframes of a movie in memory. */
const LONGER_SIDE = 64;
/** Number of keyframes per second above which nearly all frames are keyframes. */
const MAX_RATE = 2.5;
/** Maximum distance in seconds between keyframes that represent the content between them. */
const NEAR_SECONDS = 6;
/** Correlation below which two frames show different scenes, and the difference in levels that is also required. */
const SCENE_LIKENESS = 0.8;
const SAME_LIKENESS = 0.85;
const LEVELS = 2.5;
const SAME_TIME_SCORE = 100;
const NEIGHBOUR_SCORE = 4;
/**
 * Score of a keyframe that does not match although the source keyframes before and after it are close together and show
 * the same scene.
 */
const SAME_SCENE_SCORE = 20;
const SAME_SCENE_SECONDS = 1.5;
/** Time in seconds between a keyframe that does not match and the position to check after it. */
const AFTER_SECONDS = 0.5;

/** Decoding requests for both files, and the frames that they return. */
export interface KeyFrameReading {
  request: NonNullable<ContentRequest["keyFrames"]>;
  /** Files that consist only of keyframes, with the requests to read two frames per second from them. */
  sparse: { side: "source" | "result"; request: SparseRequest }[];
  found: KeyFrames;
}

/**
 * Returns the decoding requests for keyframes. Undefined if keyframes cannot be compared, because the plan has filters
 * that need adjacent frames.
 */
export function keyFrameReading(
  evidence: Evidence,
  video: ComparedVideo,
): KeyFrameReading | undefined {
  const { packets } = evidence;
  const tracks = {
    source: packets?.source.tracks.get(video.source),
    result: packets?.result.tracks.get(video.result),
  };
  if (!tracks.source || !tracks.result) return undefined;
  const { keyFilters: filters } = video;
  if (video.options.loose || filters === undefined) return undefined;
  const found: KeyFrames = { source: [], result: [] };
  const size = keyFrameSize(video.size);
  const request: KeyFrameReading["request"] = {
    ...{ filters, size },
    add: (side, made) => void found[side].push(made),
  };
  const sparse: KeyFrameReading["sparse"] = [];
  for (const side of ["source", "result"] as const) {
    const track = tracks[side];
    if (track && isMostlyKeys(track)) {
      sparse.push({ side, request: sparseRequest(evidence, video, side, track, size) });
    } else request[side] = video[side];
  }
  return { found, request, sparse };
}

function sparseRequest(
  evidence: Evidence,
  video: ComparedVideo,
  side: "source" | "result",
  track: PacketTrack,
  size: FrameSize,
): SparseRequest {
  const { ffmpegPath, probe, result, signal } = evidence;
  return {
    ...{ ffmpegPath, signal, size, index: video[side], every: sparseStep(track) },
    ...(side === "source"
      ? {
        path: probe.path,
        inputOptions: timestamps(probe),
        filters: video.keyFilters ?? [],
        zeroSeconds: sourceZero(evidence),
      }
      : { path: evidence.path, inputOptions: [], filters: [], zeroSeconds: result.startSeconds }),
  };
}

/** Returns the start of the result on the clock of the source. */
export const sourceZero = (evidence: Evidence): number => evidence.result.startSeconds - clockShift(evidence);

/** True if nearly all frames are keyframes, so that decoding all of them takes too long. */
export const isMostlyKeys = ({ keys, start, end }: PacketTrack): boolean =>
  keys.length > MAX_RATE * Math.max(1, end - start);

/** Returns the size of downscaled keyframes, with the aspect ratio of `size`. */
function keyFrameSize({ width, height }: FrameSize): FrameSize {
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height));
  const whole = (pixels: number) => Math.max(4, Math.round(pixels * scale / 4) * 4);
  return { width: whole(width), height: whole(height) };
}

/**
 * Returns the keyframes of the result that do not match the source. They are compared with the keyframe at the same
 * time or, if there is none, with the keyframes before and after. Pure.
 */
export function unlikeKeys({ source, result }: KeyFrames, step: number): Suspicion[] {
  const times = source.map(({ atSeconds }) => atSeconds);
  return result.flatMap((made): Suspicion[] => {
    const at = lastIndexUpTo(times, made.atSeconds + step * 0.5);
    const [before, after] = [source[at], source[at + 1]];
    if (before && Math.abs(before.atSeconds - made.atSeconds) <= step * 0.5 + 0.002) {
      return areAlike(before, made, SAME_LIKENESS) ? [] : [{ at: made.atSeconds, score: SAME_TIME_SCORE }];
    }
    const near = [before, after].flatMap((one) =>
      one && Math.abs(one.atSeconds - made.atSeconds) <= NEAR_SECONDS ? [one] : []
    );
    if (near.length < 2 || near.some((one) => areAlike(one, made, SCENE_LIKENESS))) return [];
    const isWithin = before !== undefined && after !== undefined &&
      after.atSeconds - before.atSeconds <= SAME_SCENE_SECONDS && !isSceneCut(before, after);
    return [{ at: made.atSeconds + AFTER_SECONDS, score: isWithin ? SAME_SCENE_SCORE : NEIGHBOUR_SCORE }];
  });
}

/**
 * True if the source has different content after a section than before it. Undefined if there are no keyframes near the
 * section.
 */
export function sceneChange({ source }: KeyFrames, fromSeconds: number, toSeconds: number): boolean | undefined {
  const times = source.map(({ atSeconds }) => atSeconds);
  const before = source[lastIndexUpTo(times, fromSeconds)];
  const after = source[lastIndexUpTo(times, toSeconds) + 1];
  if (!before || !after || after.atSeconds - before.atSeconds > NEAR_SECONDS) return undefined;
  return isSceneCut(before, after);
}

/** True if two frames of one file show different scenes. */
export const isSceneCut = (before: MeasuredFrame, after: MeasuredFrame): boolean =>
  !areAlike(before, after, SCENE_LIKENESS);

function areAlike(a: MeasuredFrame, b: MeasuredFrame, least: number): boolean {
  const { likeness, lumaError } = comparePair(a, b);
  return likeness >= least || lumaError < LEVELS;
}
