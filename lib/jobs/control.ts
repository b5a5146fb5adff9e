import { activeWith, applyIn, FORGETTABLE, type JobPatch } from "../../db/jobs.ts";
import { firstPlace, lastPlace, moveTo, placeAt, placeBefore } from "../../db/queue_order.ts";
import type { JobRow } from "../../db/schema.ts";
import { Fault, JobFailure } from "../kit/fault.ts";
import { createTurns } from "../kit/turns.ts";
import { type SourceIdentity, sourceIdentity } from "../media/source.ts";
import { removeJobLog } from "../workers/job_log.ts";
import { discardEncode } from "./discard_encode.ts";
import { jobLogPath } from "./log_path.ts";
import { type RunnerDeps, UNLEASED } from "./run_context.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Reorder } from "./schema.ts";
import { identityKey } from "./source_file.ts";
import { isFinished, isRunning, type JobState, next } from "./states.ts";
import { toJob } from "./view.ts";

const IDLE = ["waiting", "queued", "waiting_for_space"] as const satisfies JobState[];
const REMOVED_SINGLY = 200;

/** What people do to jobs: cancel, retry, reorder, remove. */
export function createControl({ runner, scheduler }: { runner: RunnerDeps; scheduler: Scheduler }) {
  const { deps, ledger, lease } = runner;
  // Files go after the row was read: nobody may start the job anew in between.
  const turns = createTurns();
  const now = () => deps.clock.now().getTime();

  const get = async (id: string): Promise<JobRow> => {
    const row = await ledger.jobs.get(id);
    if (row === undefined) throw new Fault("not_found", `There is no job ${id}.`);
    return row;
  };

  const cancel = async (id: string): Promise<JobRow> => {
    for (;;) {
      const row = await get(id);
      if (next(row.status, "cancel") === undefined) throw badState(row, "cancelled");
      if (isRunning(row.status)) {
        await scheduler.settled();
        const run = scheduler.runs.get(id);
        if (run === undefined && isRunning((await get(id)).status)) throw badState(row, "cancelled");
        if (run?.publishing) {
          throw new Fault("bad_state", `${row.title} is being moved into its place and cannot be cancelled any more.`);
        }
        run?.stop("cancel");
        await run?.ended;
        if (run !== undefined) return await get(id);
        continue;
      }
      const cancelled = await turns(id, () => cancelIdle(id));
      if (cancelled !== undefined) return cancelled;
    }
  };

  /** Undefined when the job began to run, or ended, a moment ago. */
  const cancelIdle = async (id: string): Promise<JobRow | undefined> => {
    const row = await get(id);
    const patch: JobPatch = { ...UNLEASED, finishedAt: now(), tempPath: null, plannedOutput: null, spaceNeeds: null };
    const cancelled = await ledger.apply(id, "cancel", patch, { from: IDLE });
    if (cancelled === undefined) return undefined;
    const remarks = await discardEncode(row, runner);
    await ledger.journals.clear(id);
    if (remarks.length === 0) return cancelled;
    return await ledger.patch(id, { warnings: [...cancelled.warnings, ...remarks] }) ?? cancelled;
  };

  const retry = (id: string): Promise<JobRow> => turns(id, () => retryNow(id));

  const retryNow = async (id: string): Promise<JobRow> => {
    const row = await get(id);
    if (next(row.status, "retry") === undefined) throw badState(row, "retried");
    if (row.status === "publish_failed") {
      const patch = { leaseInstance: lease.instance, leaseBoot: lease.boot, phase: "publish", finishedAt: 0 } as const;
      const taken = await ledger.apply(id, "retry", patch, { from: ["publish_failed"] });
      if (taken === undefined) throw badState(await get(id), "retried");
      scheduler.deliver(taken);
      return taken;
    }
    if (row.sourcePath === "") {
      throw new Fault("bad_state", `${row.title} never came in, so there is nothing to encode. Search for it again.`);
    }
    const identity = await visible(row);
    const queued = await deps.store.write(async (tx) => {
      const active = await activeWith(tx, [row.sourcePath], [identityKey(identity)]);
      const twin = active.find((other) => other.profileId === row.profileId && other.audioOnly === row.audioOnly);
      if (twin) throw new Fault("already_queued", `The same file is already ${twin.status} with this profile.`);
      return await applyIn(tx, id, "retry", afresh(row, identity, await lastPlace(tx)), { from: [row.status] });
    });
    if (queued === undefined) throw badState(await get(id), "retried");
    ledger.announce(queued);
    ledger.changed();
    scheduler.pump();
    return queued;
  };

  const removeRows = async (ids: string[], states: readonly JobState[]): Promise<number> => {
    const removed = await ledger.jobs.remove(ids, states);
    for (const id of removed) await removeJobLog(jobLogPath(deps.storage.jobLogs, id));
    if (removed.length <= REMOVED_SINGLY) { for (const id of removed) ledger.publish("job-removed", { id }); }
    else {
      const page = await ledger.list.page({ status: [], sort: "createdAt", order: "desc", limit: REMOVED_SINGLY + 1 });
      ledger.publish("jobs", { jobs: page.rows.map((row) => toJob(row)) });
    }
    ledger.changed();
    return removed.length;
  };

  const removeNow = async (id: string, { discard = false }: { discard?: boolean }): Promise<void> => {
    const row = await get(id);
    if (!isFinished(row.status)) {
      throw new Fault("bad_state", `${row.title} is ${row.status}: cancel it before removing it.`);
    }
    if (row.status === "publish_failed") {
      if (!discard) {
        throw new Fault(
          "bad_state",
          `The encode of ${row.title} is finished but not in its place: retry, or remove it with discard=1.`,
        );
      }
      await discardEncode(row, runner);
    }
    if (await removeRows([id], [row.status]) === 0) throw badState(await get(id), "removed");
  };

  return {
    get,
    cancel,
    retry,

    async reorder(id: string, to: Reorder): Promise<JobRow> {
      const row = await get(id);
      const moved = await deps.store.write(async (tx) => {
        if ("position" in to) return await moveTo(tx, id, await placeAt(tx, id, to.position));
        if ("direction" in to) {
          return await moveTo(tx, id, to.direction === "top" ? await firstPlace(tx) : await lastPlace(tx));
        }
        if (to.before === id) return await moveTo(tx, id, row.position);
        const place = await placeBefore(tx, id, to.before);
        if (place === undefined) throw new Fault("bad_state", `The job ${to.before} is not in the queue (any more).`);
        return await moveTo(tx, id, place);
      });
      if (moved === undefined) throw badState(await get(id), "moved");
      ledger.announce(moved);
      ledger.changed();
      return moved;
    },

    remove: (id: string, options: { discard?: boolean } = {}): Promise<void> => turns(id, () => removeNow(id, options)),

    /** Jobs that cannot be retried (their file is gone, a twin is active) are left as they are. */
    async retryFailed(): Promise<{ retried: number }> {
      let retried = 0;
      for (const id of await ledger.jobs.idsIn(["failed", "publish_failed"])) {
        try {
          await retry(id);
          retried++;
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
        }
      }
      return { retried };
    },

    /** What only `discard` may remove stays: the kept encode of a `publish_failed`. */
    async clear(statuses: JobState[] = ["done", "skipped", "cancelled"]): Promise<{ removed: number }> {
      const states = FORGETTABLE.filter((state) => statuses.includes(state));
      return { removed: await removeRows(await ledger.jobs.idsIn(states), states) };
    },

    removeRows,
  };
}
export type Control = ReturnType<typeof createControl>;

/** The fields of a new attempt: nothing of the last one stays but its number. */
const afresh = (row: JobRow, identity: SourceIdentity, position: number): JobPatch => ({
  ...UNLEASED,
  position,
  attempt: row.attempt + 1,
  lostLeases: 0,
  software: false,
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

async function visible(row: JobRow): Promise<SourceIdentity> {
  try {
    return await sourceIdentity(row.sourcePath);
  } catch (error) {
    if (error instanceof JobFailure) throw new Fault("unreadable", error.message, { cause: error });
    throw error;
  }
}

const badState = (row: JobRow, what: string) =>
  new Fault("bad_state", `${row.title} is ${row.status} and cannot be ${what}.`);
