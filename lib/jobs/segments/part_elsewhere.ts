import { stat } from "node:fs/promises";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { SegmentHeader } from "../../encode/segments/check.ts";
import { timesFrom } from "../../encode/segments/frame_steps.ts";
import { segmentArgs } from "../../encode/segments/segment_args.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { WorkerDied } from "../workers/encode_client.ts";
import { jobLogPath } from "../workers/job_log.ts";
import { noteInJobLog } from "../workers/job_log_writer.ts";
import {
  isShutdown,
  type MadePart,
  type Part,
  partialOf,
  removeFile,
  type SegmentedEncode,
  VERIFIER,
} from "./segmented_encode.ts";
import { RemoteFailure, type RemoteMachine } from "../capacity/remote_machines.ts";
import { type MakeOptions, type RemoteResult, WrongResult } from "../capacity/schedule_model.ts";
import { encodedPath } from "./segment_files.ts";
import type { NamedMachine, PartFollower } from "./segment_progress.ts";

/** Segments that other machines encode and this machine verifies. */

/**
 * Encodes a segment on another machine and verifies it. Throws `RemoteFailure`, `WrongResult`, or errors that end the
 * encode.
 */
export async function makePartElsewhere(
  segmented: SegmentedEncode,
  part: Part,
  machine: RemoteMachine,
  { signal, onFrame, onEncoded }: MakeOptions,
): Promise<RemoteResult<MadePart>> {
  return await acceptFrom(segmented, part, machine, signal, async (path, follower) => {
    const { clock } = segmented.attempt.deps;
    const partial = partialOf(segmented, part);
    const started = clock.monotonicMs();
    try {
      await machine.encode(requestOf(segmented, part, partial), {
        signal,
        onProgress(report) {
          follower.see(report);
          onFrame(report.frame);
        },
      });
      await Deno.rename(partial, path).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
        throw new JobFailure("verification_failed", "Nothing was delivered.");
      });
      const encodeSeconds = (clock.monotonicMs() - started) / 1000;
      follower.encoded();
      onEncoded();
      return encodeSeconds;
    } finally {
      await removeFile(segmented, partial);
    }
  });
}

/**
 * Verifies a segment that a machine delivered before the program ended. Throws `RemoteFailure`, or errors that end the
 * encode.
 */
export async function verifyProducedPart(
  segmented: SegmentedEncode,
  part: Part,
  signal: AbortSignal,
): Promise<RemoteResult<MadePart>> {
  const { producedBy } = part;
  if (producedBy === undefined) throw new RemoteFailure("The segment was not delivered.");
  try {
    return await acceptFrom(
      segmented,
      part,
      producedBy,
      signal,
      (_, follower) => Promise.resolve(void follower.encoded()),
    );
  } catch (error) {
    // The interruption may have damaged the file, so a wrong result is not attributed to the machine.
    throw error instanceof WrongResult ? new RemoteFailure(error.message, { cause: error }) : error;
  }
}

/**
 * Waits until `bring` has written a segment to its path, then verifies the segment. `bring` returns the encoding time
 * on the other machine in seconds.
 */
