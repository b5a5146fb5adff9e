import type { JobPatch, Lease } from "../../../db/jobs/job_events.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { ProgressReport } from "../../encode/run/progress.ts";
import type { EncodeWorker } from "../workers/encode_client.ts";
import type { CrashPoint } from "../delivery/crash_points.ts";
import type { JobsDeps } from "../deps.ts";
import type { Log } from "../../kit/log.ts";
import type { JobStore } from "../job_store.ts";
import { type Journal, openJournal } from "../delivery/journal.ts";
import type { JobProgress, ProgressSample } from "../schema.ts";
import type { JobEvent } from "../states.ts";
import { RunStopped } from "./failure.ts";
import type { LanesFound } from "../capacity/local_capacity.ts";
import type { FilmsInParts } from "../capacity/schedule_model.ts";
import type { MachineSlots } from "../capacity/machine_slots.ts";
import type { JobPart } from "../schema.ts";
import { NO_LEASE } from "../no_lease.ts";

/** Job that occupies a slot (or finishes its journalled delivery without one). */
export interface Run {
  readonly id: string;
  /** Runs in addition to the limit because it encodes nothing. */
  readonly beside: boolean;
  /** Size of the source. */
  readonly inputBytes: number;
  progress?: JobProgress;
  /** Speed and bitrate so far, over the duration of the result. Dropped with the run. */
  samples?: ProgressSample[];
  mediaSeconds?: number;
  /** Expected end of the tool at its current speed. */
  endsAt?: string | undefined;
  /** Returns the state of each segment of a segmented encode. */
  parts?: () => JobPart[];
  /** Messages about segments on other machines, added to the start of every log of the job. */
  readonly notes: string[];
  /** True while a live preview is being written. */
  preview: boolean;
  /** True if the tool has finished its file. */
  encoded: boolean;
  /** True if the job can no longer be cancelled. */
  publishing: boolean;
  /** Process groups of the running tools. */
  readonly pids: Set<number>;
  /** Settles when the outcome is stored and the process group has exited. */
  readonly ended: Promise<void>;
  stop(why: "cancel" | "shutdown"): void;
  /** Suspends the tool (SIGSTOP) or resumes it. */
  freeze(frozen: boolean): void;
}

/** Dependencies shared by all runs of this program. */
export interface RunnerDeps {
  readonly deps: JobsDeps;
  readonly jobStore: JobStore;
  readonly lease: Lease;
  readonly log: Log;
  readonly crashPoint: (point: CrashPoint) => void;
  /** Slots of other machines, shared by all runs. */
  readonly slots: MachineSlots;
  readonly lanesFound: LanesFound;
  readonly filmsInParts: FilmsInParts;
}

/** Context of one attempt. */
export interface RunContext extends RunnerDeps {
  readonly run: Run;
  /** Row as last written. */
  row: JobRow;
  readonly signal: AbortSignal;
  /** Aborted at shutdown. Data that cannot be stored then is left to the next start. */
  readonly ending: AbortSignal;
  /** Token of every process started for the attempt. It is stored in the row before the first start. */
  readonly token: string;
  /**
   * Returns the worker of a lane, started on first use. There is more than one if segments are encoded concurrently.
   */
  worker(lane?: number): EncodeWorker;
  /**
   * Passes the reports of a lane's tool to `listener` instead of using them for the job. Returns a function that stops
   * this.
   */
  watchLane(lane: number, listener: (report: ProgressReport) => void): () => void;
  /**
   * Uses a report as the job's progress. `written` is the location and size of the written data if it is not in the
   * result's folder.
   */
  tellProgress(report: ProgressReport, written?: { folder: string; bytes: number }): void;
  /** True if the tools are suspended. */
  isFrozen(): boolean;
  /** Duration that progress is measured against. */
  durationSeconds: number;
  /** Resolves when the started tool has been recorded. */
  childNoted: Promise<void>;
}

/** Opens the journal of a job's files. */
export const openRunJournal = ({ jobStore, deps, crashPoint }: RunnerDeps, jobId: string): Promise<Journal> =>
  openJournal(jobId, { journals: jobStore.journals, clock: deps.clock, crashPoint });

/**
 * Thrown if the lease is lost: another start of the program has taken over the job, or a user has removed it. Nothing
 * may be written.
 */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Applies an event of a running job. Throws `LeaseLost` if the lease is lost. */
export async function advance(
  context: RunContext,
  event: JobEvent,
  patch: JobPatch,
  { closeJournal = false } = {},
): Promise<JobRow> {
  const { jobStore, lease, signal, run } = context;
  const row = await jobStore.apply(run.id, event, patch, { lease, closeJournal });
  if (row) return context.row = row;
  if (signal.reason instanceof RunStopped) throw signal.reason;
  throw new LeaseLost(`${run.id} no longer accepts ${event} from this run`);
}

/** Updates columns of a running job. Throws `LeaseLost` if the lease is lost. */
export async function patchRun(context: RunContext, patch: JobPatch): Promise<JobRow> {
  const row = await context.jobStore.patch(context.run.id, patch, context.lease);
  if (row) return context.row = row;
  throw new LeaseLost(`${context.run.id} no longer belongs to this run`);
}

/** Columns that are cleared when an attempt ends. */
export const ATTEMPT_ENDED: JobPatch = { ...NO_LEASE, message: null };
