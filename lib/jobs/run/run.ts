import { dirname } from "node:path";
import type { JobPatch } from "../../../db/jobs/job_events.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { randomHex } from "../../kit/id.ts";
import { signalGroup, withChildEnvironment } from "../../kit/process/process.ts";
import type { ProgressReport } from "../../encode/run/progress.ts";
import { type EncodeWorker, startEncodeWorker, WorkerDied } from "../workers/encode_client.ts";
import { CHILD_TOKEN } from "../../platform/storage/boot.ts";
import { killChildren } from "./children.ts";
import { discardEncode } from "../delivery/discard_encode.ts";
import { type AttemptOutcome, attemptOutcome, RunStopped } from "../attempt/failure.ts";
import { partialSuffix } from "../delivery/file_names.ts";
import { jobName } from "../job_name.ts";
import { NotEnoughSpace } from "./claim_output.ts";
import {
  ATTEMPT_ENDED,
  LeaseLost,
  openRunJournal,
  patchRun,
  type Run,
  type RunContext,
  type RunnerDeps,
} from "../attempt/run_context.ts";
import { removeSegmentsOf } from "../segments/sweep.ts";
import { type JobEvent, nextState } from "../states.ts";
import { toProgress } from "../job_view.ts";
import { createRunPlot, type RunPlot } from "./progress_samples.ts";

/**
 * Starts one attempt of a leased job in `probing`. Never throws: the row contains the outcome. The planning and
 * encoding code is loaded with the first attempt, so that the service starts without it.
 */
export const startRun = (row: JobRow, beside: boolean, runner: RunnerDeps): Run =>
  launch(row, beside, runner, async (context) => {
    const { runAttempt } = await import("./attempt.ts");
    await runAttempt(context);
  });

/** Finishes the journalled delivery of a leased job in `finalizing`, without a slot or a tool. */
export function startDelivery(row: JobRow, runner: RunnerDeps): Run {
  const run = launch(row, true, runner, async (context) => {
    const { publishEncode } = await import("./finish.ts");
    await publishEncode(await openRunJournal(context, row.id), context);
  });
  run.encoded = run.publishing = true;
  return run;
}

function launch(row: JobRow, beside: boolean, runner: RunnerDeps, work: (context: RunContext) => Promise<void>): Run {
  const ended = Promise.withResolvers<void>();
  const context = createContext(row, beside, runner, ended.promise);
  void (async () => {
    try {
      await withChildEnvironment({ [CHILD_TOKEN]: context.token }, () => work(context));
    } catch (error) {
      await settle(error, context);
    } finally {
      for (const thread of context.threads.values()) thread.terminate();
      runner.deps.storage.space.release(row.id);
      ended.resolve();
    }
  })();
  return context.run;
}

function createContext(row: JobRow, beside: boolean, runner: RunnerDeps, ended: Promise<void>): LaunchContext {
  const controller = new AbortController();
  const ending = new AbortController();
  const run: Run = {
    id: row.id,
    beside,
    inputBytes: row.inputSizeBytes,
    notes: [],
    preview: false,
    encoded: false,
    publishing: false,
    pids: new Set(),
    ended,
    stop(why) {
      controller.abort(new RunStopped(why));
      if (why === "shutdown") ending.abort();
    },
    freeze: (frozen) => freezeTools(context, frozen),
  };
  const context: LaunchContext = {
    ...runner,
    run,
    row,
    signal: controller.signal,
    ending: ending.signal,
    token: randomHex(16),
    durationSeconds: 0,
    childNoted: Promise.resolve(),
    frozen: false,
    threads: new Map(),
    laneListeners: new Map(),
    worker(lane = 0) {
      const thread = context.threads.get(lane) ?? startThread(context, lane);
      context.threads.set(lane, thread);
      return thread;
    },
    watchLane(lane, listener) {
      context.laneListeners.set(lane, listener);
      return () => context.laneListeners.delete(lane);
    },
    tellProgress: (report, written) => tellProgress(context, report, written),
    isFrozen: () => context.frozen,
  };
  return context;
}

/** Context of an attempt, with state known only to its launch. */
interface LaunchContext extends RunContext {
  /** Workers by lane. */
  readonly threads: Map<number, EncodeWorker>;
  readonly laneListeners: Map<number, (report: ProgressReport) => void>;
  plot?: RunPlot;
  frozen: boolean;
}

function freezeTools(context: LaunchContext, frozen: boolean): void {
  const { run, threads } = context;
  context.frozen = frozen;
  for (const thread of threads.values()) thread.freeze(frozen);
  for (const pid of run.pids) signalGroup(pid, frozen ? "SIGSTOP" : "SIGCONT");
}

