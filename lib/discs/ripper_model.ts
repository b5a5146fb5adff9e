import type { DiscType, Protection, ReadTitle } from "./model.ts";
import type { RipperStatus } from "./drive_schema.ts";
import type { DiscTitle } from "./title_schema.ts";

/** Interface of the rippers. The open ripper copies the files of unprotected discs. The other ripper is MakeMKV. */

/** Source of a disc: a drive by its device node, an image file, or a folder with `BDMV` or `VIDEO_TS`. */
export interface DiscSource {
  kind: "device" | "image" | "folder";
  path: string;
}

/** Formats a source as in `makemkvcon` and in records: `dev:/dev/sr0`, `iso:/path`, `file:/path`. */
export const sourceText = ({ kind, path }: DiscSource): string =>
  `${kind === "device" ? "dev" : kind === "image" ? "iso" : "file"}:${path}`;

/** Progress of a program in its current step. */
export interface StepProgress {
  step: string;
  /** Completed fraction of this step, 0 to 1. Absent if unknown. */
  fraction?: number;
  bytesDone?: number;
}

/** Callbacks for progress and log lines, and the signal that aborts. */
export interface Watching {
  onProgress(progress: StepProgress): void;
  /** Called with a line for the disc log. */
  onLog(line: string): void;
  signal: AbortSignal;
}

/** A scanned title. */
export interface ScannedTitle {
  title: DiscTitle;
  /** The title as read by the built-in readers. Absent if they cannot read the disc. */
  read?: ReadTitle;
}

/** A scanned disc. */
export interface Scan {
  ripper: RipperName;
  type: DiscType;
  volumeName?: string;
  discName?: string;
  protection?: Protection;
  fingerprint: { contentHash?: string; discId?: string };
  /** All titles with at least the requested length. */
  titles: ScannedTitle[];
  /** Reason why a scan found no titles. */
  note?: string;
  warnings: string[];
}

/** `open` is the built-in ripper. */
export type RipperName = "open" | "makemkv";

/** Identity of the scanned disc. */
export interface ScannedDisc {
  contentHash: string;
  /** Label of the disc. Empty if it has none. */
  label: string;
}

/** Request to copy a title. */
export interface TitleCopy {
  title: DiscTitle;
  read?: ReadTitle;
  /** The disc of the title. Absent if any disc with a matching title is accepted. */
  disc?: ScannedDisc;
  /** Tracks to keep, by their indexes in the title. */
  audio: readonly number[];
  subtitles: readonly number[];
  /** Title in the metadata of the file, as displayed by players. */
  name: string;
}

/** A copied title that has not been verified yet. */
export interface CopiedTitle {
  path: string;
  sizeBytes: number;
  /** Number of positions on the disc that could not be read on the first attempt. */
  readErrors: number;
}

/** Reads and copies discs, either directly or with an external program. */
export interface Ripper {
  readonly name: RipperName;
  /** Lists the titles of at least `minSeconds`. Throws `RipProblem`. */
  scan(source: DiscSource, options: { minSeconds: number } & Watching): Promise<Scan>;
  /**
   * Copies a title into `folder`, which must be empty and used only by this copy. The caller must empty the folder
   * after a failure or abort. `minSeconds` must be the same as for the scan. Throws `RipProblem`.
   */
  copy(
    source: DiscSource,
    copy: TitleCopy,
    options: { folder: string; minSeconds: number } & Watching,
  ): Promise<CopiedTitle>;
}

/** All rippers. The disc and the settings determine which one is used. */
export interface Rippers {
  /** Scans with the ripper that can copy the disc. `reason` explains the choice. Throws `RipProblem`. */
  scan(source: DiscSource, options: { minSeconds: number } & Watching): Promise<Scan & { reason: string }>;
  /** Copies one title with the ripper that scanned it. Throws `RipProblem`. */
  copy(
    ripper: RipperName,
    source: DiscSource,
    copy: TitleCopy,
    options: { folder: string; minSeconds: number } & Watching,
  ): Promise<CopiedTitle>;
  /**
   * Verifies that a copied file is the complete title: it has the right length and streams and can be read to the end.
   * Throws `RipProblem` `short`.
   */
  verify(path: string, copy: TitleCopy, signal: AbortSignal): Promise<void>;
  /** MakeMKV's status. Its version is queried at most once per start. */
  status(): Promise<RipperStatus>;
}

/** Reason why a disc or title could not be read, in one sentence, and how to fix it. */
export class RipProblem extends Error {
  override name = "RipProblem";
  constructor(
    readonly code:
      | "tool_missing"
      | "protected"
      | "key_expired"
      | "busy"
      | "no_disc"
      | "read_error"
      | "disk_full"
      | "short"
      | "changed"
      | "failed",
    message: string,
    options: { cause?: unknown; remedy?: string } = {},
  ) {
    super(options.remedy === undefined ? message : `${message} ${options.remedy}`, { cause: options.cause });
  }
}
