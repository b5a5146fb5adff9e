import type { AutoMemoryRow } from "../../../db/schema/library.ts";
import type { AutoItem } from "./model.ts";

/** What is remembered of a file. */
export type Remembered = Omit<AutoMemoryRow, "at">;

/** A remux that a manager holds. */
export interface Candidate extends AutoItem {
  /** This machine can open it. */
  visible: boolean;
  /** The profile for its kind; undefined when there is none that works. */
  profileId?: string;
  /** Changes whenever the profile does. */
  profileVersion?: string;
  /** Of its content, where that is needed to tell it from others. */
  fingerprint?: string;
}
