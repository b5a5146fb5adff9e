import { rename, stat } from "node:fs/promises";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import type { SegmentHeader } from "../../encode/segments/check.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import { timesFrom } from "../../encode/segments/frame_steps.ts";
import { segmentArgs } from "../../encode/segments/segment_args.ts";
import { JobFailure } from "../../kit/fault.ts";
import { deviceFor } from "../attempt/card_slot.ts";
import { jobLogPath } from "../workers/job_log.ts";
import {
  isShutdown,
  type MadePart,
  type Part,
  partialOf,
  removeFile,
  type SegmentedEncode,
  VERIFIER,
} from "./segmented_encode.ts";
import type { MakeHereOptions } from "../capacity/schedule_model.ts";
import { encodedPath } from "./segment_files.ts";

/** Segments that a worker of the job encodes on this machine. */

/** Thrown if segments are wrong although no error occurred. The video is then encoded by a single process. */
export class UnfitParts extends Error {
  override name = "UnfitParts";
}

/** Unix niceness. Other programs have priority. */
const NICE = 10;

/**
 * Encodes and verifies a segment, or verifies a segment that was encoded before a restart. Throws the errors of an
 * encode, or `UnfitParts`.
 */
export async function makePartHere(
  segmented: SegmentedEncode,
  part: Part,
  options: MakeHereOptions,
): Promise<MadePart> {
  const { attempt: { deps, run }, progress, files } = segmented;
  const { signal, onEncoded } = options;
  const path = encodedPath(part.path, run.id);
  files.add(path);
  const started = deps.clock.monotonicMs();
  const follower = progress.begin(part.segment.number, null);
  try {
    let sourceErrors: SourceErrors = { count: 0, first: [] };
    // After a power failure, any part of the file may be missing, so it is decoded completely.
    let header = await isFile(path)
      ? await check(segmented, part, path, "all", signal).catch(() => undefined)
      : undefined;
    if (header === undefined) {
      const partial = partialOf(segmented, part);
      ({ sourceErrors } = await encode(segmented, part, partial, options, follower));
      await rename(partial, path);
      files.delete(partial);
      follower.encoded();
      onEncoded();
      header = await check(segmented, part, path, "ends", signal);
    }
    const [{ size: sizeBytes }, seconds] = [await stat(path), (deps.clock.monotonicMs() - started) / 1000];
    return { path, sizeBytes, seconds, header, sourceErrors, machine: null };
  } catch (error) {
    if (!isShutdown(signal)) await removeFile(segmented, path);
    if (error instanceof JobFailure && error.code === "verification_failed") throw new UnfitParts(error.message);
    throw error;
  } finally {
    follower.end();
  }
}

const isFile = (path: string): Promise<boolean> => stat(path).then((found) => found.isFile(), () => false);

async function check(
  { input: { capabilities: { ffmpegPath, ffprobePath } }, attempt, verify }: SegmentedEncode,
  { steps }: Part,
  path: string,
  decoded: "all" | "ends",
  signal: AbortSignal,
): Promise<SegmentHeader> {
  const request = { ffmpegPath, ffprobePath, path, times: timesFrom(steps), decoded };
  return await verify(() => attempt.handle.worker(VERIFIER).call("checkSegment", request, signal));
}

async function encode(
  { input: { probe, video, capabilities: { ffmpegPath }, livePreview }, attempt }: SegmentedEncode,
  { segment }: Part,
  partial: string,
  { slot, oneProcessor, signal, onFrame }: MakeHereOptions,
  follower: ReturnType<SegmentedEncode["progress"]["begin"]>,
) {
  const { deps, run } = attempt;
  const forget = attempt.handle.watchSlot(slot, (report) => {
    follower.see(report);
    onFrame(report.frame);
  });
  return await attempt.handle.worker(slot).call("encodeSegment", {
    ...{ ffmpegPath, partial },
    // Only one slot writes the live preview and the log of ffmpeg. Joining the segments starts a new log.
    args: segmentArgs(probe, video, segment, {
      output: partial,
      device: deviceFor({ video }, attempt),
      ...(oneProcessor && videoEncoder(video.encoder).sameByThreads ? { threads: 1 } : {}),
      ...(slot === 0 ? { livePreview } : {}),
    }),
    ...(slot === 0 ? { logPath: jobLogPath(deps.storage.jobLogs, run.id), notes: run.notes } : {}),
    stallMs: deps.settings.current().stallTimeoutMinutes * 60_000,
    nice: NICE,
    sourceFormat: probe.format,
  }, signal).finally(forget);
}
