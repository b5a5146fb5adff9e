import { applyEventIn, type JobPatch } from "../../../db/jobs/job_events.ts";
import { activeJobsWith } from "../../../db/jobs/job_insert.ts";
import { positionAtEnd } from "../../../db/jobs/queue_order.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { identityKey, type SourceIdentity } from "../../media/probe/source.ts";
import { findSource, sourceRules } from "../intake/source_file.ts";
import { existingJob } from "../job_store.ts";
import { ATTEMPT_ENDED } from "../attempt/job_record.ts";
import { nextState } from "../states.ts";
import { type ActionDeps, badState, ignoreFault } from "./job_actions.ts";
import { POSITION_GAP } from "../order.ts";

/** Number of failed jobs queued again in one transaction. */
const RETRY_BATCH_SIZE = 200;
/** Number of files that are checked concurrently. It hides the latency of a slow share. */
const CONCURRENT_CHECKS = 16;

/** Job that may be queued again, with the current identity of its file. */
interface Retryable {
  row: JobRow;
  identity: SourceIdentity;
}

/**
 * Queues a job again, or repeats the delivery of its finished encode. Throws `bad_state`, `already_queued`,
 * `unreadable`, `path_not_allowed`.
 */
export const retryJob = (deps: ActionDeps, id: string): Promise<JobRow> => deps.jobMutex(id, () => retryNow(deps, id));

async function retryNow(deps: ActionDeps, id: string): Promise<JobRow> {
  const { jobStore, scheduler } = deps;
  const row = await existingJob(jobStore, id);
  if (nextState(row.status, "retry") === undefined) throw badState(row, "retried");
  if (row.status === "publish_failed") return await deliverAgain(deps, id);
  const [outcome] = await queueAgain(deps, [{ row, identity: await encodableSource(deps, row) }]);
  if (outcome instanceof Fault) throw outcome;
  if (outcome === undefined) throw badState(await existingJob(jobStore, id), "retried");
  jobStore.announce(outcome);
  jobStore.changed();
  scheduler.pump();
  return outcome;
}

/** The verified encode still exists, so only its delivery is repeated, without a queue slot. */
async function deliverAgain({ jobStore, lease, scheduler }: ActionDeps, id: string): Promise<JobRow> {
  const patch = { leaseInstance: lease.instance, leaseBoot: lease.boot, phase: "publish", finishedAt: 0 } as const;
  const leased = await jobStore.apply(id, "retry", patch, { from: ["publish_failed"] });
  if (leased === undefined) throw badState(await existingJob(jobStore, id), "retried");
  scheduler.deliver(leased);
  return leased;
}

/** Retries every failed job. Jobs that cannot be retried (missing file, active duplicate) are unchanged. */
export async function retryFailedJobs(deps: ActionDeps): Promise<{ retried: number }> {
  const { jobStore, scheduler } = deps;
  let retried = 0;
  const failed = await jobStore.jobs.idsIn(["failed"]);
  for (let at = 0; at < failed.length; at += RETRY_BATCH_SIZE) {
    retried += await retryBatch(deps, failed.slice(at, at + RETRY_BATCH_SIZE));
  }
  for (const id of await jobStore.jobs.idsIn(["publish_failed"])) {
    if (await retryJob(deps, id).catch(ignoreFault)) retried++;
  }
  jobStore.changed();
  scheduler.pump();
  return { retried };
}

/** Retries a batch of jobs. Returns the refused jobs with the reason. Failed deliveries are repeated. */
export async function retryJobs(deps: ActionDeps, rows: JobRow[]): Promise<Map<string, Fault>> {
  const refusals = new Map<string, Fault>();
  const failed = (id: string) => (error: unknown) => {
    if (error instanceof JobFailure) refusals.set(id, new Fault("unreadable", error.message, { cause: error }));
    else if (error instanceof Fault) refusals.set(id, error);
    else throw error;
  };
  const wanted = (await mapConcurrent(rows, CONCURRENT_CHECKS, async (row) => {
    if (nextState(row.status, "retry") === undefined) return void failed(row.id)(badState(row, "retried"));
    if (row.status === "publish_failed") return void await retryJob(deps, row.id).catch(failed(row.id));
    const identity = await encodableSource(deps, row).catch(failed(row.id));
    return identity && { row, identity };
  })).filter((one) => one !== undefined);
  const outcomes = await queueAgain(deps, wanted);
  outcomes.forEach((outcome, i) => {
    const row = wanted[i]?.row;
    if (outcome instanceof Fault) failed(row?.id ?? "")(outcome);
    else if (outcome !== undefined) deps.jobStore.announce(outcome);
    else if (row !== undefined) failed(row.id)(badState(row, "retried"));
  });
  return refusals;
}

