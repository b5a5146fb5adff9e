import type { RippedFile, StoredRip } from "../rip_schema.ts";

/** Result of handing files to a manager. */
export interface Delivered {
  /** All files with their current paths and import results. */
  files: RippedFile[];
  /**
   * Why not all files were imported, with the manager, the path sent to it, the local path and the reason for each
   * file.
   */
  error?: string;
}

/** A folder, and its visibility to each manager. */
export interface ImportAccess {
  dir: string;
  localOk: boolean;
  apps: { app: "movie" | "series"; path: string; visible: boolean | null; error?: string }[];
  warnings: string[];
}

/** Result of sweeping the rip folder. */
export interface SweepResult {
  files: {
    path: string;
    arr?: "movie" | "series";
    result: "imported" | "rejected" | "skipped" | "failed";
    reason?: string;
  }[];
  removedFolders: number;
}

/** Hands ripped files to the managers and verifies the imports. */
export interface Delivery {
  /** The folder within the rip folder to which a rip's files are published. */
  folderOf(rip: StoredRip): Promise<string>;
  /**
   * Moves the files of a rip into the rip folder, preferring encoded ones, and returns them with their new paths.
   * Existing files are kept. Throws `RipProblem` if the disk is full.
   */
  publish(rip: StoredRip, options: DeliverOptions): Promise<RippedFile[]>;
  /**
   * Publishes the files of a rip, has its manager import them and verifies each one. Safe to repeat after a crash or
   * failure: existing files are not copied again. Throws like `publish`.
   */
  deliver(rip: StoredRip, options: DeliverOptions): Promise<Delivered>;
  /** Adds the movie or series of a rip to its manager and returns its ID there. Throws `Fault`, `ManagerProblem`. */
  addToLibrary(rip: StoredRip): Promise<{ arrId: number; message: string }>;
  check(): Promise<ImportAccess>;
  /**
   * Has everything in the rip folder imported that is not in use. `again` includes recent failures. Throws `bad_state`
   * if disc ripping is disabled.
   */
  sweep(options?: { again?: boolean }): Promise<SweepResult>;
}

/** Callbacks for the steps, and the signal that stops them. */
export interface DeliverOptions {
  signal: AbortSignal;
  onLog(line: string): void;
  /** Stores the changed fields of a file before the next step starts. */
  onFile(file: RippedFile): Promise<void>;
}
