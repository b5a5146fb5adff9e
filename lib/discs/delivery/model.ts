import type { RippedFile, StoredRip } from "../rip_schema.ts";

/** Result of delivering files to a manager. */
export interface Delivered {
  /** All files, with their current paths and import results. */
  files: RippedFile[];
  /**
   * Reason why not all files were imported, with the manager, the path sent to it, the local path and the reason for
   * each file.
   */
  error?: string;
}

/** A folder, and whether each manager can access it. */
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

/** Delivers ripped files to the managers and verifies the imports. */
export interface Delivery {
  /** Returns the folder in the rip folder to which the files of a rip are published. */
  folderOf(rip: StoredRip): Promise<string>;
  /**
   * Moves the files of a rip into the rip folder, preferring encoded files, and returns them with their new paths.
   * Existing files are kept. Throws `RipProblem` if the disk is full.
   */
  publish(rip: StoredRip, options: DeliverOptions): Promise<RippedFile[]>;
  /**
   * Publishes the files of a rip, requests the import by its manager, and verifies each file. May be repeated after a
   * crash or failure. Existing files are not copied again. Throws the errors of `publish`.
   */
  deliver(rip: StoredRip, options: DeliverOptions): Promise<Delivered>;
  /** Adds the movie or series of a rip to its manager and returns its ID there. Throws `Fault`, `ManagerProblem`. */
  addToLibrary(rip: StoredRip): Promise<{ arrId: number; message: string }>;
  check(): Promise<ImportAccess>;
  /**
   * Requests the import of all files in the rip folder that are not in use. `again` includes recent failures. Throws
   * `bad_state` if disc ripping is disabled.
   */
  sweep(options?: { again?: boolean }): Promise<SweepResult>;
}

/** Callbacks for the steps, and the signal that stops them. */
export interface DeliverOptions {
  signal: AbortSignal;
  onLog(line: string): void;
  /** Called to store the changed fields of a file before the next step starts. */
  onFile(file: RippedFile): Promise<void>;
}
