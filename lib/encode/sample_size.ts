import { videoEncoder } from "../profiles/encoders.ts";
import type { SizeEstimate } from "./estimate.ts";
import type { VideoPlan } from "./model.ts";
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

/** Frames between two forced key pictures: the standard of x264, x265 and hardware; 5 s for SVT-AV1, 128 for VP9. */
function keyInterval({ encoder }: VideoPlan, fps: number): number {
  const { family } = videoEncoder(encoder);
  if (family === "svtav1") return Math.round(fps * 5);
  return family === "vp9" || family === "aom" ? 128 : 250;
}

/** The least spread that is claimed: content between the pieces is never seen. */
const LEAST_SPREAD = 0.12;

/**
 * Scales the pieces up. The key picture that every piece begins with is counted as often as the whole will have one, not
 * once a piece. The spread is twice the standard error of the pieces' rates.
 */
export function sampledSize(pieces: EncodedPiece[], video: VideoPlan, durationSeconds: number): SampledSize {
  const fps = video.frameRate[0] / Math.max(1, video.frameRate[1]);
  const frames = sum(pieces.map((piece) => piece.frames));
  if (frames === 0) return { videoBytes: 0, spread: 0.5, encodeSeconds: 0 };
  const interval = keyInterval(video, fps);
  const perFrame = pieces.filter((piece) => piece.frames > 1).map((piece) => {
    const between = (piece.bytes - piece.firstBytes) / Math.max(1, piece.frames - 1);
    // A piece shorter than the interval has a key picture more than its share.
    const keys = Math.max(1, piece.frames / interval);
    return piece.frames >= interval ? piece.bytes / piece.frames : between + (piece.firstBytes * keys) / interval;
  });
  const mean = sum(perFrame) / Math.max(1, perFrame.length);
  const whole = pieces.length === 1 && frames / fps >= durationSeconds * 0.98;
  const wall = sum(pieces.map((piece) => piece.wallSeconds));
  const total = fps * durationSeconds;
  if (whole) {
    return { videoBytes: Math.round(sum(pieces.map((p) => p.bytes))), spread: 0.03, encodeSeconds: Math.round(wall) };
  }
  const variance = sum(perFrame.map((rate) => (rate - mean) ** 2)) / Math.max(1, perFrame.length - 1);
  const error = Math.sqrt(variance / Math.max(1, perFrame.length)) / Math.max(1, mean);
  return {
    videoBytes: Math.round(mean * total),
    spread: Math.min(0.6, Math.max(LEAST_SPREAD, 2 * error)),
    encodeSeconds: Math.round((wall / frames) * total),
  };
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
    encodeSeconds,
    sampled: true,
    notes: ["Measured on short pieces of this file."],
  };
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
