import { runFfmpeg } from "../../../encode/run/run.ts";
import { fileOperand } from "../../../media/probe/input_args.ts";

/** A run of ffmpeg that writes one FLAC file. */
export interface FlacRun {
  ffmpegPath: string;
  /** Inputs and all other arguments up to the output. */
  args: string[];
  /** Final path of the file. An existing file is replaced. */
  output: string;
  signal?: AbortSignal;
  /** Called with the number of seconds that have been written. */
  onProgress?(seconds: number): void;
}

const STALL_MS = 120_000;
/** Arguments for reproducible files: the same audio and tags produce identical bytes, and the encoder is not named. */
const SAME_BYTES = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];

/**
 * Writes a temporary file next to the output, calls `check` with it and only then renames it, so that a file with the
 * final name is always complete. Throws the errors of `runFfmpeg()` and `check`.
 */
export async function writeFlac(
  { ffmpegPath, args, output, signal = new AbortController().signal, onProgress }: FlacRun,
  check: (path: string) => Promise<void>,
): Promise<void> {
  const part = `${output}.part`;
  try {
    await runFfmpeg({
      ffmpegPath,
      args: [
        ...["-hide_banner", "-nostdin", "-y", "-progress", "pipe:1", ...args, ...SAME_BYTES],
        ...["-f", "flac", fileOperand(part)],
      ],
      signal,
      stallMs: STALL_MS,
      onProgress: ({ outTimeSeconds }) => onProgress?.(outTimeSeconds),
    });
    await check(part);
    await Deno.rename(part, output);
  } catch (error) {
    await Deno.remove(part).catch(() => {});
    throw error;
  }
}
