import type { JobPatch } from "../../../db/jobs/job_events.ts";
import { defectText, Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import { WorkerDied } from "../workers/encode_client.ts";
import { pauseAfterCrashMs } from "../queue/pause.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import type { JobEvent } from "../states.ts";

/** A running job was asked to end. */
export class RunStopped extends Error {
  override name = "Stopped";
  constructor(readonly why: "cancel" | "shutdown") {
    super(`stopped: ${why}`);
  }
}

/** Attempts that may end with a dead thread before the job fails: the first and two more. */
const LOST_LEASES_MAX = 2;

/** What the end of an attempt means for the job. `keepsFile` says whether the encode is worth keeping. */
export interface AttemptOutcome {
  event: JobEvent;
  patch: JobPatch;
  keepsFile: boolean;
}

/** How far an attempt was when it ended, and what it had cost before. */
export interface FailureContext {
  /** The tool had finished its file. */
  encoded: boolean;
  /** The verified file was being moved to its place. */
  publishing: boolean;
  lostLeases: number;
  attempt: number;
}

/** Sorts whatever ended an attempt into an event of the state table. Pure. */
export function attemptOutcome(error: unknown, context: FailureContext): AttemptOutcome {
  if (error instanceof RunStopped) {
    return error.why === "cancel"
      ? { event: "cancel", patch: { error: null, errorCode: null }, keepsFile: false }
      : { event: "leaseLost", patch: {}, keepsFile: context.encoded };
  }
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
 * The service ended during a job, which is not the job's fault: it runs again, however often that happens, and waits a
 * little longer each time (safety.md, S-JOB-1).
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
        : `Waits ${pauseMs / 1000} s: the service ended ${serviceDeaths + 1} times during this job.`,
    },
    keepsFile: encoded,
  };
}

/** The thread of an attempt died: the job runs again, at most three times in all. */
function threadDied({ lostLeases, attempt, encoded }: FailureContext, why: string): AttemptOutcome {
  if (lostLeases >= LOST_LEASES_MAX) {
    const message = `Interrupted ${lostLeases + 1} times (${why}). Retry when the cause is gone.`;
    return { event: "toolFailed", patch: { error: message, errorCode: "interrupted" }, keepsFile: false };
  }
  return {
    event: "leaseLost",
    patch: { attempt: attempt + 1, lostLeases: lostLeases + 1 },
    keepsFile: encoded,
  };
}

/** Faults of other districts that are failures of the job, under their own code. */
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
  // The operating system's reasons are for people: they name the file and what is wrong with it.
  const message = error instanceof Fault || isSystemError(error) ? error.message : defectText(error);
  return new JobFailure("internal", message, { cause: error });
}
