import { type UndoOutcome, type UndoRunRepository, undoRunRepository } from "../../../db/jobs/undo_runs.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { UndoJobRow, UndoRunRow } from "../../../db/schema/undo_runs.ts";
import type { Store } from "../../../db/store.ts";
import { createMutex, throttle } from "../../kit/async.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { Log } from "../../kit/log.ts";
import type { JobStore } from "../job_store.ts";
import type { UndoRuns } from "../service.ts";
import type { UndoRun, UndoRunDetails } from "../bin_schema.ts";
import { createDiskView } from "./disk_view.ts";
import { planUndo, undoVerdict } from "./undo_plan.ts";
import { jobsOfScope, type ScopeDeps } from "./undo_scope.ts";

/** Undo runs, and the functions that start and stop them with the queue. */
export interface RunningUndoRuns extends UndoRuns {
  /** Continues the runs that the end of the program or a disk error has interrupted. */
  resume(): Promise<void>;
  /** Ends the current run after its current job. It continues at the next start. */
  stop(): Promise<void>;
}

/** Services and options of undo runs. */
export interface UndoRunsDeps {
  store: Store;
  jobStore: JobStore;
  clock: Clock;
  log: Log;
  /** Restores the original of one job. */
  undo: (id: string) => Promise<JobRow>;
  jobsOfRun: ScopeDeps["jobsOfRun"];
}

/** State shared by all runs. */
interface Runs extends UndoRunsDeps {
  readonly repository: UndoRunRepository;
  readonly stopped: AbortController;
}

/** Maximum number of unfinished runs. */
const MAX_UNFINISHED = 100;
/** Number of finished runs that are kept regardless of age, and number of days for which all of them are kept. */
const KEPT_RUNS = 50;
const KEPT_DAYS = 90;
/** Minimum time between two progress events in milliseconds. */
const PROGRESS_MS = 500;

/** Creates the service for undo runs. */
export function createUndoRuns(deps: UndoRunsDeps): RunningUndoRuns {
  const { store, jobStore, clock, log, jobsOfRun } = deps;
  const runs: Runs = { ...deps, repository: undoRunRepository(store), stopped: new AbortController() };
  const { repository, stopped } = runs;
  const oneRun = createMutex();
  let last: Promise<void> = Promise.resolve();
  const scopeDeps = { journals: jobStore.journals, jobsOfRun };
  const begin = (run: UndoRunRow, isResumed: boolean) => {
    last = oneRun(() => execute(runs, run, isResumed)).catch((error) =>
      log("error", "An undo of several jobs could not be continued.", { id: run.id, error: String(error) })
    );
  };

  return {
    plan: async (scope) => await planUndo(await jobsOfScope(scope, scopeDeps), { jobStore, now: clock.now() }),
    async start(scope) {
      if ((await repository.unfinished()).length >= MAX_UNFINISHED) {
        throw new Fault("busy", "Too many restores are waiting; try again when one of them has ended.");
      }
      const ids = await jobsOfScope(scope, scopeDeps);
      const now = clock.now().getTime();
      const run: UndoRunRow = { id: newId(), scope, state: "running", createdAt: now, finishedAt: null };
      await repository.removeOld(now - KEPT_DAYS * DAY_MS, KEPT_RUNS);
      await repository.add(run, await pendingJobs(jobStore, run.id, ids));
      begin(run, false);
      return await viewOf(runs, run);
    },
    async get(id) {
      const run = await repository.get(id);
      if (run === undefined) throw new Fault("not_found", `There is no undo ${id}.`);
      return { ...await viewOf(runs, run), jobs: (await repository.jobs(id)).map(jobView) };
    },
    list: async () => await Promise.all((await repository.newest(KEPT_RUNS)).map((run) => viewOf(runs, run))),
    async resume() {
      for (const run of await repository.unfinished()) begin(run, true);
    },
    async stop() {
      stopped.abort();
      await last;
    },
  };
}

