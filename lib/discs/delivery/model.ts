import type { RippedFile, StoredRip } from "../rip_schema.ts";

/** What came of handing files to a manager. */
export interface Delivered {
  /** All files with where they are now and what the manager did with each. */
  files: RippedFile[];
  /** Why not all were imported: names the manager, the path it was sent, ours, and its reason per file. */
  error?: string;
}

/** A folder, and whether each manager sees it. */
export interface ImportAccess {
  dir: string;
  localOk: boolean;
  apps: { app: "movie" | "series"; path: string; visible: boolean | null; error?: string }[];
  warnings: string[];
}

/** What a sweep of the rip folder did. */
export interface SweepResult {
  files: {
    path: string;
    arr?: "movie" | "series";
    result: "imported" | "rejected" | "skipped" | "failed";
    reason?: string;
  }[];
  removedFolders: number;
}

/** Hands ripped files to the managers and sees that they took them. */
export interface Delivery {
  /** The folder in the rip folder that the files of a rip are published in. */
  folderOf(rip: StoredRip): Promise<string>;
  /**
   * Moves the files of a rip into the rip folder, the encoded ones where there are any; answers them with where they are
   * now. What is there already stays. Throws `RipProblem` when the disk is full.
   */
  publish(rip: StoredRip, options: DeliverOptions): Promise<RippedFile[]>;
  /**
   * Publishes the files of a rip, has its manager import them, and looks at each afterwards. May be called again after a
   * crash or a failure: what is there already is not copied again. Throws as `publish`.
   */
  deliver(rip: StoredRip, options: DeliverOptions): Promise<Delivered>;
  /** Adds the film or series of a rip to its manager; answers its id there. Throws `Fault`, `ManagerProblem`. */
  addToLibrary(rip: StoredRip): Promise<{ arrId: number; message: string }>;
  check(): Promise<ImportAccess>;
  /**
   * Has everything imported that lies in the rip folder and is not being worked on; `again` also what failed a moment ago.
   * Throws `bad_state` when disc ripping is off.
   */
  sweep(options?: { again?: boolean }): Promise<SweepResult>;
}

/** Who hears of the steps, and how it is ended. */
export interface DeliverOptions {
  signal: AbortSignal;
  onLog(line: string): void;
  /** Stores what has changed of a file before the next step begins. */
  onFile(file: RippedFile): Promise<void>;
}