async function acceptFrom(
  segmented: SegmentedEncode,
  part: Part,
  { id, name }: NamedMachine,
  signal: AbortSignal,
  bring: (path: string, follower: PartFollower) => Promise<number | undefined>,
): Promise<RemoteResult<MadePart>> {
  const { attempt, progress, files } = segmented;
  const { deps: { clock }, run, log } = attempt;
  const started = clock.monotonicMs();
  const path = encodedPath(part.path, run.id, id);
  files.add(path);
  const follower = progress.begin(part.segment.number, { id, name });
  let isThere = false;
  try {
    const encodeSeconds = await bring(path, follower);
    isThere = true;
    const { header, doubt } = await segmented.verify(() => accept(segmented, part, path, signal));
    const made: MadePart = {
      ...{ path, header, machine: { id, name }, sourceErrors: { count: 0, first: [] } },
      sizeBytes: (await stat(path)).size,
      seconds: (clock.monotonicMs() - started) / 1000,
      encodeSeconds,
    };
    if (doubt !== undefined) {
      log("warn", `A segment from ${name} may be faulty. ${doubt}`, { job: run.id });
      noteInLog(
        attempt,
        `Segment ${part.segment.number + 1} from ${name} may be faulty and will be encoded again. ${doubt}`,
      );
    }
    return { made, drawn: isDrawn(segmented), ...(doubt === undefined ? {} : { doubt }) };
  } catch (error) {
    // Before the file is complete, the path may be in use by another attempt of the same machine.
    if (isThere && !isShutdown(signal)) await removeFile(segmented, path);
    signal.throwIfAborted();
    const failure = meaningOf(error, name);
    if (failure !== error) {
      const why = error instanceof Error ? error.message : String(error);
      log("warn", `A segment was not completed by ${name}.`, { job: run.id, part: part.segment.number, error: why });
      noteInLog(attempt, `Segment ${part.segment.number + 1} was not completed by ${name}: ${why}`);
    }
    throw failure;
  } finally {
    follower.end();
  }
}

/** Writes a note to the log of the job, and to the start of each later log of the job. */
export function noteInLog({ deps, run }: Pick<Attempt, "deps" | "run">, text: string): void {
  run.notes.push(text);
  noteInJobLog(jobLogPath(deps.storage.jobLogs, run.id), text);
}

const requestOf = ({ input, attempt }: SegmentedEncode, { key, segment, steps }: Part, partial: string) => ({
  ...{ key, segment, times: timesFrom(steps), partial, jobId: attempt.run.id },
  ...{ probe: input.probe, video: input.video, identity: input.identity },
  stallMs: attempt.deps.settings.current().stallTimeoutMinutes * 60_000,
});

/** One in `DRAWN_IN` segments from other machines, on average, is encoded again as a check. */
const DRAWN_IN = 50;

/**
 * True if a segment is randomly selected to be encoded again. Never true for hardware encoders, because their results
 * may differ between machines.
 */
function isDrawn({ input: { video }, attempt: { deps } }: SegmentedEncode): boolean {
  if (videoEncoder(video.encoder).hardware) return false;
  return deps.drawPart?.() ?? Math.random() < 1 / DRAWN_IN;
}

async function accept(segmented: SegmentedEncode, part: Part, path: string, signal: AbortSignal) {
  const { input: { probe, video, capabilities: { ffmpegPath, ffprobePath } }, attempt } = segmented;
  const { steps, segment } = part;
  if (!videoEncoder(video.encoder).hardware) segmented.header ??= headerHere(segmented, part);
  const header = await segmented.header?.catch((error) => {
    segmented.header = undefined;
    // If encoding is not possible on this machine, this is detected when it encodes a segment of its own.
    throw new RemoteFailure("The header of the segments could not be created here.", { cause: error });
  });
  return await attempt.handle.worker(VERIFIER).call(
    "acceptPart",
    {
      ...{ ffmpegPath, ffprobePath, path, times: timesFrom(steps), probe, video, segment },
      ...(header === undefined ? {} : { header }),
    },
    signal,
  );
}

/** Number of frames that are encoded on this machine to create the header of the segments. */
const HEADER_PICTURES = 8;

function headerHere(segmented: SegmentedEncode, part: Part): Promise<SegmentHeader> {
  const { input: { probe, video, capabilities: { ffmpegPath, ffprobePath } }, attempt } = segmented;
  const path = partialOf(segmented, part);
  const args = segmentArgs(probe, video, part.segment, { output: path, pictures: HEADER_PICTURES });
  return attempt.handle.worker(VERIFIER).call("header", { ffmpegPath, ffprobePath, path, args }, attempt.handle.signal);
}

/** Converts an error of another machine to the corresponding error on this machine. */
function meaningOf(error: unknown, name: string): unknown {
  if (error instanceof WorkerDied || isDiskFull(error)) return error;
  if (error instanceof JobFailure && error.code === "verification_failed") {
    return new WrongResult(error.message, { cause: error });
  }
  return new RemoteFailure(`${name} did not complete a segment.`, { cause: error });
}
