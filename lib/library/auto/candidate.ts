import type { AutoMemoryRow } from "../../../db/schema/library.ts";
import type { AutoItem } from "./model.ts";

/** The stored record of a processed file. */
export type Remembered = Omit<AutoMemoryRow, "at">;

/** A remux in a manager's library. */
export interface Candidate extends AutoItem {
  /** True if this machine can open the file. */
  visible: boolean;
  /** Profile for its kind. Undefined if there is no working one. */
  profileId?: string;
  /** Changes whenever the profile changes. */
  profileVersion?: string;
  /** Fingerprint of its content, if needed to distinguish it from other files. */
  fingerprint?: string;
}
