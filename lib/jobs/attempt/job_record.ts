import type { JobPatch } from "../../../db/jobs/job_events.ts";
import { type JobRow, NO_LEASE } from "../../../db/schema/jobs.ts";
import { type Journal, openJournal } from "../delivery/journal.ts";
import type { JobStore } from "../job_store.ts";
import type { JobEvent } from "../states.ts";
import type { RunnerDeps } from "./run.ts";
import { RunStopped } from "./failure.ts";

type Details = JobStore["jobs"]["saveDetails"] extends (details: infer D) => unknown ? Omit<D, "jobId"> : never;

/** Stored data of the job to which an attempt belongs. */
export interface JobRecord {
  /** Job row as last written to the database. */
  readonly row: JobRow;
  /** Applies an event to the job. Throws `LeaseLost` if the lease is lost. */
  advance(event: JobEvent, patch: JobPatch, options?: { closeJournal?: boolean }): Promise<JobRow>;
  /** Updates columns of the job row. Throws `LeaseLost` if the lease is lost. */
  patch(patch: JobPatch): Promise<JobRow>;
  details(): ReturnType<JobStore["jobs"]["details"]>;
  saveDetails(details: Details): Promise<void>;
  /** Opens the journal of the job's files. */
  openJournal(): Promise<Journal>;
}

/** Opens the record of a leased job. `signal` is the signal of the attempt. */
export function createJobRecord(
  leased: JobRow,
  signal: AbortSignal,
  { jobStore, lease, deps, crashPoint }: RunnerDeps,
): JobRecord {
  const { id } = leased;
  let row = leased;
  return {
    get row() {
      return row;
    },
    async advance(event, patch, { closeJournal = false } = {}) {
      const written = await jobStore.apply(id, event, patch, { lease, closeJournal });
      if (written) return row = written;
      if (signal.reason instanceof RunStopped) throw signal.reason;
      throw new LeaseLost(`Job ${id} no longer accepts ${event} from this run`);
    },
    async patch(patch) {
      const written = await jobStore.patch(id, patch, lease);
      if (written) return row = written;
      throw new LeaseLost(`Job ${id} no longer belongs to this run`);
    },
    details: () => jobStore.jobs.details(id),
    saveDetails: async (details) => void await jobStore.jobs.saveDetails({ ...details, jobId: id }),
    openJournal: () => openJournal(id, { journals: jobStore.journals, clock: deps.clock, crashPoint }),
  };
}

/**
 * Thrown if the lease is lost: another start of the program has taken over the job, or a user has removed it. Nothing
 * may be written.
 */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Columns that are cleared when an attempt ends. */
export const ATTEMPT_ENDED: JobPatch = { ...NO_LEASE, message: null };
