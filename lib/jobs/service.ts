/** What the rest of the program may ask of the queue. Implemented by `queue.ts`; routes and pages call nothing deeper. */
import type {
  BulkCreate,
  BulkResult,
  CreateJob,
  Job,
  JobLog,
  JobPage,
  JobQuery,
  QueueState,
  Reorder,
  SkippedJob,
} from "./schema.ts";
import type { JobState } from "./states.ts";

/** Who made a job, when no person did. */
export interface JobOrigin {
  trigger: "grab" | "auto" | "disc";
  label: string;
}

export interface Jobs {
  list(query: JobQuery): Promise<JobPage>;
  /** Throws `not_found`. */
  get(id: string): Promise<Job>;
  /** `created` is false when the same file with the same profile is already active: the answer is that job. */
  create(input: CreateJob, origin?: JobOrigin): Promise<{ created: boolean; job: Job } | SkippedJob>;
  createBulk(input: BulkCreate): Promise<BulkResult>;
  /** Resolves when the tool's process group is gone. Throws `bad_state`. */
  cancel(id: string): Promise<Job>;
  retry(id: string): Promise<Job>;
  reorder(id: string, to: Reorder): Promise<Job>;
  /** Removes a finished job with its log; `discard` also removes the kept output of `publish_failed`. */
  remove(id: string, options?: { discard?: boolean }): Promise<void>;
  retryFailed(): Promise<{ retried: number }>;
  clear(statuses?: JobState[]): Promise<{ removed: number }>;
  log(id: string): Promise<JobLog>;
  /** Puts a retired original back in its place while it is kept; the encode goes to the bin in its stead. */
  undo(id: string): Promise<Job>;

  queueState(): Promise<QueueState>;
  setLimit(limit: number): Promise<QueueState>;
  setPaused(paused: boolean, suspend?: boolean): Promise<{ paused: boolean }>;

  /** Newest frame of the source while it is encoded (JPEG). Throws `no_preview`. */
  livePreview(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** A frame near the end of the file being written (JPEG). Throws `no_preview`. */
  encodedPreview(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** A frame of source or output at `seconds` (clamped to the file), `width` pixels wide (JPEG). */
  frame(id: string, which: "source" | "output", seconds: number, width: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** What the queue says on the event bus. Progress may come often; the stream coalesces it. */
export interface JobBusEvents {
  job: { job: Job };
  /** New in the queue: one by its title, or many at once. */
  "job-added": { count: number; job?: Job };
  /** Done, skipped, failed, cancelled, or finished but not published. Once for each time. */
  "job-ended": { job: Job };
  jobs: { jobs: Job[] };
  "job-removed": { id: string };
  queue: QueueState;
  log: { jobId: string; line: string };
  notice: { level: "info" | "warn" | "error"; message: string };
}
