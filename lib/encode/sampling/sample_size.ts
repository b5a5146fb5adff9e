import { videoEncoder } from "../profiles/encoders.ts";
import type { SizeEstimate } from "./estimate.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { EncodedPiece } from "./pieces.ts";

/** From encoded pieces to the size of the whole. Pure. */

/** What the pieces say of the whole picture. */
export interface SampledSize {
  videoBytes: number;
  /** How far off it may be, as a part: 0.1 is ten percent either way. */
  spread: number;
  /** Expected wall time of the whole encode. */
  encodeSeconds: number;
}

/** An encoded piece with the part of the film that it stands for. */
export interface MeasuredPiece extends EncodedPiece {
  /** Of all pieces together 1. */
  weight: number;
  /** Mean rate of the source in its part of the film over the rate in the piece itself. */
  rateRatio: number;
}

/** The most frames from one key frame to the next: as the profile sets it, else as the encoder has it. */
function keyInterval({ encoder, extraArgs }: VideoPlan, fps: number): number {
  const [, count, unit] = KEY_OPTION.exec(extraArgs.join(" ")) ?? [];
  if (Number(count) > 0) return Math.round(Number(count) * (unit === "s" ? fps : 1));
  return videoEncoder(encoder).keyInterval(fps);
}

/** ffmpeg's option and the parameter of x264, x265 and SVT-AV1, which also takes seconds. */
const KEY_OPTION = /(?:(?:^| )-g |[ :]keyint=)(\d+)(s?)(?![\w.])/;

/** The least and the most that is claimed: content between the pieces is never seen. */
const MIN_SPREAD = 0.12;
const MAX_SPREAD = 0.6;

/**
 * The weighted sum of the pieces. The key picture that every piece begins with is counted as often as the whole will have
 * one, not once a piece. The spread is twice the standard error of a stratified sample with one piece a stratum, from
 * the differences of neighbours (collapsed strata; Cochran, Sampling Techniques, section 5A.12).
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
    // The source says by how much the part of the film differs from its piece; bits follow it less than one to one.
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

/** A piece shorter than the interval of key pictures has one more than its share. */
function bytesPerFrame({ frames, bytes, firstBytes }: MeasuredPiece, interval: number): number {
  if (frames >= interval) return bytes / frames;
  return (bytes - firstBytes) / (frames - 1) + firstBytes / interval;
}

/** Without the start of the program and the way to the place, which the whole has once. */
const secondsPerFrame = ({ frames, wallSeconds, firstFrameSeconds }: MeasuredPiece): number =>
  Math.max(0, wallSeconds - firstFrameSeconds) / frames;

/** Of the weighted sum: half the squared difference to each neighbour is the variance within a stratum. */
function neighbourVariance(rated: { weight: number; bytes: number }[]): number {
  return sum(rated.map(({ weight, bytes }, i) => {
    const others = [rated[i - 1], rated[i + 1]].filter((other) => other !== undefined);
    if (others.length === 0) return 0;
    const squares = others.map((other) => (bytes - other.bytes) ** 2 / 2);
    return weight ** 2 * (sum(squares) / others.length);
  }));
}

/** The estimate with its guessed picture replaced by the sampled one. */
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
    notes: ["Measured on short pieces of this file."],
  };
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
