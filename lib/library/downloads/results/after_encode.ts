import { DAY_MS } from "../../../kit/clock.ts";
import type { RescanRepository } from "../../../../db/library/grabs.ts";
import type { RescanRow } from "../../../../db/schema/library.ts";
import { jobName } from "../../../jobs/job_name.ts";
import type { Job } from "../../../jobs/schema.ts";
import type { JobBusEvents, Jobs } from "../../../jobs/service.ts";
import type { Bus } from "../../../kit/bus.ts";
import { afterFailedStep, type RescanDeps, type RescanResult, rescanStep } from "./rescan_step.ts";

/** Notifies managers of finished encodes and checks whether they import them. */
export interface AfterEncode {
  /** Processes all rows that are due. Concurrent calls share one run. Returns the number of unfinished rows. */
  report(): Promise<number>;
  close(): Promise<void>;
}

/** Services and options for following finished encodes. Messages are stored with the job and as `import` events. */
export interface AfterEncodeOptions extends Omit<RescanDeps, "jobs" | "pollMs"> {
  jobs: Pick<Jobs, "get" | "recordManagerResult">;
  rescans: RescanRepository;
  events: {
    record(event: {
      level: "info" | "warning";
      source: "import";
      message: string;
      details?: string;
      ref?: { kind: string; id: string };
    }): void;
  };
  bus: Pick<Bus<JobBusEvents>, "on">;
  /** Interval in milliseconds at which the state of a running command is requested. */
  pollMs?: number;
}

interface AfterEncodeState extends AfterEncodeOptions {
  readonly pollMs: number;
  reporting?: Promise<number>;
  /** Timer that fires when the next row is due. */
  timer?: ReturnType<typeof setTimeout>;
  closed: boolean;
}

const POLL_MS = 3000;
/** States of a row that is not finished. */
const OPEN_STATES = ["ask", "wait", "verify"] as const;

/**
 * Creates the service that follows finished encodes. Every finished encode of a manager's file has a row, which is kept
 * across restarts, uses no queue slot, and has the states `ask`, `wait` (for the command), `verify` and `over`.
 */
export function createAfterEncode(options: AfterEncodeOptions): AfterEncode {
  const { bus, rescans, log, pollMs = POLL_MS } = options;
  const state: AfterEncodeState = { ...options, pollMs, closed: false };
  const stopListening = [
    bus.on("job-ended", ({ job }) => {
      if (job.status === "done" && job.source.arr !== undefined) schedule(state, 0);
    }),
    bus.on("original-replaced", ({ id, at }) => {
      rescans.again(id, at).then(() => schedule(state, 0)).catch((error) =>
        log("error", "A manager could not be notified of a replaced file.", { job: id, error: String(error) })
      );
    }),
    bus.on("job", ({ job }) => {
      if (isUndone(job) && job.source.arr !== undefined) schedule(state, 0);
    }),
  ];
  return {
    report: () => report(state),
    async close() {
      state.closed = true;
      clearTimeout(state.timer);
      for (const stop of stopListening) stop();
      await Promise.allSettled([state.reporting]);
    },
  };
}

function schedule(state: AfterEncodeState, ms: number): void {
  clearTimeout(state.timer);
  if (state.closed) return;
  state.timer = setTimeout(() => {
    report(state).catch((error) =>
      state.log("error", "Reporting encodes to managers failed.", { error: String(error) })
    );
  }, ms);
}

const report = (state: AfterEncodeState): Promise<number> =>
  state.reporting ??= reportDue(state).finally(() => state.reporting = undefined);

async function reportDue(state: AfterEncodeState): Promise<number> {
  const { rescans, clock, pollMs } = state;
  const now = () => clock.now().getTime();
  await rescans.adopt(now() - DAY_MS, now());
  for (const row of await rescans.due(now())) {
    if (state.closed) break;
    await advance(state, row);
  }
  const { open, nextAt } = await rescans.open();
  if (nextAt !== undefined) schedule(state, Math.max(pollMs, nextAt - now()));
  return open;
}

/** Advances a row as far as possible without waiting. */
async function advance(state: AfterEncodeState, row: RescanRow): Promise<void> {
  const { jobs, rescans, clock, log } = state;
  let current = row;
  const undone = await jobs.get(row.jobId).then(isUndone, () => false);
  for (const _ of OPEN_STATES) {
    const next = await rescanStep(current, state)
      .catch((error) => afterFailedStep(current, error, { undone, clock, log }));
    if ("over" in next) return await end(state, current, { result: next.over, undone });
    await rescans.patch(current.jobId, next);
    const before = current.state;
    current = { ...current, ...next };
    if (current.state === before || current.nextAt > clock.now().getTime()) return;
  }
}

/** The message is stored first, so that a crash in between only repeats it. */
async function end(
  { jobs, rescans, events }: AfterEncodeState,
  { jobId }: RescanRow,
  { result, undone }: { result: RescanResult; undone: boolean },
): Promise<void> {
  if (result !== undefined) {
    await jobs.recordManagerResult(jobId, result);
    const title = await jobs.get(jobId).then(jobName, () => "");
    const bad = "warning" in result;
    events.record({
      level: bad ? "warning" : "info",
      source: "import",
      message: bad ? result.warning : `${result.message}.`,
      details: title,
      ref: { kind: "job", id: jobId },
    });
  }
  await rescans.patch(jobId, { state: undone ? "restored" : "over" });
}

/** True for an undone job, which is finished but has no output. */
const isUndone = ({ status, outputPath }: Job): boolean => status === "done" && outputPath === undefined;
