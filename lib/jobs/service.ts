/** Public interface of the queue, implemented by `queue/queue.ts`. Routes and pages use only this interface. */
import type { Job, JobLog, JobSource, QueueState } from "./schema.ts";
import type { BulkCreate, BulkResult, CreateJob, JobPage, JobQuery, Reorder, SkippedJob } from "./request_schema.ts";
import type { EstimateRun } from "./estimate_schema.ts";
import type { JobFigures, JobFilter, JobsChange, JobsChanged } from "./change_schema.ts";
import type { ProfilePace } from "../../db/jobs/queue_forecast.ts";
import type { Tx } from "../../db/store.ts";
import type {
  BinDeleted,
  BinEntry,
  BinPage,
  BinQuery,
  UndoPlan,
  UndoRun,
  UndoRunDetails,
  UndoScope,
} from "./bin_schema.ts";
import type { ReviewDecision, ReviewPlace } from "./review.ts";
import type { JobState } from "./states.ts";
import type { HdrFormat } from "../media/probe/model.ts";

/** Expected start and end of a waiting job, in ISO 8601. */
export interface PlannedTime {
  startsAt: string;
  endsAt: string;
}

/** Expected times of the waiting jobs by ID, and the end of the whole queue if it is known. */
export interface QueueTimeline {
  jobs: ReadonlyMap<string, PlannedTime>;
  endsAt?: string;
}

/** Job whose file does not exist yet. The file comes from a manager, a disc, or the Soulseek network. */
export interface WaitingInput extends Pick<CreateJob, "title" | "subtitle" | "poster" | "profileId"> {
  /** Job ID chosen by the caller, so that a request that is repeated after a crash creates no second job. */
  id: string;
  title: string;
  message: string;
  source: JobSource;
}

/** File imported for a waiting job, accessible on this machine. */
export interface ImportedFile extends Pick<CreateJob, "title" | "subtitle" | "poster"> {
  source: Partial<JobSource> & { localPath: string };
}

/** Options for assigning imported files to a waiting job. */
export interface WaitingImportOptions {
  /**
   * True if no more files will arrive. The waiting job then gets one of the files. Otherwise each file becomes a
   * separate job.
   */
  complete: boolean;
  /**
   * Called in the transaction that queues the files, so that an import is never queued without being recorded, or
   * recorded without being queued.
   */
  alongside?: (tx: Tx) => Promise<void>;
}

/** Origin of a job that was not created by a user. */
export interface JobOrigin {
  trigger: "grab" | "auto" | "disc";
  label: string;
  /** Rip whose title the job encodes, and the folder for the result, which takes precedence over the profile. */
  rip?: { id: string; folder: string };
  /** Called in the transaction that creates a job, with its ID, so that the job is never stored without its origin. */
  alongside?: (tx: Tx, jobId: string) => Promise<void>;
}

/** Restores the originals of several jobs in the background, one run at a time. */
export interface UndoRuns {
  /** Returns the outcome that an undo would have, without any change. Throws `not_found`. */
  plan(scope: UndoScope): Promise<UndoPlan>;
  /** Starts an undo, and returns without waiting for its end. Throws `not_found`, `busy`. */
  start(scope: UndoScope): Promise<UndoRun>;
  /** Returns a run with the outcome of each job. Throws `not_found`. */
  get(id: string): Promise<UndoRunDetails>;
  /** Returns the newest runs. */
  list(): Promise<UndoRun[]>;
}

/** The recycle bins, which contain replaced originals and removed encodes. */
export interface Bin {
  /** Returns one page of entries, with the totals of all. */
  list(query: BinQuery): Promise<BinPage>;
  /** Returns the entries of these jobs. None of them is marked as the next to be deleted. */
  ofJobs(ids: readonly string[]): Promise<BinEntry[]>;
  /** Deletes entries before their time. A refused entry does not stop the others. */
  delete(paths: readonly string[]): Promise<BinDeleted>;
}