function startThread(context: LaunchContext, lane: number): EncodeWorker {
  const { deps, jobStore, run, token } = context;
  const { id } = run;
  let running: number | undefined;
  const thread = startEncodeWorker({
    url: deps.workerUrl,
    name: lane === 0 ? `encode ${id}` : `encode ${id}, lane ${lane}`,
    token,
    events: {
      spawned: (pid) => {
        running = pid;
        run.pids.add(pid);
        if (context.frozen) freezeTools(context, true);
        context.childNoted = noteChild(pid, context);
      },
      exited: () => {
        if (running !== undefined) run.pids.delete(running);
        running = undefined;
      },
      progress: (report) => {
        const listener = context.laneListeners.get(lane);
        if (listener) listener(report);
        else tellProgress(context, report);
      },
      line: (line) => jobStore.publish("log", { jobId: id, line }),
      status: (message) => void patchRun(context, { message }).catch(() => {}),
    },
  });
  if (context.frozen) thread.freeze(true);
  return thread;
}

function tellProgress(
  context: LaunchContext,
  report: ProgressReport,
  written?: { folder: string; bytes: number },
): void {
  const { run, deps, jobStore, durationSeconds } = context;
  run.progress = toProgress(report, durationSeconds);
  context.plot ??= createRunPlot(run, deps.clock);
  context.plot(report, durationSeconds);
  const { tempPath } = context.row;
  if (written) deps.storage.space.wrote(run.id, written.folder, written.bytes);
  else if (tempPath) deps.storage.space.wrote(run.id, dirname(tempPath), report.sizeBytes);
  jobStore.announce(context.row);
}

/** Records the process that works for the job, directly after its start (safety.md, S-PROC-8). */
async function noteChild(pid: number, { deps, jobStore, lease, row, log, crashPoint }: RunContext): Promise<void> {
  try {
    crashPoint("child-spawned");
    const start = await deps.storage.machine.processStart(pid);
    await jobStore.jobs.patch(row.id, { childPid: pid, childStart: start ?? null }, lease);
    crashPoint("child-recorded");
  } catch (error) {
    // The tool can still be found by the token in its environment, which was stored before the start.
    log("warn", "A started tool could not be recorded.", { job: row.id, error: String(error) });
  }
}

/** A worker that died leaves its tools running. They are killed before another attempt may write to the same file. */
async function killTools({ run, row, token, deps, log }: RunContext): Promise<void> {
  // On systems where processes cannot be listed, only those with known IDs are killed.
  for (const pid of run.pids) signalGroup(pid, "SIGKILL");
  run.pids.clear();
  const { machine } = deps.storage;
  await killChildren({ tokens: new Set([token]), marks: [partialSuffix(row.id)] }, { machine, clock: deps.clock, log });
}

/** Records how an unsuccessful attempt ended. Retries if the database does not respond. */
async function settle(error: unknown, context: RunContext): Promise<void> {
  const { row, run, deps, ending, log } = context;
  if (error instanceof LeaseLost) return;
  const outcome = attemptOutcome(error, { ...row, encoded: run.encoded, publishing: run.publishing });
  await context.childNoted;
  if (error instanceof WorkerDied) await killTools(context);
  for (let waitMs = deps.claimRetryMs ?? FIRST_RETRY_MS;; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
    try {
      return await writeEnd(error, outcome, context);
    } catch (second) {
      log("error", "The end of a job could not be recorded.", {
        job: row.id,
        error: textOf(error),
        then: textOf(second),
      });
    }
    // The row stays leased to this run of the program, and the next run recovers it.
    if (!await waited(waitMs, ending)) return;
  }
}

/** Initial delay after the database has not responded, doubled on each failure. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/** Resolves to false if the signal is aborted first. */
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

async function writeEnd(error: unknown, outcome: AttemptOutcome, context: RunContext): Promise<void> {
  const { row, jobStore, lease, log } = context;
  const remarks = outcome.keepsFile ? [] : await discardEncode(context.row, context).catch(leftText);
  // An event that the state does not accept is treated as a failure, because nothing may stay leased forever.
  const event = nextState(context.row.status, outcome.event) ? outcome.event : "toolFailed";
  const settled = await jobStore.apply(row.id, event, settledPatch(event, outcome, error, context, remarks), {
    lease,
    closeJournal: !outcome.keepsFile,
  });
  if (settled?.status === "waiting_for_space" && settled.message) {
    jobStore.publish("notice", { level: "warn", message: `${jobName(row)}: ${settled.message}` });
  }
  // Segments whose joined result was rejected would be rejected again. Those of a stopped encode are kept for the next
  // attempt.
  if (event === "verificationFailed") await removeSegmentsOf([row.id], context).catch(() => {});
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
  { row, deps }: RunContext,
  remarks: string[],
): JobPatch {
  const waits = error instanceof NotEnoughSpace ? error : undefined;
  return {
    ...ATTEMPT_ENDED,
    ...patch,
    ...(keepsFile ? {} : { tempPath: null, plannedOutput: null }),
    ...(remarks.length > 0 ? { warnings: [...row.warnings, ...remarks] } : {}),
    ...(event === "diskFull"
      ? {
        message: waits?.message ?? "Waiting for space: the disk was full.",
        // By default the size of the source is required.
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
  `The remains of the encode could not be removed: ${error instanceof Error ? error.message : error}`,
];

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${textOf(error.cause)}`;
}
