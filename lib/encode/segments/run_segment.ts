import { rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFile, syncFolder } from "../../kit/atomic_file.ts";
import { runFfmpeg, type RunFfmpegOptions } from "../run/run.ts";
import type { SourceErrors } from "../run/source_errors.ts";
import { checkSegment, type SegmentHeader } from "./check.ts";

/** Segment to encode. `args` write to `partial`. */
export interface SegmentEncode extends RunFfmpegOptions {
  partial: string;
}

/** Segment to encode and verify. `partial` is renamed to `path` after verification. */
export interface SegmentRun extends SegmentEncode {
  ffprobePath: string;
  path: string;
  /** Presentation time of each frame, in units of the segment. */
  times: number[];
}

/** Verified segment on disk. */
export interface EncodedSegment {
  sizeBytes: number;
  /** Duration of the encode. */
  seconds: number;
  header: SegmentHeader;
  /** Decoder errors about the source. */
  sourceErrors: SourceErrors;
}

/** Encodes one segment without verifying it. Throws the errors of `runFfmpeg`. */
export async function encodeSegment(run: SegmentEncode): Promise<Pick<EncodedSegment, "sourceErrors">> {
  try {
    const { sourceErrors } = await runFfmpeg(run);
    return { sourceErrors };
  } catch (error) {
    await Deno.remove(run.partial).catch(() => {});
    throw error;
  }
}

/**
 * Encodes and verifies one segment. A file with its final path is complete and synced to disk. Throws the errors of
 * `runFfmpeg` and `checkSegment`.
 */
export async function runSegment(run: SegmentRun): Promise<EncodedSegment> {
  const { ffmpegPath, ffprobePath, partial, path, times, signal } = run;
  const started = performance.now();
  try {
    const { sourceErrors } = await runFfmpeg(run);
    const header = await checkSegment({ ffmpegPath, ffprobePath, path: partial, times, decoded: "ends", signal });
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