/** Queues a batch of failed jobs again. Returns the number of jobs that were queued. */
async function retryBatch(deps: ActionDeps, ids: string[]): Promise<number> {
  const rows = (await deps.jobStore.jobs.many(ids)).filter(({ status }) => status === "failed");
  const wanted = (await mapConcurrent(rows, CONCURRENT_CHECKS, async (row) => {
    const identity = await encodableSource(deps, row).catch(ignoreFault);
    return identity && { row, identity };
  })).filter((one) => one !== undefined);
  const queued = (await queueAgain(deps, wanted)).filter((row) => row !== undefined && !(row instanceof Fault));
  for (const row of queued) deps.jobStore.announce(row);
  return queued.length;
}

/**
 * Returns the current identity of a job's file. Throws if it does not exist or is in a location where encoding is not
 * allowed.
 */
async function encodableSource({ deps }: ActionDeps, row: JobRow): Promise<SourceIdentity> {
  if (row.sourcePath === "") {
    throw new Fault(
      "bad_state",
      `${row.title} was never downloaded, so there is nothing to encode. Search for it again.`,
    );
  }
  return (await findSource({ kind: "file", localPath: row.sourcePath }, sourceRules(deps))).identity;
}

/**
 * Adds jobs to the end of the queue in one transaction. Returns the new row or the refusal for each, or undefined if
 * its state has changed.
 */
function queueAgain({ deps }: ActionDeps, wanted: Retryable[]): Promise<(JobRow | Fault | undefined)[]> {
  return deps.store.write(async (tx) => {
    const keys = wanted.map(({ identity }) => identityKey(identity));
    const active = new Map<string, string>();
    const remember = (row: JobRow, files: string[]) => {
      for (const file of files) active.set(jobKey(row, file), row.status);
    };
    for (const row of await activeJobsWith(tx, wanted.map(({ row }) => row.sourcePath), keys)) {
      remember(row, [row.sourcePath, row.sourceKey]);
    }
    let position = await positionAtEnd(tx);
    const outcomes: (JobRow | Fault | undefined)[] = [];
    for (const { row, identity } of wanted) {
      const files = [row.sourcePath, identityKey(identity)];
      const twin = files.map((file) => active.get(jobKey(row, file))).find((status) => status !== undefined);
      if (twin !== undefined) {
        outcomes.push(new Fault("already_queued", `The same file is already ${twin} with this profile.`));
        continue;
      }
      const queued = await applyEventIn(tx, row.id, "retry", newAttempt(row, identity, position), {
        from: [row.status],
      });
      outcomes.push(queued);
      if (queued === undefined) continue;
      remember(queued, files);
      position += POSITION_GAP;
    }
    return outcomes;
  });
}

/** Jobs for the same file and profile have equal keys. */
const jobKey = ({ profileId, audioOnly }: JobRow, file: string): string => JSON.stringify([profileId, audioOnly, file]);

/** Returns the fields of a new attempt. Only the attempt number is carried over. */
const newAttempt = (row: JobRow, identity: SourceIdentity, position: number): JobPatch => ({
  ...ATTEMPT_ENDED,
  position,
  attempt: row.attempt + 1,
  lostLeases: 0,
  serviceDeaths: 0,
  notBefore: 0,
  software: false,
  device: null,
  cardFaults: null,
  sourceIdentity: identity,
  sourceKey: identityKey(identity),
  inputSizeBytes: identity.sizeBytes,
  warnings: [],
  error: null,
  errorCode: null,
  finishedAt: 0,
  startedAt: null,
  durationSeconds: null,
  outputSizeBytes: null,
  estimatedBytes: null,
});
