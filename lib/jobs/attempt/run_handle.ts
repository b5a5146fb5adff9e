import type { ProgressReport } from "../../encode/run/progress.ts";
import type { EncodeWorker } from "../workers/encode_client.ts";

/** Control of the tools that an attempt runs. */
export interface RunHandle {
  readonly signal: AbortSignal;
  /** Aborted at shutdown. Data that cannot be stored then is left to the next start. */
  readonly ending: AbortSignal;
  /** Duration in seconds that progress is measured against. */
  durationSeconds: number;
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
  reportProgress(report: ProgressReport, written?: { folder: string; bytes: number }): void;
  /** True if the tools are suspended. */
  isFrozen(): boolean;
  /** Resolves when the started tool has been recorded. */
  childRecorded(): Promise<void>;
}
