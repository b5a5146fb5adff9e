/** What the rest of the program may ask of the queue. Implemented by `queue/queue.ts`; routes and pages call nothing deeper. */
import type {
  BulkCreate,
  BulkResult,
  CreateJob,
  Job,
  JobLog,
  JobPage,
  JobQuery,
  JobSource,
  QueueState,
  Reorder,
  SkippedJob,
} from "./schema.ts";
import type { EstimateRun } from "./estimates/schema.ts";
import type { JobFigures, JobFilter, JobsChange, JobsChanged } from "./changes/change_schema.ts";
import type { Tx } from "../../db/store.ts";
import type { JobState } from "./states.ts";

/** A job whose file is still to come: from a manager, from a disc, or from the Soulseek network. */
export interface WaitingInput extends Pick<CreateJob, "title" | "subtitle" | "poster" | "profileId"> {
  /** Chosen by the caller, so that asking again after a crash makes no second job. */
  id: string;
  title: string;
  message: string;
  source: JobSource;
}

/** A file that came in for a waiting job, visible on this machine. */
export interface ImportedFile extends Pick<CreateJob, "title" | "subtitle" | "poster"> {
  source: Partial<JobSource> & { localPath: string };
}

/** How files that came in are given to a waiting job. */
export interface WaitingImportOptions {
  /** Nothing more will come: the waiting job takes a file itself. Otherwise every file becomes a job of its own. */
  complete: boolean;
  /** Written in the same transaction: what came in is noted and queued together, or neither. */
  alongside?: (tx: Tx) => Promise<void>;
}

/** Who made a job, when no person did. */
export interface JobOrigin {
  trigger: "grab" | "auto" | "disc";
  label: string;
  /** The rip whose title it encodes, and the folder that takes the result whatever the profile says. */
  rip?: { id: string; folder: string };
}

/** Everything that routes, pages and other districts may do with jobs. */
export interface Jobs {
  list(query: JobQuery): Promise<JobPage>;
  /** Throws `not_found`. */
  get(id: string): Promise<Job>;
  /** `created` is false when the same file with the same profile is already active: the answer is that job. */
  create(input: CreateJob, origin?: JobOrigin): Promise<{ created: boolean; job: Job } | SkippedJob>;
  createBulk(input: BulkCreate): Promise<BulkResult>;
  /** Makes a job that waits for its file; answers the one of that id when there is one already. Throws `no_profile`. */
  createWaiting(input: WaitingInput, origin: JobOrigin): Promise<Job>;
  /**
   * Queues what came in for a waiting job: the job itself takes the first file when that is all, further files become
   * jobs with its id as `parentId`. A file that is active with the same profile is queued no second time; when none is
   * left for the job itself, it is done because others took over. Answers the ids of the jobs that now have the files;
   * undefined when the job waits no longer. Throws `unreadable`, `path_not_allowed`.
   */
  imported(id: string, files: ImportedFile[], options: WaitingImportOptions): Promise<string[] | undefined>;
  /** Writes what a waiting job waits for. */
  waitingMessage(id: string, text: string): Promise<void>;
  /** Fails a waiting job: nothing will come for it. `reason` is for people. */
  downloadFailed(id: string, reason: string, code: string): Promise<void>;
  /** Ends a waiting job: other jobs work on what it waited for. */
  handedOver(id: string, message: string): Promise<void>;
  /** Records what a manager did with the result of a finished job. */
  recordManagerResult(id: string, result: { message: string } | { warning: string }): Promise<void>;
  /** Resolves when the tool's process group is gone. Throws `bad_state`. */
  cancel(id: string): Promise<Job>;
  retry(id: string): Promise<Job>;
  reorder(id: string, to: Reorder): Promise<Job>;
  /** Removes a finished job with its log; `discard` also removes the kept output of `publish_failed`. */
  remove(id: string, options?: { discard?: boolean }): Promise<void>;
  /** The ids of a whole list, with what sums over a choice of it need. */
  figures(filter: JobFilter): Promise<JobFigures>;
  /** One action on many jobs; one that is refused never stops the others. Throws `no_profile`. */
  change(input: JobsChange): Promise<JobsChanged>;
  retryFailed(): Promise<{ retried: number }>;
  clear(statuses?: JobState[]): Promise<{ removed: number }>;
  /** With `endBytes` only about so much of its end, read without the rest. */
  log(id: string, options?: { endBytes?: number }): Promise<JobLog>;
  /** Moves a retired original back to its place while it is kept, and the encode to the bin. */
  undo(id: string): Promise<Job>;

  /** Removes parts of encodes that nobody took for long or that are too many. Answers how many. */
  cleanSegments(): Promise<number>;

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

/** What the queue publishes on the event bus. Progress may come often; the stream coalesces it. */
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
  /** Progress or the end of a sampled estimate. */
  estimate: { estimate: EstimateRun };
}