/** Operations on jobs for routes, pages and other modules. */
export interface Jobs {
  list(query: JobQuery): Promise<JobPage>;
  /** Returns a job. Throws `not_found`. */
  get(id: string): Promise<Job>;
  /**
   * Adds a job. `created` is false if the same file is already active with the same profile. In this case, the active
   * job is returned.
   */
  create(input: CreateJob, origin?: JobOrigin): Promise<{ created: boolean; job: Job } | SkippedJob>;
  createBulk(input: BulkCreate): Promise<BulkResult>;
  /** Creates a job that waits for its file. Returns the existing job if the ID is in use. Throws `no_profile`. */
  createWaiting(input: WaitingInput, origin: JobOrigin): Promise<Job>;
  /**
   * Queues the files imported for a waiting job. If no more will arrive, the job itself gets the first file. The other
   * files become jobs with its ID as `parentId`. A file that is already active with the same profile is not queued
   * again. If no file remains for the job itself, it ends as handed over. Returns the IDs of the jobs that have the
   * files, or undefined if the job is no longer waiting. Throws `unreadable`, `path_not_allowed`.
   */
  imported(id: string, files: ImportedFile[], options: WaitingImportOptions): Promise<string[] | undefined>;
  /** Updates the message that describes what a waiting job is waiting for. */
  waitingMessage(id: string, text: string): Promise<void>;
  /** Fails a waiting job whose file will not arrive. `reason` is shown to the user. */
  downloadFailed(id: string, reason: string, code: string): Promise<void>;
  /** Ends a waiting job because other jobs process its file. */
  handedOver(id: string, message: string): Promise<void>;
  /** Records the manager's response to the result of a finished job. */
  recordManagerResult(id: string, result: { message: string } | { warning: string }): Promise<void>;
  /** Cancels a job. Resolves when the process group of the tool has exited. Throws `bad_state`. */
  cancel(id: string): Promise<Job>;
  retry(id: string): Promise<Job>;
  reorder(id: string, to: Reorder): Promise<Job>;
  /** Removes a finished job with its log. `discard` also removes the encode of a `publish_failed` job. */
  remove(id: string, options?: { discard?: boolean }): Promise<void>;
  /** Returns the IDs of a whole list, with the data for the totals of a selection. */
  figures(filter: JobFilter): Promise<JobFigures>;
  /** Returns the totals of recent jobs by profile, from which the totals of other jobs are extrapolated. */
  paces(): Promise<ProfilePace[]>;
  /** Performs one action on many jobs. If a job is refused, the others are still changed. Throws `no_profile`. */
  change(input: JobsChange): Promise<JobsChanged>;
  retryFailed(): Promise<{ retried: number }>;
  clear(statuses?: JobState[]): Promise<{ removed: number }>;
  /** Returns the log of a job. With `endBytes`, reads only approximately this much from the end. */
  log(id: string, options?: { endBytes?: number }): Promise<JobLog>;
  /** Moves a retired original back to its path if it is still kept, and the encode to the recycle bin. */
  undo(id: string): Promise<Job>;
  /**
   * Moves the encode of a finished job to the recycle bin. The original is not changed. Throws `bad_state` if the
   * original no longer exists, `conflict`, `output_exists`.
   */
  deleteEncode(id: string): Promise<Job>;
  /**
   * Deletes a replaced original from the recycle bin, which frees its space. Throws `bad_state` if none is kept, and
   * `conflict`.
   */
  deleteOriginal(id: string): Promise<Job>;
  /**
   * Starts replacing the original of a finished job that kept both files. All frames are compared first. The message of
   * the job contains the outcome. Throws `bad_state`, `conflict`, `path_not_allowed`, `unreadable`.
   */
  replaceOriginal(id: string): Promise<Job>;
  /**
   * Moves the encode of a finished job to the bin and queues its original again, with settings for a smaller result.
   * Throws `bad_state` if no smaller result is possible, and the errors of `deleteEncode` and `create`.
   */
  trySmaller(id: string): Promise<Job>;
  /** Records a decision about a finished encode beside its original. Changes no file. Throws `bad_state`. */
  decideReview(id: string, decision: ReviewDecision): Promise<Job>;
  /**
   * Returns the position of a job among the undecided encodes, newest first. Without a job, `next` is the newest
   * undecided encode.
   */
  reviewPlace(id?: string): Promise<ReviewPlace>;

  /**
   * Removes segments that have not been used for a long time or exceed the size limit. Returns the number of removed
   * segments.
   */
  cleanSegments(): Promise<number>;

  /** Restores the originals of several jobs. */
  readonly undoRuns: UndoRuns;
  /** Replaced originals and removed encodes that are kept. */
  readonly bin: Bin;

  queueState(): Promise<QueueState>;
  /** Returns the expected start and end of the waiting jobs. */
  timeline(): Promise<QueueTimeline>;
  setLimit(limit: number): Promise<QueueState>;
  setPaused(paused: boolean, suspend?: boolean): Promise<{ paused: boolean }>;
  /**
   * Suspends the tools of this machine and starts no jobs until `release` is called. `reason` is shown to the user. A
   * hold is independent of the user's pause and ends with the program. Other machines continue. Used for playback.
   */
  hold(reason: string): void;
  /** Ends the hold. */
  release(): void;

  /** Returns the latest source frame during the encode (JPEG). Throws `no_preview`. */
  livePreview(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns a frame near the end of the file being written (JPEG). Throws `no_preview`. */
  encodedPreview(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns a frame of source or output at `seconds` (clamped to the file), as JPEG with this width in pixels. */
  frame(id: string, which: "source" | "output", seconds: number, width: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns source (left) and output (right) at `seconds` side by side in one image (JPEG). */
  framePair(id: string, seconds: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the file whose frames are shown for the source or output of a job. Throws `no_preview`. */
  shownFile(id: string, which: "source" | "output"): Promise<ShownJobFile>;
}

/** Source or output file of a finished job, and how its frames are displayed. */
export interface ShownJobFile {
  path: string;
  hdr: HdrFormat;
  /** Filters that crop the source to the same area as the output. */
  before: string[];
  /** Frame rate as a fraction. Undefined for a file without video. */
  frameRate: [numerator: number, denominator: number] | undefined;
  durationSeconds: number | undefined;
}

/**
 * A media file that was added, replaced or removed. `from` is the path of the removed file, `to` the path of the new
 * file. Both paths are equal if the content of a file was replaced.
 */
export interface FilesChanged {
  from?: string;
  to?: string;
}

/**
 * Events that the queue publishes on the event bus. The event stream combines progress events, because they may be
 * frequent.
 */
export interface JobBusEvents {
  job: { job: Job };
  /** Jobs were added to the queue: a single job, or a number of jobs. */
  "job-added": { count: number; job?: Job };
  /**
   * A job is done, was skipped, has failed, was cancelled, or is finished but not published. Published once per job.
   */
  "job-ended": { job: Job };
  /** A finished encode has replaced its original. `at` is in milliseconds since 1970. */
  "original-replaced": { id: string; at: number };
  /** Progress or end of restoring the originals of several jobs. */
  undo: { undo: UndoRun };
  /** A file of the media libraries changed: a delivery, an undo, a deleted encode, a rip. Published once per file. */
  "files-changed": FilesChanged;
  jobs: { jobs: Job[] };
  "job-removed": { id: string };
  queue: QueueState;
  log: { jobId: string; line: string };
  notice: { level: "info" | "warn" | "error"; message: string };
  /** Progress or end of an estimate with samples. */
  estimate: { estimate: EstimateRun };
}
