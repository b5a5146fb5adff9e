import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import { type ProgressReport, readProgress } from "./progress.ts";

/** Input of a decode without output, which only collects decoder errors. */
export interface DecodeOptions {
  ffmpegPath: string;
  path: string;
  /** Indexes of the streams to read. */
  streams: number[];
  /** Part of the file. Negative start times count from the end. Absent for the whole file. */
  window?: { startSeconds: number; seconds: number };
  signal?: AbortSignal;
  onProgress?(report: ProgressReport): void;
}

/** Result of a decode. `frames` counts video frames; `outTimeSeconds` is the time reached. */
export interface DecodeResult {
  /** Error lines, without addresses and duplicates. */
  errors: string[];
  frames: number;
  outTimeSeconds: number;
}

const seek = (seconds: number): string[] => [seconds < 0 ? "-sseof" : "-ss", seconds.toFixed(3)];

/** Decodes a file and discards the output. Damage is returned as the result, not thrown. */
export async function decode(options: DecodeOptions): Promise<DecodeResult> {
  const { ffmpegPath, path, streams, window, signal, onProgress } = options;
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-stats_period", "1", "-progress", "pipe:1"],
      ...(window ? [...seek(window.startSeconds), "-t", window.seconds.toFixed(3)] : []),
      ...INPUT_GUARDS,
      ...["-i", fileOperand(path)],
      ...streams.flatMap((index) => ["-map", `0:${index}`]),
      // Each frame keeps its timestamp, without duplicates for a constant rate and without rounding.
      ...["-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-f", "null", "-"],
    ],
    nice: window ? 0 : 10,
  });
  const kill = () => child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  const errors = new Set<string>();
  const last: DecodeResult = { errors: [], frames: 0, outTimeSeconds: 0 };
  const watch = async () => {
    for await (const report of readProgress(lines(child.stdout))) {
      last.frames = report.frame;
      last.outTimeSeconds = report.outTimeSeconds;
      onProgress?.(report);
    }
  };
  const log = async () => {
    for await (const line of lines(child.stderr)) {
      const plain = line.replace(/ @ 0x[0-9a-f]+/g, "").trim();
      if (plain !== "" && errors.size < 100) errors.add(plain);
    }
  };
  try {
    const [status] = await Promise.all([child.status, watch(), log()]);
    signal?.throwIfAborted();
    if (!status.success && errors.size === 0) errors.add(`ffmpeg exited with code ${status.code}.`);
    return { ...last, errors: [...errors] };
  } catch (error) {
    kill();
    signal?.throwIfAborted();
    throw new JobFailure("verification_failed", "The result could not be decoded.", { cause: error });
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}