async function pendingJobs({ jobs }: JobStore, runId: string, ids: readonly string[]): Promise<UndoJobRow[]> {
  const rows = new Map((await jobs.many([...ids])).map((row) => [row.id, row]));
  return ids.map((jobId, position) => {
    const row = rows.get(jobId);
    const bytes = row?.sourceIdentity?.sizeBytes ?? 0;
    return { runId, jobId, position, title: row?.title ?? jobId, state: "pending", code: null, reason: null, bytes };
  });
}

/** Undoes the pending jobs of a run in order. */
async function execute(runs: Runs, run: UndoRunRow, isResumed: boolean): Promise<void> {
  const { repository, clock, stopped } = runs;
  if (stopped.signal.aborted) return;
  await repository.setState(run.id, "running", null);
  const publish = async (state: UndoRunRow["state"], finishedAt: number | null) =>
    runs.jobStore.publish("undo", { undo: await viewOf(runs, { ...run, state, finishedAt }) });
  let progress = Promise.resolve();
  const report = throttle(PROGRESS_MS, () => void (progress = publish("running", null)));
  // Paths that an interrupted undo must restore before the jobs that concern the same path.
  const blocked = new Set<string>();
  for (const { jobId } of (await repository.jobs(run.id)).filter(({ state }) => state === "pending")) {
    if (stopped.signal.aborted) break;
    const outcome = await undoOne(runs, jobId, blocked, isResumed);
    if (outcome !== undefined) await repository.settle(jobId, outcome);
    report(undefined);
  }
  await progress;
  const isDone = (await repository.counts(run.id)).pending === 0;
  const finishedAt = isDone ? clock.now().getTime() : null;
  await repository.setState(run.id, isDone ? "done" : "stopped", finishedAt);
  await publish(isDone ? "done" : "stopped", finishedAt);
}

/** Undoes one job. Returns undefined if it was interrupted and must be repeated. */
async function undoOne(
  runs: Runs,
  id: string,
  blocked: Set<string>,
  isResumed: boolean,
): Promise<UndoOutcome | undefined> {
  const { jobStore, clock, undo, log } = runs;
  const row = await jobStore.jobs.get(id);
  if (row && [row.outputPath, row.sourcePath].some((path) => path !== null && blocked.has(path))) {
    blocked.add(row.sourcePath);
    return undefined;
  }
  try {
    const isOpen = (await jobStore.journals.openUndos()).includes(id);
    const verdict = await undoVerdict(row, createDiskView(), { jobStore, now: clock.now() }, isOpen);
    if (verdict.verdict === "refused") return { state: "refused", code: verdict.code, reason: verdict.reason };
    if (verdict.verdict !== "ready") return { state: verdict.verdict, code: null, reason: null };
    await undo(id);
    return { state: "restored", code: null, reason: null };
  } catch (error) {
    const isRefusal = error instanceof Fault || error instanceof JobFailure;
    const isOpen = (await jobStore.journals.openUndos()).includes(id);
    if (isRefusal && !isOpen) return { state: "refused", code: error.code, reason: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    log("warn", "The original of a job could not be restored yet.", { id, error: reason });
    // A second failure after a start is final, so that the files do not stay reserved forever.
    if (isResumed) return { state: "refused", code: isRefusal ? error.code : "internal", reason };
    if (row) blocked.add(row.sourcePath);
    return undefined;
  }
}

async function viewOf({ repository }: Pick<Runs, "repository">, run: UndoRunRow): Promise<UndoRun> {
  const { pending, restored, refused, unaffected, bytesRestored } = await repository.counts(run.id);
  return {
    id: run.id,
    scope: run.scope,
    state: run.state,
    total: pending + restored + refused + unaffected,
    ...{ pending, restored, refused, unaffected, bytesRestored },
    createdAt: new Date(run.createdAt).toISOString(),
    ...(run.finishedAt === null ? {} : { finishedAt: new Date(run.finishedAt).toISOString() }),
  };
}

const jobView = ({ jobId, title, state, code, reason }: UndoJobRow): UndoRunDetails["jobs"][number] => ({
  id: jobId,
  title,
  state,
  ...(code === null ? {} : { code }),
  ...(reason === null ? {} : { reason }),
});
