import type { JobPatch } from "../../../db/jobs/job_events.ts";
import { defectText, Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import { WorkerDied } from "../workers/encode_client.ts";
import { pauseAfterCrashMs } from "./pause.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import type { JobEvent } from "../states.ts";

/** Thrown when a running job is requested to stop. */
export class RunStopped extends Error {
  override name = "Stopped";
  constructor(readonly why: "cancel" | "shutdown") {
    super(`stopped: ${why}`);
  }
}

/** Thrown if no slot is free for the encode. The job returns to its place in the queue. */
export class SlotBusy extends Error {
  override name = "SlotBusy";
  constructor(readonly patch: JobPatch, message = "No slot is free.") {
    super(message);
  }
}

/** Maximum number of times that a job is retried after its worker has died. After that, the job fails. */
const LOST_LEASES_MAX = 2;

/** Effect of an attempt's outcome on its job. `keepsFile` is true if the encode should be kept. */
export interface AttemptOutcome {
  event: JobEvent;
  patch: JobPatch;
  keepsFile: boolean;
}

/** State of an attempt when it ended, and earlier failures. */
export interface FailureContext {
  /** True if the tool has completed its file. */
  encoded: boolean;
  /** True if the verified file is being delivered. */
  publishing: boolean;
  lostLeases: number;
  attempt: number;
}

/** Maps the error that ended an attempt to an event of the state table. Pure. */
export function attemptOutcome(error: unknown, context: FailureContext): AttemptOutcome {
  if (error instanceof RunStopped) {
    return error.why === "cancel"
      ? { event: "cancel", patch: { error: null, errorCode: null }, keepsFile: false }
      : { event: "leaseLost", patch: {}, keepsFile: context.encoded };
  }
  if (error instanceof SlotBusy) return { event: "slotBusy", patch: error.patch, keepsFile: false };
  if (error instanceof WorkerDied) return threadDied(context, error.message);
  if (isDiskFull(error)) return { event: "diskFull", patch: {}, keepsFile: context.encoded };
  const failure = asFailure(error);
  const patch: JobPatch = { error: failure.message, errorCode: failure.code };
  if (context.publishing && failure.code !== "source_changed") {
    const code = failure.code === "output_exists" ? failure.code : "publish_failed";
    return { event: "publishFailed", patch: { error: failure.message, errorCode: code }, keepsFile: true };
  }
  if (failure.code === "stalled") return { event: "stalled", patch, keepsFile: false };
  if (failure.code === "verification_failed") return { event: "verificationFailed", patch, keepsFile: false };
  return { event: "toolFailed", patch, keepsFile: false };
}

/**
 * Returns the outcome after a crash of the service, which the job did not cause. The job runs again after an increasing
 * delay, regardless of the number of crashes (safety.md, S-JOB-1).
 */
export function serviceCrashOutcome(
  { attempt, encoded, serviceDeaths }: Pick<FailureContext, "attempt" | "encoded"> & { serviceDeaths: number },
  now: Date,
): AttemptOutcome {
  const pauseMs = pauseAfterCrashMs(serviceDeaths + 1);
  return {
    event: "leaseLost",
    patch: {
      attempt: attempt + 1,
      serviceDeaths: serviceDeaths + 1,
      notBefore: pauseMs === 0 ? 0 : now.getTime() + pauseMs,
      message: pauseMs === 0
        ? null
        : `Retrying in ${pauseMs / 1000} s: Lathe stopped ${serviceDeaths + 1} times during this job.`,
    },
    keepsFile: encoded,
  };
}

/** Returns the outcome after the worker of an attempt has died. The job runs at most three times in total. */
function threadDied({ lostLeases, attempt, encoded }: FailureContext, why: string): AttemptOutcome {
  if (lostLeases >= LOST_LEASES_MAX) {
    const message = `Interrupted ${lostLeases + 1} times (${why}). Remove the cause, then retry.`;
    return { event: "toolFailed", patch: { error: message, errorCode: "interrupted" }, keepsFile: false };
  }
  return {
    event: "leaseLost",
    patch: { attempt: attempt + 1, lostLeases: lostLeases + 1 },
    keepsFile: encoded,
  };
}

/** Errors of other modules that fail the job. Their code becomes the error code of the job. */
const FAILURE_CODES = {
  tool_missing: "tool_missing",
  no_profile: "invalid_plan",
  encoder_missing: "encoder_missing",
} as const;

function asFailure(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  if (error instanceof Fault && error.code in FAILURE_CODES) {
    return new JobFailure(FAILURE_CODES[error.code as keyof typeof FAILURE_CODES], error.message, { cause: error });
  }
  // Messages of the operating system are shown to the user, because they contain the file and the problem.
  const message = error instanceof Fault || isSystemError(error) ? error.message : defectText(error);
  return new JobFailure("internal", message, { cause: error });
}
