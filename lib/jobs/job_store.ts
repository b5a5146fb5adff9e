import type { Guard, JobPatch, Lease } from "../../db/jobs/job_events.ts";
import { type JobRepository, jobRepository } from "../../db/jobs/jobs.ts";
import { type JobListing, jobListing } from "../../db/jobs/job_list.ts";
import { type QueueForecasts, queueForecasts } from "../../db/jobs/queue_forecast.ts";
import { type JournalRepository, journalRepository } from "../../db/jobs/journal.ts";
import { type ReviewRepository, reviewRepository } from "../../db/jobs/reviews.ts";
import { type SegmentRepository, segmentRepository } from "../../db/jobs/segments.ts";
import type { JobRow } from "../../db/schema/jobs.ts";
import type { Store } from "../../db/store.ts";
import type { Bus } from "../kit/bus.ts";
import { Fault } from "../kit/fault.ts";
import type { JobBusEvents } from "./service.ts";
import { isFinished, type JobEvent } from "./states.ts";
import { type LiveFacts, toJob } from "./job_view.ts";

/** Options for writing a state change. */
export interface ApplyOptions extends Guard {
  /** True to also remove the job's file journal in the same transaction. */
  closeJournal?: boolean;
}

/** Store for jobs. Every change is published on the bus. */
export interface JobStore {
  jobs: JobRepository;
  list: JobListing;
  forecasts: QueueForecasts;
  journals: JournalRepository;
  reviews: ReviewRepository;
  segments: SegmentRepository;
  /** Applies an event and publishes the result. Returns undefined if another change was applied first. */
  apply(id: string, event: JobEvent, patch?: JobPatch, options?: ApplyOptions): Promise<JobRow | undefined>;
  patch(id: string, patch: JobPatch, lease?: Lease): Promise<JobRow | undefined>;
  announce(row: JobRow): void;
  /** Schedules publication of the queue after a change of its counts or order. */
  changed(): void;
  publish<K extends keyof JobBusEvents>(type: K, payload: JobBusEvents[K]): void;
}

/** Returns the row of a job. Throws `not_found`. */
export async function existingJob({ jobs }: Pick<JobStore, "jobs">, id: string): Promise<JobRow> {
  const row = await jobs.get(id);
  if (row === undefined) throw new Fault("not_found", `There is no job ${id}.`);
  return row;
}

/** Creates the store. `live` returns the state of running jobs. `changed` is called after every state change. */
export function createJobStore(
  { store, bus }: { store: Store; bus: Pick<Bus<JobBusEvents>, "publish"> },
  { live, changed }: { live: (id: string) => LiveFacts | undefined; changed: () => void },
): JobStore {
  const jobs = jobRepository(store);
  const jobStore: JobStore = {
    jobs,
    list: jobListing(store),
    forecasts: queueForecasts(store),
    journals: journalRepository(store),
    reviews: reviewRepository(store),
    segments: segmentRepository(store),
    async apply(id, event, patch = {}, { closeJournal = false, ...guard } = {}) {
      const write = closeJournal ? jobs.applyAndCloseJournal : jobs.apply;
      const row = await write(id, event, patch, guard);
      if (row) {
        jobStore.announce(row);
        if (isFinished(row.status)) bus.publish("job-ended", { job: toJob(row) });
        changed();
      }
      return row;
    },
    async patch(id, patch, lease) {
      const row = await jobs.patch(id, patch, lease);
      if (row) jobStore.announce(row);
      return row;
    },
    changed,
    announce: (row) => bus.publish("job", { job: toJob(row, { live: live(row.id) }) }),
    publish: (type, payload) => bus.publish(type, payload),
  };
  return jobStore;
}
