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
import type { LanesFound } from "../segments/machine_room.ts";
import type { FilmsInParts } from "../segments/segment_files.ts";
import type { MachineSlots } from "../segments/schedule/machine_slots.ts";
import type { JobPart } from "../schema.ts";
import { NO_LEASE } from "../no_lease.ts";

/** A job that holds a slot (or finishes its journalled delivery without one). */
export interface Run {
  readonly id: string;
  /** Runs beyond the limit because it encodes nothing. */
  readonly beside: boolean;
  /** Size of the source. */
  readonly inputBytes: number;
  progress?: JobProgress;
  /** Speed and bit rate so far, over the length of the result; gone when the run is. */
  samples?: ProgressSample[];
  mediaSeconds?: number;
  /** When the tool will be done, at its speed. */
  endsAt?: string | undefined;
  /** Where each part of a film that is encoded in parts stands. */
  parts?: () => JobPart[];
  /** What became of parts on other machines; every log of the job begins with it. */
  readonly notes: string[];
  /** A live picture is being written. */
  preview: boolean;
  /** The tool has finished its file. */
  encoded: boolean;
  /** From here on it can no longer be cancelled. */
  publishing: boolean;
  /** The process groups of the tools that run. */
  readonly pids: Set<number>;
  /** Settles when the outcome is in the row and the process group is gone. */
  readonly ended: Promise<void>;
  stop(why: "cancel" | "shutdown"): void;
  /** Freezes the tool (SIGSTOP), or lets it go on. */
  freeze(frozen: boolean): void;
}

/** What every run of this program shares. */
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

/** What one attempt may use. */
export interface RunContext extends RunnerDeps {
  readonly run: Run;
  /** The row as it was last written. */
  row: JobRow;
  readonly signal: AbortSignal;
  /** Aborted when the program ends: what cannot be written down now is left to the next start. */
  readonly ending: AbortSignal;
  /** Marks every process that is started for the attempt; stands in the row before the first one. */
  readonly token: string;
  /** The thread, started when it is first needed; more than one where parts of a film are encoded side by side. */
  worker(lane?: number): EncodeWorker;
  /** Hands the reports of a lane's tool to `listener` instead of taking them for the job's; call the answer to end that. */
  watchLane(lane: number, listener: (report: ProgressReport) => void): () => void;
  /** Takes a report as the job's progress; `written` says where how much of it lies when that is not the result's folder. */
  tellProgress(report: ProgressReport, written?: { folder: string; bytes: number }): void;
  /** The tools are frozen. */
  isFrozen(): boolean;
  /** The length that progress is measured against. */
  durationSeconds: number;
  /** Resolves when the tool that was started is written down. */
  childNoted: Promise<void>;
}

/** Opens the journal of a job's files. */
export const openRunJournal = ({ jobStore, deps, crashPoint }: RunnerDeps, jobId: string): Promise<Journal> =>
  openJournal(jobId, { journals: jobStore.journals, clock: deps.clock, crashPoint });

/** The lease is gone: another start of the program took the job over, or a person removed it. Nothing may be written. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Applies an event of a running job; throws `LeaseLost` when the job is no longer ours. */
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
  throw new LeaseLost(`${run.id} no longer takes ${event} from us`);
}

/** Writes columns of a running job; throws `LeaseLost` when it is no longer ours. */
export async function patchRun(context: RunContext, patch: JobPatch): Promise<JobRow> {
  const row = await context.jobStore.patch(context.run.id, patch, context.lease);
  if (row) return context.row = row;
  throw new LeaseLost(`${context.run.id} is no longer ours`);
}

/** Columns that are emptied when an attempt ends. */
export const ATTEMPT_ENDED: JobPatch = { ...NO_LEASE, message: null };
