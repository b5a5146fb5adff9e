import { runFfmpeg } from "../../../encode/run/run.ts";
import { fileOperand } from "../../../media/probe/input_args.ts";

/** One run of ffmpeg that writes one FLAC file. */
export interface FlacRun {
  ffmpegPath: string;
  /** Inputs, and everything else up to the output. */
  args: string[];
  /** Where the file stands when it is whole; what lies there is replaced. */
  output: string;
  signal?: AbortSignal;
  /** Seconds of sound that are written. */
  onProgress?(seconds: number): void;
}

const STALL_MS = 120_000;
/** The same sound and tags give the same bytes; the program is not named in the file. */
const SAME_BYTES = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];

/**
 * Writes beside the output, has the file looked at, and only then gives it its name: a file with the name is whole. Throws
 * as `runFfmpeg()` and `check`.
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
