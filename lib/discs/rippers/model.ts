import type { DiscType, Protection, ReadTitle } from "../model.ts";
import type { RipperStatus } from "../drive_schema.ts";
import type { DiscTitle } from "../title_schema.ts";

/** What every ripper does; one copies files of discs that are not protected, the other is MakeMKV. */

/** What is read: a drive by its device node, an image file, or a folder with `BDMV` or `VIDEO_TS`. */
export interface DiscSource {
  kind: "device" | "image" | "folder";
  path: string;
}

/** As `makemkvcon` names it and as records show it: `dev:/dev/sr0`, `iso:/path`, `file:/path`. */
export const sourceText = ({ kind, path }: DiscSource): string =>
  `${kind === "device" ? "dev" : kind === "image" ? "iso" : "file"}:${path}`;

/** How far a program is, in the step it is at. */
export interface StepProgress {
  step: string;
  /** 0 to 1 of this step; absent while nobody knows. */
  fraction?: number;
  bytesDone?: number;
}

/** Who hears of what happens meanwhile, and how it is ended. */
export interface Watching {
  onProgress(progress: StepProgress): void;
  /** A line for the disc log. */
  onLog(line: string): void;
  signal: AbortSignal;
}

/** One title as it was scanned. */
export interface ScannedTitle {
  title: DiscTitle;
  /** Where it lies on the disc, as our own readers found it; absent when they cannot read the disc. */
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
  /** All that are at least as long as asked for. */
  titles: ScannedTitle[];
  /** Why a scan found nothing. */
  note?: string;
  warnings: string[];
}

/** `open` is our own. */
export type RipperName = "open" | "makemkv";

/** What tells the disc that was scanned from others. */
export interface ScannedDisc {
  contentHash: string;
  /** Empty when it has none. */
  label: string;
}

/** One title to be copied. */
export interface TitleCopy {
  title: DiscTitle;
  read?: ReadTitle;
  /** The disc that the title is on; absent where any disc is taken that holds such a title. */
  disc?: ScannedDisc;
  /** Tracks that are kept, by their places among the title's tracks. */
  audio: readonly number[];
  subtitles: readonly number[];
  /** Name for the whole file, shown by players. */
  name: string;
}

/** A copied title, not yet verified. */
export interface CopiedTitle {
  path: string;
  sizeBytes: number;
  /** Places of the disc that could not be read at the first try. */
  readErrors: number;
}

/** Reads and copies discs with one program or by itself. */
export interface Ripper {
  readonly name: RipperName;
  /** Lists the titles of at least `minSeconds`. Throws `RipProblem`. */
  scan(source: DiscSource, options: { minSeconds: number } & Watching): Promise<Scan>;
  /**
   * Copies one title into `folder`, which is empty and belongs to this copy alone; what is left there after a failure or
   * an abort is the caller's to remove. `minSeconds` must be that of the scan. Throws `RipProblem`.
   */
  copy(
    source: DiscSource,
    copy: TitleCopy,
    options: { folder: string; minSeconds: number } & Watching,
  ): Promise<CopiedTitle>;
}

/** The rippers together: which one reads a disc is decided by what the disc is and by the settings. */
export interface Rippers {
  /** Scans with the ripper that can copy the disc; `reason` says why that one. Throws `RipProblem`. */
  scan(source: DiscSource, options: { minSeconds: number } & Watching): Promise<Scan & { reason: string }>;
  /** Copies one title with the ripper that scanned it. Throws `RipProblem`. */
  copy(
    ripper: RipperName,
    source: DiscSource,
    copy: TitleCopy,
    options: { folder: string; minSeconds: number } & Watching,
  ): Promise<CopiedTitle>;
  /**
   * Looks whether a copied file is the whole title: length, streams, readable to its end. Throws `RipProblem` `short`.
   */
  verify(path: string, copy: TitleCopy, signal: AbortSignal): Promise<void>;
  /** What is known of MakeMKV; asks it for its version at most once a start. */
  status(): Promise<RipperStatus>;
}

/** Why a disc or a title could not be read: a sentence, and what to do about it. */
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
