/** What is wrong with one sound track, found by comparing it with its source part by part. */

export type SoundFaultKind =
  | "silent"
  | "dropout"
  | "other"
  | "noise"
  | "level"
  | "dynamics"
  | "late"
  | "drift"
  | "exchanged"
  | "joined"
  | "inverted"
  | "muffled";

/** One fault of one track. `detail` is the end of a sentence with the values that were measured. */
export interface SoundFault {
  kind: SoundFaultKind;
  /** From the start of the film. */
  atSeconds: number;
  detail: string;
}
