import type { ProgressReport } from "../../encode/run/progress.ts";
import type { EncodeWorker } from "../workers/encode_client.ts";

/** Controls the tools that an attempt runs. */
export interface RunHandle {
  readonly signal: AbortSignal;
  /** Signal that is aborted at shutdown. The next start handles data that can then no longer be stored. */
  readonly ending: AbortSignal;
  /** Duration in seconds that corresponds to 100 % progress. */
  durationSeconds: number;
  /** Returns the worker of a slot, which is started when first used. Concurrent segments need several slots. */
  worker(slot?: number): EncodeWorker;
  /**
   * Passes the progress reports of the tool in a slot to `listener` instead of using them as the progress of the job.
   * Returns a function that stops this.
   */
  watchSlot(slot: number, listener: (report: ProgressReport) => void): () => void;
  /**
   * Uses a report as the progress of the job. `written` is the location and size of the written data if it is not in
   * the folder of the result.
   */
  reportProgress(report: ProgressReport, written?: { folder: string; bytes: number }): void;
  /** True if the tools of this machine are suspended. */
  isFrozen(): boolean;
  /** True if other machines get no new segments. */
  isFrozenElsewhere(): boolean;
  /** Resolves when the process of the started tool has been recorded. */
  childRecorded(): Promise<void>;
}
