import type { JobPatch } from "../../../db/jobs/job_events.ts";
import { signalGroup } from "../../kit/process/process.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { type AttemptOutcome, attemptOutcome } from "../attempt/failure.ts";
import { ATTEMPT_ENDED, LeaseLost } from "../attempt/job_record.ts";
import { discardEncode } from "../delivery/discard_encode.ts";
import { partialSuffix } from "../delivery/file_names.ts";
import { jobName } from "../job_name.ts";
import { removeSegmentsOf } from "../segments/sweep.ts";
import { type JobEvent, nextState } from "../states.ts";
import { WorkerDied } from "../workers/encode_client.ts";
import { killChildren } from "./children.ts";
import { InsufficientSpace } from "./claim_output.ts";

/**
 * A worker that has died leaves its tools running. They are killed before another attempt may write to the same file.
 */
async function killTools({ run, token, deps, log }: Attempt): Promise<void> {
  // If the processes of the system cannot be listed, only those with known IDs are killed.
  for (const pid of run.pids) signalGroup(pid, "SIGKILL");
  run.pids.clear();
  const { machine } = deps.storage;
  await killChildren({ tokens: new Set([token]), marks: [partialSuffix(run.id)] }, { machine, clock: deps.clock, log });
}

/** Records how an unsuccessful attempt ended. Retries if the database does not respond. */
export async function settleAttempt(error: unknown, attempt: Attempt): Promise<void> {
  const { record: { row }, run, handle, deps, log } = attempt;
  if (error instanceof LeaseLost) return;
  const outcome = attemptOutcome(error, { ...row, encoded: run.encoded, publishing: run.publishing });
  await handle.childRecorded();
  if (error instanceof WorkerDied) await killTools(attempt);
  for (let waitMs = deps.claimRetryMs ?? FIRST_RETRY_MS;; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
    try {
      return await writeEnd(error, outcome, attempt);
    } catch (second) {
      log("error", "The end of a job could not be recorded.", {
        job: row.id,
        error: textOf(error),
        then: textOf(second),
      });
    }
    // The row is still leased to this run of the program. The next run recovers it.
    if (!await waited(waitMs, handle.ending)) return;
  }
}

/** Initial delay in milliseconds after the database failed to respond. It doubles with each failure. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/** Waits for a time. Resolves to false if the signal is aborted first. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), ms);
  const stop = () => resolve(false);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  });
}

async function writeEnd(error: unknown, outcome: AttemptOutcome, attempt: Attempt): Promise<void> {
  const { record: { row }, jobStore, lease, log } = attempt;
  const remarks = outcome.keepsFile ? [] : await discardEncode(row, attempt).catch(leftText);
  // An event that the state does not allow is treated as a failure, so that the job does not stay leased.
  const event = nextState(row.status, outcome.event) ? outcome.event : "toolFailed";
  const settled = await jobStore.apply(row.id, event, settledPatch(event, outcome, error, attempt, remarks), {
    lease,
    closeJournal: !outcome.keepsFile,
  });
  if (settled?.status === "waiting_for_space" && settled.message) {
    jobStore.publish("notice", { level: "warn", message: `${jobName(row)}: ${settled.message}` });
  }
  // Segments whose joined result was rejected would be rejected again. Those of a stopped encode are kept for the next
  // attempt.
  if (event === "verificationFailed") await removeSegmentsOf([row.id], attempt).catch(() => {});
  const defect = outcome.patch.errorCode === "internal" || settled === undefined;
  log(defect ? "error" : "info", `Job ${settled?.status ?? "not settled"}`, {
    job: row.id,
    title: row.title,
    reason: textOf(error),
  });
}

function settledPatch(
  event: JobEvent,
  { patch, keepsFile }: AttemptOutcome,
  error: unknown,
  { record: { row }, deps }: Pick<Attempt, "record" | "deps">,
  remarks: string[],
): JobPatch {
  const waits = error instanceof InsufficientSpace ? error : undefined;
  return {
    ...ATTEMPT_ENDED,
    ...patch,
    ...(keepsFile ? {} : { tempPath: null, plannedOutput: null }),
    ...(remarks.length > 0 ? { warnings: [...row.warnings, ...remarks] } : {}),
    ...(event === "diskFull"
      ? {
        message: waits?.message ?? "Waiting for space: the disk was full.",
        // By default, the size of the source is required.
        spaceNeeds: waits?.needs ?? [{ path: deps.storage.folders.transcodes, bytes: row.inputSizeBytes }],
      }
      : {}),
    ...(FINISHING.has(event) ? { finishedAt: deps.clock.now().getTime() } : {}),
  };
}

const FINISHING: ReadonlySet<JobEvent> = new Set([
  "cancel",
  "toolFailed",
  "stalled",
  "verificationFailed",
  "publishFailed",
]);

const leftText = (error: unknown): string[] => [
  `The unfinished encode could not be removed: ${error instanceof Error ? error.message : error}`,
];

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${textOf(error.cause)}`;
}
