import { realpath } from "node:fs/promises";
import { activeJobsWith } from "../../db/jobs/job_insert.ts";
import { applyEventIn, type JobPatch } from "../../db/jobs/job_events.ts";
import { isFinished, isRunning, type JobState, next, REMOVABLE_STATES } from "./states.ts";
import { firstPlace, lastPlace, moveTo, placeAt, placeBefore } from "../../db/jobs/queue_order.ts";
import type { JobRow } from "../../db/schema/schema.ts";
import { Fault, JobFailure } from "../kit/fault.ts";
import { inLanes } from "../kit/async/lanes.ts";
import { createTurns } from "../kit/async/turns.ts";
import { type SourceIdentity, sourceIdentity } from "../media/probe/source.ts";
import { removeJobLog } from "./workers/job_log.ts";
import { discardEncode } from "./delivery/discard_encode.ts";
import { jobLogPath } from "./run/log_path.ts";
import { GAP } from "./queue/order.ts";
import { ATTEMPT_ENDED, type RunnerDeps } from "./run/run_context.ts";
import type { Scheduler } from "./queue/scheduler.ts";
import type { Reorder } from "./schema.ts";
import { checkPlace, identityKey } from "./intake/source_file.ts";
import { toJob } from "./queue/view.ts";

const IDLE = ["waiting", "queued", "waiting_for_space"] as const satisfies JobState[];
const REMOVED_SINGLY = 200;
const RETRIED_AT_ONCE = 200;
/** Files that are looked at side by side: enough to hide a slow share. */
const LOOKS_AT_ONCE = 16;

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
    const patch: JobPatch = {
      ...ATTEMPT_ENDED,
      finishedAt: now(),
      tempPath: null,
      plannedOutput: null,
      spaceNeeds: null,
    };
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
    const [outcome] = await queueAgain([{ row, identity: await encodable(row) }]);
    if (outcome instanceof Fault) throw outcome;
    if (outcome === undefined) throw badState(await get(id), "retried");
    ledger.announce(outcome);
    ledger.changed();
    scheduler.pump();
    return outcome;
  };

  /** What a job's file is now. Throws when there is none, or when it lies where nothing may be encoded. */
  const encodable = async (row: JobRow): Promise<SourceIdentity> => {
    if (row.sourcePath === "") {
      throw new Fault("bad_state", `${row.title} never came in, so there is nothing to encode. Search for it again.`);
    }
    const identity = await visible(row);
    await checkPlace(await realpath(row.sourcePath), {
      mediaRoots: deps.settings.current().general.security.mediaRoots,
      storage: deps.storage,
    });
    return identity;
  };

  /**
   * Puts jobs at the end of the queue, in one transaction. Answers for each the new row, why it was refused, or undefined
   * when somebody was faster.
   */
  const queueAgain = (wanted: { row: JobRow; identity: SourceIdentity }[]): Promise<(JobRow | Fault | undefined)[]> =>
    deps.store.write(async (tx) => {
      const keys = wanted.map(({ identity }) => identityKey(identity));
      const twins = new Map<string, string>();
      const profileKey = (row: JobRow, file: string) => JSON.stringify([row.profileId, row.audioOnly, file]);
      const remember = (row: JobRow, files: string[]) => {
        for (const file of files) twins.set(profileKey(row, file), row.status);
      };
      for (const row of await activeJobsWith(tx, wanted.map(({ row }) => row.sourcePath), keys)) {
        remember(row, [row.sourcePath, row.sourceKey]);
      }
      let position = await lastPlace(tx);
      const outcomes: (JobRow | Fault | undefined)[] = [];
      for (const { row, identity } of wanted) {
        const files = [row.sourcePath, identityKey(identity)];
        const twin = files.map((file) => twins.get(profileKey(row, file))).find((status) => status !== undefined);
        if (twin !== undefined) {
          outcomes.push(new Fault("already_queued", `The same file is already ${twin} with this profile.`));
          continue;
        }
        const queued = await applyEventIn(tx, row.id, "retry", afresh(row, identity, position), { from: [row.status] });
        outcomes.push(queued);
        if (queued === undefined) continue;
        remember(queued, files);
        position += GAP;
      }
      return outcomes;
    });

  /** Queues failed jobs again; those that cannot be (their file is gone, a twin is active) are left. Answers how many. */
  const retryMany = async (ids: string[]): Promise<number> => {
    const rows = (await ledger.jobs.many(ids)).filter(({ status }) => status === "failed");
    const wanted = (await inLanes(rows, LOOKS_AT_ONCE, async (row) => {
      const identity = await encodable(row).catch(unlessFault);
      return identity && { row, identity };
    })).filter((one) => one !== undefined);
    const queued = (await queueAgain(wanted)).filter((row) => row !== undefined && !(row instanceof Fault));
    for (const row of queued) ledger.announce(row);
    return queued.length;
  };

  const removeRows = async (ids: string[], states: readonly JobState[]): Promise<number> => {
    const removed = await ledger.jobs.remove(ids, states);
    await inLanes(removed, LOOKS_AT_ONCE, (id) => removeJobLog(jobLogPath(deps.storage.jobLogs, id)));
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
      const failed = await ledger.jobs.idsIn(["failed"]);
      for (let at = 0; at < failed.length; at += RETRIED_AT_ONCE) {
        retried += await retryMany(failed.slice(at, at + RETRIED_AT_ONCE));
      }
      for (const id of await ledger.jobs.idsIn(["publish_failed"])) {
        if (await retry(id).catch(unlessFault)) retried++;
      }
      ledger.changed();
      scheduler.pump();
      return { retried };
    },

    /** What only `discard` may remove stays: the kept encode of a `publish_failed`. */
    async clear(statuses: JobState[] = ["done", "skipped", "cancelled"]): Promise<{ removed: number }> {
      const states = REMOVABLE_STATES.filter((state) => statuses.includes(state));
      return { removed: await removeRows(await ledger.jobs.idsIn(states), states) };
    },

    removeRows,
  };
}
export type Control = ReturnType<typeof createControl>;

/** The fields of a new attempt: nothing of the last one stays but its number. */
const afresh = (row: JobRow, identity: SourceIdentity, position: number): JobPatch => ({
  ...ATTEMPT_ENDED,
  position,
  attempt: row.attempt + 1,
  lostLeases: 0,
  serviceDeaths: 0,
  notBefore: 0,
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

/** For work on many: a refusal of one says nothing, anything else is a defect. */
function unlessFault(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}

async function visible(row: JobRow): Promise<SourceIdentity> {
  if (row.sourcePath === "") {
    throw new Fault("bad_state", `${row.title} never came in, so there is nothing to encode. Search for it again.`);
  }
  try {
    return await sourceIdentity(row.sourcePath);
  } catch (error) {
    if (error instanceof JobFailure) throw new Fault("unreadable", error.message, { cause: error });
    throw error;
  }
}

const badState = (row: JobRow, what: string) =>
  new Fault("bad_state", `${row.title} is ${row.status} and cannot be ${what}.`);
