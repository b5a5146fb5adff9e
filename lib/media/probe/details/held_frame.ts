import { fractionOf } from "../ffprobe_json.ts";
import type { Probe, VideoStream } from "../model.ts";
import type { ProbeOptions } from "../run_ffprobe.ts";
import { lastPackets } from "./late_end.ts";

/** Minimum duration of a last frame that is held. A shorter one is a normal frame or a rounding error. */
const MIN_HELD_SECONDS = 0.25;

/** Returns the median number of seconds between consecutive frames. Undefined for fewer than two frames. */
export function frameStep(times: readonly number[]): number | undefined {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0)).sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)];
}

/**
 * True if the last frame of a stream may be held, because the duration in the header is that of more frames than the
 * stream has. `times` are presentation times of several samples.
 */
export function mayHoldFrame({ frameRate, variableFrameRate }: VideoStream, times: readonly number[]): boolean {
  const step = frameStep(times);
  if (step === undefined) return false;
  // If the frames of a file end early, its average frame rate is lower than the real one.
  return variableFrameRate || frameRate[1] / frameRate[0] > step * 1.02;
}

/**
 * Returns the last frame if it is held. `last` are the packets at the end of the stream, with their durations if the
 * container has them. `endSeconds` is the end of the stream according to its header, if the header contains it.
 */
export function heldFrame(
  last: readonly { seconds: number; lasts?: number }[],
  endSeconds: number | undefined,
): { startSeconds: number; endSeconds: number } | undefined {
  const final = last.reduce<{ seconds: number; lasts?: number } | undefined>(
    (latest, packet) => latest === undefined || packet.seconds > latest.seconds ? packet : latest,
    undefined,
  );
  if (final === undefined) return undefined;
  const end = Math.max(endSeconds ?? 0, final.seconds + (final.lasts ?? 0));
  if (end - final.seconds < MIN_HELD_SECONDS) return undefined;
  return { startSeconds: final.seconds, endSeconds: end };
}

/**
 * Detects a last frame that is held. If the end of the file cannot be read, the file may be truncated, and no frame is
 * considered held.
 */
export async function addHeldFrame(
  { path, format }: Probe,
  video: VideoStream,
  options: ProbeOptions,
): Promise<void> {
  if (!/\b(?:mov|matroska)\b/.test(format) || video.durationSeconds === undefined) return;
  const packets = await lastPackets(path, video.index, options);
  if (!packets) return;
  // In Matroska, the duration of a track is counted from the start of the file.
  const from = /\bmatroska\b/.test(format) ? 0 : video.startSeconds ?? 0;
  const held = heldFrame(packets.last, from + video.durationSeconds);
  const [, unitsPerSecond = 1000] = fractionOf(packets.timeBase) ?? [];
  if (held) Object.assign(video, { heldFrame: { ...held, unitsPerSecond }, variableFrameRate: true });
}
