import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../probe/input_args.ts";
import type { HdrFormat } from "../probe/model.ts";
import { movingFilters } from "./frame_filters.ts";

/** Encoders for clips in order of preference. All browsers support VP9, but not all support H.264. */
export const CLIP_FORMATS = [
  {
    encoder: "libvpx-vp9",
    type: "video/webm",
    args: [
      ...["-crf", "12", "-b:v", "40M", "-deadline", "realtime", "-cpu-used", "8", "-row-mt", "1"],
      ...["-f", "webm"],
    ],
  },
  {
    encoder: "libx264",
    type: "video/mp4",
    args: ["-crf", "12", "-maxrate", "40M", "-bufsize", "40M", "-preset", "veryfast", "-f", "mp4"],
  },
] as const;

/** An encoder for clips, and the type of its files. */
export type ClipFormat = (typeof CLIP_FORMATS)[number];

/** Returns the first available format. Throws `JobFailure` `encoder_missing`. */
export function clipFormat({ videoEncoders }: { videoEncoders: readonly string[] }): ClipFormat {
  const format = CLIP_FORMATS.find(({ encoder }) => videoEncoders.includes(encoder));
  if (format) return format;
  throw new JobFailure(
    "encoder_missing",
    "This ffmpeg has neither libvpx-vp9 nor libx264, so scenes cannot be played here. View their frames instead.",
  );
}

/** A clip to create. */
export interface ClipRequest {
  ffmpegPath: string;
  path: string;
  /** Position of the clip's first frame. */
  atSeconds: number;
  /** Number of frames at `frameRate`. */
  frames: number;
  frameRate: [numerator: number, denominator: number];
  /** Width in pixels. Frames are never enlarged. */
  width: number;
  hdr: HdrFormat;
  /** Filters that are applied to the decoded frame, for example to crop black bars. */
  before?: readonly string[];
  format: ClipFormat;
  output: string;
}

/** Keyframe interval in frames, which limits the frames to decode when stepping back. */
const KEY_EVERY = 12;

/** Builds the ffmpeg arguments, without the program. Pure. */
export function clipArgs(
  { path, atSeconds, frames, frameRate, width, hdr, before = [], format, output }: Omit<ClipRequest, "ffmpegPath">,
): string[] {
  const [numerator, denominator] = frameRate;
  // Sets the time of the first frame to 0 and derives the times of all other frames from the frame rate, so that two
  // clips of a scene show the same frames.
  const filters = [...before, "setpts=PTS-STARTPTS", `fps=${numerator}/${denominator}`, ...movingFilters(hdr, width)];
  return [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-progress", "pipe:1", "-stats_period", "0.2"],
    ...["-ss", Math.max(0, atSeconds).toFixed(4), ...INPUT_GUARDS, "-i", fileOperand(path)],
    ...["-map", "0:V:0", "-an", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-frames:v", String(frames), "-filter:v:0", filters.join(",")],
    ...["-c:v:0", format.encoder, "-g", String(KEY_EVERY), ...format.args, fileOperand(output)],
  ];
}

/** Timeout in milliseconds. A slow machine needs a minute for four seconds of 4K. */
const WALL_MS = 5 * 60_000;

/**
 * Creates a clip of a few seconds without audio that all browsers can play. The quality is high enough to show losses
 * of the encode. Throws `JobFailure` `tool_failed`, or the reason of an aborted signal.
 */
export async function makeClip(
  request: ClipRequest,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?(part: number): void } = {},
): Promise<void> {
  const { ffmpegPath, frames } = request;
  const { code, stderr } = await runProcess({
    path: ffmpegPath,
    args: clipArgs(request),
    onOutput(text) {
      const done = [...text.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1];
      if (done !== undefined) onProgress?.(Math.min(1, Number(done) / frames));
    },
    timeoutMs: WALL_MS,
    signal,
  });
  signal?.throwIfAborted();
  if (code !== 0) {
    throw new JobFailure(
      "tool_failed",
      `The scene could not be converted for playback: ${stderr.trim().split("\n").at(-1)}`,
    );
  }
}
