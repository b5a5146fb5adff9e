import { rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFile, syncFolder } from "../../kit/atomic_file.ts";
import { runFfmpeg, type RunFfmpegOptions } from "../run/run.ts";
import type { SourceErrors } from "../run/source_errors.ts";
import { checkSegment, type SegmentHeader } from "./check.ts";

/** One part to be encoded: `args` write `partial`. */
export interface SegmentEncode extends RunFfmpegOptions {
  partial: string;
}

/** One part to be encoded and verified: `partial` becomes `path` once it is what it should be. */
export interface SegmentRun extends SegmentEncode {
  ffprobePath: string;
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

/** Encodes one part, which is to be verified. Throws as `runFfmpeg`. */
export async function encodeSegment(run: SegmentEncode): Promise<Pick<EncodedSegment, "sourceErrors">> {
  try {
    const { sourceErrors } = await runFfmpeg(run);
    return { sourceErrors };
  } catch (error) {
    await Deno.remove(run.partial).catch(() => {});
    throw error;
  }
}

/** Encodes and verifies one part; its name stands for a whole and durable file. Throws as `runFfmpeg` and `checkSegment`. */
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
