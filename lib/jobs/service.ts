/** Public interface of the queue, implemented by `queue/queue.ts`. Routes and pages use nothing below it. */
import type { Job, JobLog, JobSource, QueueState } from "./schema.ts";
import type { BulkCreate, BulkResult, CreateJob, JobPage, JobQuery, Reorder, SkippedJob } from "./request_schema.ts";
import type { EstimateRun } from "./estimate_schema.ts";
import type { JobFigures, JobFilter, JobsChange, JobsChanged } from "./change_schema.ts";
import type { Tx } from "../../db/store.ts";
import type { ReviewDecision, ReviewPlace } from "./review.ts";
import type { JobState } from "./states.ts";

/** Job whose file does not exist yet: from a manager, a disc, or the Soulseek network. */
export interface WaitingInput extends Pick<CreateJob, "title" | "subtitle" | "poster" | "profileId"> {
  /** Chosen by the caller, so that a repeated request after a crash creates no second job. */
  id: string;
  title: string;
  message: string;
  source: JobSource;
}

/** File imported for a waiting job, visible on this machine. */
export interface ImportedFile extends Pick<CreateJob, "title" | "subtitle" | "poster"> {
  source: Partial<JobSource> & { localPath: string };
}

/** Options for assigning imported files to a waiting job. */
export interface WaitingImportOptions {
  /**
   * True if no more files will arrive. The waiting job then takes a file itself; otherwise every file becomes a
   * separate job.
   */
  complete: boolean;
  /** Executed in the same transaction, so that the import is recorded and queued together or not at all. */
  alongside?: (tx: Tx) => Promise<void>;
}

/** Origin of a job that was not created by a user. */
export interface JobOrigin {
  trigger: "grab" | "auto" | "disc";
  label: string;
  /** Rip whose title the job encodes, and the folder for the result regardless of the profile. */
  rip?: { id: string; folder: string };
}

/** Everything that routes, pages and other modules can do with jobs. */
export interface Jobs {
  list(query: JobQuery): Promise<JobPage>;
  /** Throws `not_found`. */
  get(id: string): Promise<Job>;
  /** `created` is false if the same file is already active with the same profile. The active job is then returned. */
  create(input: CreateJob, origin?: JobOrigin): Promise<{ created: boolean; job: Job } | SkippedJob>;
  createBulk(input: BulkCreate): Promise<BulkResult>;
  /** Creates a job that waits for its file. Returns the existing job if the ID is taken. Throws `no_profile`. */
  createWaiting(input: WaitingInput, origin: JobOrigin): Promise<Job>;
  /**
   * Queues the files imported for a waiting job. The job itself takes the first file if no more will arrive; other
   * files become jobs with its ID as `parentId`. A file that is active with the same profile is not queued again. If
   * none is left for the job itself, it ends as handed over. Returns the IDs of the jobs that now have the files, or
   * undefined if the job is no longer waiting. Throws `unreadable`, `path_not_allowed`.
   */
  imported(id: string, files: ImportedFile[], options: WaitingImportOptions): Promise<string[] | undefined>;
  /** Updates the message about what a waiting job waits for. */
  waitingMessage(id: string, text: string): Promise<void>;
  /** Fails a waiting job whose file will not arrive. `reason` is shown to the user. */
  downloadFailed(id: string, reason: string, code: string): Promise<void>;
  /** Ends a waiting job because other jobs process its file. */
  handedOver(id: string, message: string): Promise<void>;
  /** Records the manager's response to the result of a finished job. */
  recordManagerResult(id: string, result: { message: string } | { warning: string }): Promise<void>;
  /** Resolves when the tool's process group has exited. Throws `bad_state`. */
  cancel(id: string): Promise<Job>;
  retry(id: string): Promise<Job>;
  reorder(id: string, to: Reorder): Promise<Job>;
  /** Removes a finished job with its log. `discard` also removes the kept output of a `publish_failed` job. */
  remove(id: string, options?: { discard?: boolean }): Promise<void>;
  /** Returns the IDs of a whole list, with the data needed to sum up a selection. */
  figures(filter: JobFilter): Promise<JobFigures>;
  /** Performs one action on many jobs. A refused job never stops the others. Throws `no_profile`. */
  change(input: JobsChange): Promise<JobsChanged>;
  retryFailed(): Promise<{ retried: number }>;
  clear(statuses?: JobState[]): Promise<{ removed: number }>;
  /** With `endBytes`, reads only approximately this much from the end. */
  log(id: string, options?: { endBytes?: number }): Promise<JobLog>;
  /** Moves a retired original back to its path while it is kept, and the encode to the bin. */
  undo(id: string): Promise<Job>;
  /**
   * Moves the encode of a finished job to the bin; the original stays. Throws `bad_state` if the original no longer
   * exists, `conflict`, `output_exists`.
   */
  deleteEncode(id: string): Promise<Job>;
  /**
   * Starts to replace the original of a finished job that kept both files. Every frame is compared first; the message
   * of the job contains the outcome. Throws `bad_state`, `conflict`, `path_not_allowed`, `unreadable`.
   */
  replaceOriginal(id: string): Promise<Job>;
  /**
   * Moves the encode of a finished job to the bin and queues its original again, one step smaller. Throws `bad_state` if
   * there is no smaller step, and like `deleteEncode` and `create`.
   */
  trySmaller(id: string): Promise<Job>;
  /** Records a decision about a finished encode beside its original that changes no file. Throws `bad_state`. */
  decideReview(id: string, decision: ReviewDecision): Promise<Job>;
  /** Returns the undecided encodes next to a job, newest first. Without a job, `next` is the first of them. */
  reviewPlace(id?: string): Promise<ReviewPlace>;

  /**
   * Removes segments that have not been used for a long time or exceed the budget. Returns the number of removed
   * segments.
   */
  cleanSegments(): Promise<number>;

  queueState(): Promise<QueueState>;
  setLimit(limit: number): Promise<QueueState>;
  setPaused(paused: boolean, suspend?: boolean): Promise<{ paused: boolean }>;

  /** Returns the latest source frame during the encode (JPEG). Throws `no_preview`. */
  livePreview(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns a frame near the end of the file being written (JPEG). Throws `no_preview`. */
  encodedPreview(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns a frame of source or output at `seconds` (clamped to the file), `width` pixels wide (JPEG). */
  frame(id: string, which: "source" | "output", seconds: number, width: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns source (left) and output (right) at `seconds` in one picture (JPEG). */
  framePair(id: string, seconds: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Events published by the queue on the event bus. Progress may be frequent; the stream coalesces it. */
export interface JobBusEvents {
  job: { job: Job };
  /** Jobs added to the queue: a single job, or a count. */
  "job-added": { count: number; job?: Job };
  /** Job done, skipped, failed, cancelled, or finished but not published. Published once each time. */
  "job-ended": { job: Job };
  /** A finished encode replaced its original later. `at` is in milliseconds since 1970. */
  "original-replaced": { id: string; at: number };
  jobs: { jobs: Job[] };
  "job-removed": { id: string };
  queue: QueueState;
  log: { jobId: string; line: string };
  notice: { level: "info" | "warn" | "error"; message: string };
  /** Progress or the end of a sampled estimate. */
  estimate: { estimate: EstimateRun };
}
