import { fractionOf } from "../ffprobe_json.ts";
import type { Probe, VideoStream } from "../model.ts";
import type { ProbeOptions } from "../run_ffprobe.ts";
import { lastPackets } from "./late_end.ts";

/** A last frame that is shown for less is an ordinary one, or rounding. */
const MIN_HELD_SECONDS = 0.25;

/** Seconds between consecutive frames, as the median of the steps; undefined for fewer than two frames. */
export function frameStep(times: readonly number[]): number | undefined {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0)).sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)];
}

/**
 * Whether the last frame of a stream may be held: its stated length has room for more frames than there are. `times` are
 * presentation times of some stretches of it.
 */
export function mayHoldFrame({ frameRate, variableFrameRate }: VideoStream, times: readonly number[]): boolean {
  const step = frameStep(times);
  if (step === undefined) return false;
  // The average rate of a file whose frames end early is lower than the rate of its frames.
  return variableFrameRate || frameRate[1] / frameRate[0] > step * 1.02;
}

/**
 * The last frame where it is held. `last` are the packets at the end of the stream, with the length that the container
 * states for each; `endSeconds` is where the stream ends by its header, undefined where the header states no end.
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

/** Finds a last frame that is held. Where the file's end cannot be read it may be cut off, and nothing is held. */
export async function addHeldFrame(
  { path, format }: Probe,
  video: VideoStream,
  options: ProbeOptions,
): Promise<void> {
  if (!/\b(?:mov|matroska)\b/.test(format) || video.durationSeconds === undefined) return;
  const packets = await lastPackets(path, video.index, options);
  if (!packets) return;
  // Matroska counts the length of a track from the beginning of the file.
  const from = /\bmatroska\b/.test(format) ? 0 : video.startSeconds ?? 0;
  const held = heldFrame(packets.last, from + video.durationSeconds);
  const [, unitsPerSecond = 1000] = fractionOf(packets.timeBase) ?? [];
  if (held) Object.assign(video, { heldFrame: { ...held, unitsPerSecond }, variableFrameRate: true });
}
