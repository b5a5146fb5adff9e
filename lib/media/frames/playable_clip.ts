import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../probe/input_args.ts";
import type { HdrFormat } from "../probe/model.ts";
import { movingFilters } from "./picture_filters.ts";

/** How clips are encoded; the first that this ffmpeg has. Every browser plays VP9, not every one H.264. */
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

/** An encoder of clips, and the type of the files it makes. */
export type ClipFormat = (typeof CLIP_FORMATS)[number];

/** Throws `JobFailure` `encoder_missing`. */
export function clipFormat({ videoEncoders }: { videoEncoders: readonly string[] }): ClipFormat {
  const format = CLIP_FORMATS.find(({ encoder }) => videoEncoders.includes(encoder));
  if (format) return format;
  throw new JobFailure(
    "encoder_missing",
    "This ffmpeg has neither libvpx-vp9 nor libx264, so scenes cannot be played here; look at their pictures.",
  );
}

/** What is to be made. */
export interface ClipRequest {
  ffmpegPath: string;
  path: string;
  /** Where its first picture is. */
  atSeconds: number;
  /** How many pictures, at this rate. */
  frames: number;
  frameRate: [numerator: number, denominator: number];
  /** In pixels; never enlarged. */
  width: number;
  hdr: HdrFormat;
  /** Filters for the picture as it comes from the decoder, such as the cut of black bars. */
  before?: readonly string[];
  format: ClipFormat;
  output: string;
}

/** Pictures between two that stand for themselves: a step back decodes no more than these. */
const KEY_EVERY = 12;

/** Spells the command, without the program. Pure. */
export function clipArgs(
  { path, atSeconds, frames, frameRate, width, hdr, before = [], format, output }: Omit<ClipRequest, "ffmpegPath">,
): string[] {
  const [numerator, denominator] = frameRate;
  // The first picture at nought, and each at its number by the rate: two clips of a scene then show the same one.
  const filters = [...before, "setpts=PTS-STARTPTS", `fps=${numerator}/${denominator}`, ...movingFilters(hdr, width)];
  return [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-progress", "pipe:1", "-stats_period", "0.2"],
    ...["-ss", Math.max(0, atSeconds).toFixed(4), ...INPUT_GUARDS, "-i", fileOperand(path)],
    ...["-map", "0:V:0", "-an", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-frames:v", String(frames), "-filter:v:0", filters.join(",")],
    ...["-c:v:0", format.encoder, "-g", String(KEY_EVERY), ...format.args, fileOperand(output)],
  ];
}

/** A slow machine takes a minute for four seconds of 4K; longer than this is hopeless. */
const WALL_MS = 5 * 60_000;

/**
 * Makes a few seconds of a film that every browser plays, without sound, at a quality high enough to show what an encode
 * lost. Throws `JobFailure` `tool_failed`; an aborted signal's reason.
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
    throw new JobFailure("tool_failed", `The scene could not be made playable: ${stderr.trim().split("\n").at(-1)}`);
  }
}
