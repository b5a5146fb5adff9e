/** Types of faults in an audio track, found by comparing it with its source section by section. */

export type AudioFaultKind =
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

/** One fault of one track. `detail` is the end of a sentence, with the measured values. */
export interface AudioFault {
  kind: AudioFaultKind;
  /** Seconds from the start of the video. */
  atSeconds: number;
  detail: string;
}
