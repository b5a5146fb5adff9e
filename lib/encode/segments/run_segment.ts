import { rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFile, syncFolder } from "../../kit/atomic_file.ts";
import { runFfmpeg, type RunFfmpegOptions } from "../run/run.ts";
import type { SourceErrors } from "../run/source_errors.ts";
import { checkSegment, type SegmentHeader } from "./check.ts";

/** One part to be encoded: `args` write `partial`, which becomes `path` once it is verified. */
export interface SegmentRun extends RunFfmpegOptions {
  ffprobePath: string;
  partial: string;
  path: string;
  /** When each picture is shown, in units of the part. */
  times: number[];
}

/** A verified part on the disk. */
export interface EncodedSegment {
  sizeBytes: number;
  /** How long it took. */
  seconds: number;
  header: SegmentHeader;
  /** What the decoders complained about. */
  sourceErrors: SourceErrors;
}

/** Encodes and verifies one part; its name stands for a whole and durable file. Throws as `runFfmpeg` and `checkSegment`. */
export async function runSegment(run: SegmentRun): Promise<EncodedSegment> {
  const { ffmpegPath, ffprobePath, partial, path, times, signal } = run;
  const started = performance.now();
  try {
    const { sourceErrors } = await runFfmpeg(run);
    const header = await checkSegment({ ffmpegPath, ffprobePath, path: partial, times, signal });
    await syncFile(partial);
    await rename(partial, path);
    await syncFolder(dirname(path));
    const { size } = await stat(path);
    return { sizeBytes: size, seconds: (performance.now() - started) / 1000, header, sourceErrors };
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    throw error;
  }
}
