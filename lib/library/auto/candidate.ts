import type { AutoMemoryRow } from "../../../db/schema/library.ts";
import type { AutoItem } from "./model.ts";

/** The stored record of a processed file. */
export type Remembered = Omit<AutoMemoryRow, "at">;

/** Facts by which a file is recognised. Local media have no IDs of a manager; their `fileId` is 0. */
export interface Recallable {
  arr: AutoItem["arr"];
  arrId?: number;
  fileId: number;
  episodeIds?: number[] | undefined;
  localPath: string;
  sizeBytes: number;
  visible: boolean;
  fingerprint?: string;
}

/** A remux in a manager's library. */
export interface Candidate extends AutoItem {
  /** True if the file can be opened on this machine. */
  visible: boolean;
  /** Profile for this kind of title. Undefined if none can be used. */
  profileId?: string;
  /** ID and version of the profile, so that a changed profile is detected. */
  profileVersion?: string;
  /** Fingerprint of the file's content, if needed to distinguish it from other files. */
  fingerprint?: string;
}
