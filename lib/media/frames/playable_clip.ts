import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../probe/input_args.ts";
import type { HdrFormat } from "../probe/model.ts";
import { movingFilters } from "./picture_filters.ts";

/** Encoders for clips in order of preference. Every browser supports VP9, but not every one H.264. */
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

/** Throws `JobFailure` `encoder_missing`. */
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
  /** Position of its first frame. */
  atSeconds: number;
  /** Number of frames, at this rate. */
  frames: number;
  frameRate: [numerator: number, denominator: number];
  /** Width in pixels. Never enlarged. */
  width: number;
  hdr: HdrFormat;
  /** Filters applied to the decoded frame, such as cropping black bars. */
  before?: readonly string[];
  format: ClipFormat;
  output: string;
}

/** Keyframe interval in frames: stepping back decodes no more than this. */
const KEY_EVERY = 12;

/** Builds the ffmpeg arguments, without the program. Pure. */
export function clipArgs(
  { path, atSeconds, frames, frameRate, width, hdr, before = [], format, output }: Omit<ClipRequest, "ffmpegPath">,
): string[] {
  const [numerator, denominator] = frameRate;
  // Sets the first frame to time 0 and the others by frame rate, so that two clips of a scene show the same frames.
  const filters = [...before, "setpts=PTS-STARTPTS", `fps=${numerator}/${denominator}`, ...movingFilters(hdr, width)];
  return [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-progress", "pipe:1", "-stats_period", "0.2"],
    ...["-ss", Math.max(0, atSeconds).toFixed(4), ...INPUT_GUARDS, "-i", fileOperand(path)],
    ...["-map", "0:V:0", "-an", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-frames:v", String(frames), "-filter:v:0", filters.join(",")],
    ...["-c:v:0", format.encoder, "-g", String(KEY_EVERY), ...format.args, fileOperand(output)],
  ];
}

/** A slow machine needs a minute for four seconds of 4K. A longer run will not finish. */
const WALL_MS = 5 * 60_000;

/**
 * Creates a clip of a few seconds that every browser can play, without audio, at a quality high enough to show encoding
 * losses. Throws `JobFailure` `tool_failed`, or the reason of an aborted signal.
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
