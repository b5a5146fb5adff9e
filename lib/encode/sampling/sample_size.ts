import { videoEncoder } from "../profiles/encoders.ts";
import type { SizeEstimate } from "./estimate.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { EncodedPiece } from "./pieces.ts";

/** Calculates the total size from encoded samples. Pure. */

/** Size of the whole video, calculated from samples. */
export interface SampledSize {
  videoBytes: number;
  /** Uncertainty as a fraction. 0.1 is ten percent in either direction. */
  spread: number;
  /** Expected wall time of the whole encode, in seconds. */
  encodeSeconds: number;
}

/** Encoded sample, and the section of the video that it represents. */
export interface MeasuredPiece extends EncodedPiece {
  /** Weight of the sample. The sum of all weights is 1. */
  weight: number;
  /** Mean bitrate of the source in the section, divided by its bitrate in the sample. */
  rateRatio: number;
}

/** Returns the maximum keyframe interval in frames, from the profile or the default of the encoder. */
function keyInterval({ encoder, extraArgs }: VideoPlan, fps: number): number {
  const [, count, unit] = KEY_OPTION.exec(extraArgs.join(" ")) ?? [];
  if (Number(count) > 0) return Math.round(Number(count) * (unit === "s" ? fps : 1));
  return videoEncoder(encoder).keyInterval(fps);
}

/** Option of ffmpeg, and parameter of x264, x265 and SVT-AV1. The parameter of SVT-AV1 may also be in seconds. */
const KEY_OPTION = /(?:(?:^| )-g |[ :]keyint=)(\d+)(s?)(?![\w.])/;

/** Limits of the reported spread, because the content between the samples is not measured. */
const MIN_SPREAD = 0.12;
const MAX_SPREAD = 0.6;

/**
 * Returns the weighted sum of the samples. The keyframe at the start of each sample is weighted by the number of
 * keyframes in the whole video. The spread is twice the standard error of a stratified sample with one sample per
 * stratum, estimated from the differences between adjacent samples (collapsed strata; Cochran, Sampling Techniques,
 * section 5A.12).
 */
export function sampledSize(pieces: MeasuredPiece[], video: VideoPlan, durationSeconds: number): SampledSize {
  const fps = video.frameRate[0] / Math.max(1, video.frameRate[1]);
  const usable = pieces.filter((piece) => piece.frames > 1);
  const frames = sum(usable.map((piece) => piece.frames));
  if (frames === 0) return { videoBytes: 0, spread: MAX_SPREAD, encodeSeconds: 0 };
  const total = fps * durationSeconds;
  if (pieces.length === 1 && frames >= total * 0.98) {
    const [whole] = usable;
    return { videoBytes: sum(usable.map((p) => p.bytes)), spread: 0.03, encodeSeconds: whole?.wallSeconds ?? 0 };
  }
  const weights = sum(usable.map((piece) => piece.weight));
  const rated = usable.map((piece) => {
    // The bitrate of the source shows how a section differs from its sample. The size of the encode changes less than
    // proportionally.
    const correction = Math.sqrt(Math.min(2, Math.max(0.5, piece.rateRatio)));
    return {
      weight: piece.weight / weights,
      bytes: bytesPerFrame(piece, keyInterval(video, fps)) * correction,
      seconds: secondsPerFrame(piece),
    };
  });
  const mean = sum(rated.map(({ weight, bytes }) => weight * bytes));
  const seconds = sum(rated.map((piece) => piece.weight * piece.seconds)) * total;
  const unseen = Math.max(0, 1 - frames / total);
  const error = Math.sqrt(neighbourVariance(rated) * unseen) / Math.max(1e-9, mean);
  return {
    videoBytes: Math.round(mean * total),
    spread: Math.min(MAX_SPREAD, Math.max(MIN_SPREAD, 2 * error)),
    encodeSeconds: Math.round(seconds),
  };
}

/**
 * Returns the bytes per frame of the whole video. In a sample shorter than the keyframe interval, keyframes make up a
 * larger share than in the whole video.
 */
function bytesPerFrame({ frames, bytes, firstBytes }: MeasuredPiece, interval: number): number {
  if (frames >= interval) return bytes / frames;
  return (bytes - firstBytes) / (frames - 1) + firstBytes / interval;
}

/**
 * Returns the encoding time per frame, without the time for starting the program and seeking, which the whole encode
 * needs only once.
 */
const secondsPerFrame = ({ frames, wallSeconds, firstFrameSeconds }: MeasuredPiece): number =>
  Math.max(0, wallSeconds - firstFrameSeconds) / frames;

/**
 * Returns the variance of the weighted sum. Half the squared difference between adjacent samples is the variance within
 * a stratum.
 */
function neighbourVariance(rated: { weight: number; bytes: number }[]): number {
  return sum(rated.map(({ weight, bytes }, i) => {
    const others = [rated[i - 1], rated[i + 1]].filter((other) => other !== undefined);
    if (others.length === 0) return 0;
    const squares = others.map((other) => (bytes - other.bytes) ** 2 / 2);
    return weight ** 2 * (sum(squares) / others.length);
  }));
}

/** Replaces the video size of an estimate with the size calculated from samples. */
export function withSample(estimate: SizeEstimate, { videoBytes, spread, encodeSeconds }: SampledSize): SizeEstimate {
  const fixed = estimate.bytes - estimate.parts.video;
  const kbps = estimate.videoKbps && estimate.parts.video > 0
    ? Math.round((estimate.videoKbps * videoBytes) / estimate.parts.video)
    : undefined;
  return {
    ...estimate,
    bytes: fixed + videoBytes,
    low: Math.round(fixed + videoBytes * (1 - spread)),
    high: Math.round(fixed + videoBytes * (1 + spread)),
    parts: { ...estimate.parts, video: videoBytes },
    videoKbps: kbps,
    encodeSeconds: Math.round(encodeSeconds),
    sampled: true,
    notes: ["Measured on short samples of this file."],
  };
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
