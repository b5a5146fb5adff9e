import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe } from "../../media/probe/model.ts";
import { toArgs } from "../args/args.ts";
import type { Plan } from "../plan/model.ts";

/** Encodes short samples of a video with the settings of the whole video, to measure their size or score. */

/** Section of the source, in seconds from its start. */
export interface Piece {
  atSeconds: number;
  seconds: number;
}

/**
 * Returns `count` evenly spaced samples, excluding the first and last 2 % (logos, credits). Returns the whole video as
 * one sample if it is not much longer. Each sample starts half a frame early, so that rounded timestamps cannot drop
 * its first frame. Pure.
 */
export function piecesOf(
  durationSeconds: number,
  { count, seconds, fps = 25 }: { count: number; seconds: number; fps?: number },
): Piece[] {
  if (durationSeconds <= count * seconds * 1.5) return [{ atSeconds: 0, seconds: durationSeconds + 1 }];
  const margin = durationSeconds * 0.02;
  const room = durationSeconds - 2 * margin - seconds;
  return Array.from({ length: count }, (_, i) => {
    const at = margin + (room * (i + 0.5)) / count;
    return { atSeconds: Math.max(0, (Math.round(at * fps) - 0.5) / fps), seconds };
  });
}

/** Request to encode one sample to a separate file. */
export interface PieceEncode {
  ffmpegPath: string;
  ffprobePath: string;
  probe: Probe;
  plan: Plan;
  piece: Piece;
  /** Path of the Matroska file to write. */
  output: string;
  /** GPU index or render node. Absent for the first GPU. */
  device?: string | undefined;
  signal?: AbortSignal;
  /** Receives the encoded part of the sample, from 0 to 1. */
  onProgress?(part: number): void;
}

/** Result of one encoded sample. */
export interface EncodedPiece {
  frames: number;
  /** Size in bytes of all frames, and of the first frame, which is always a keyframe. */
  bytes: number;
  firstBytes: number;
  /** Wall time of the encode. */
  wallSeconds: number;
  /**
   * Part of the wall time before the first frame reached the encoder: starting the program, and decoding up to the
   * position.
   */
  firstFrameSeconds: number;
}

/** Timeout in milliseconds. Encoding four seconds of 8K on a slow machine takes minutes. */
const WALL_MS = 15 * 60_000;

/** Wall times of an encode in seconds, see `EncodedPiece`. */
export interface PieceTimes {
  wallSeconds: number;
  firstFrameSeconds: number;
}

/** Encodes the video of one sample. Throws `JobFailure` `tool_failed`. */
export async function encodePiece(request: PieceEncode): Promise<PieceTimes> {
  const { ffmpegPath, probe, plan, piece, output, device, signal, onProgress } = request;
  const started = performance.now();
  let firstFrameSeconds: number | undefined;
  const { code, stderr } = await runProcess({
    path: ffmpegPath,
    args: withShortPeriod(withWindow(toArgs(probe, videoOnly(plan), { output, device }), piece)),
    onOutput(text) {
      if (firstFrameSeconds === undefined && /^frame=\s*[1-9]/m.test(text)) firstFrameSeconds = secondsSince(started);
      const done = onProgress && [...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
      if (done) onProgress(Math.min(1, Number(done) / 1e6 / Math.max(0.001, piece.seconds)));
    },
    timeoutMs: WALL_MS,
    nice: 10,
    signal,
  });
  const wallSeconds = secondsSince(started);
  if (code !== 0) {
    throw new JobFailure("tool_failed", `A sample could not be encoded: ${stderr.trim().split("\n").at(-1) ?? code}`);
  }
  return { wallSeconds, firstFrameSeconds: firstFrameSeconds ?? 0 };
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** Encodes one sample and counts its frames and bytes. Throws the errors of `encodePiece`. */
export async function weighPiece(request: PieceEncode): Promise<EncodedPiece> {
  const { ffprobePath, output, signal } = request;
  const times = await encodePiece(request);
  const listing = await runProcess({
    path: ffprobePath,
    args: [
      ...["-v", "error", ...INPUT_GUARDS, "-select_streams", "v:0", "-show_entries", "packet=size"],
      ...["-of", "csv=p=0", fileOperand(output)],
    ],
    timeoutMs: 60_000,
    signal,
  });
  const sizes = new TextDecoder().decode(listing.stdout).split("\n").map((line) => parseInt(line, 10))
    .filter(Number.isFinite);
  const [firstBytes = 0] = sizes;
  return { frames: sizes.length, bytes: sizes.reduce((a, b) => a + b, 0), firstBytes, ...times };
}

/**
 * Returns the plan for only the video, without burned-in subtitles. They need few bits, but would require the whole
 * file.
 */
export function videoOnly(plan: Plan): Plan {
  const { video } = plan;
  return {
    ...plan,
    container: "mkv",
    video: video && { ...video, burn: undefined },
    audio: [],
    subtitles: [],
    attachments: [],
    chapters: false,
    metadata: undefined,
  };
}

/** Restricts the input to a section. */
function withWindow(args: string[], { atSeconds, seconds }: Piece): string[] {
  const at = args.indexOf("-i");
  return [...args.slice(0, at), "-ss", atSeconds.toFixed(4), "-t", seconds.toFixed(4), ...args.slice(at)];
}

/** Requests progress twenty times per second, so that the first frame is detected immediately. */
function withShortPeriod(args: string[]): string[] {
  const at = args.indexOf("-stats_period");
  return at < 0 ? args : [...args.slice(0, at + 1), "0.05", ...args.slice(at + 2)];
}
