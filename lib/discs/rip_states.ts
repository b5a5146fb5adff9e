/** All states of a rip. An event that is not allowed in a state is rejected with 409 `bad_state`. */
export const RIP_STATES = [
  "inserted",
  "scanning",
  "identifying",
  "ready",
  "ripping",
  "transcoding",
  "delivering",
  "done",
  "failed",
  "cancelled",
  "interrupted",
] as const;
/** A state of a rip. */
export type RipState = (typeof RIP_STATES)[number];

/** All events of a rip. */
export const RIP_EVENTS = [
  "scan",
  "titlesRead",
  "nothingFound",
  "matched",
  "identify",
  "start",
  "transcode",
  "deliver",
  "finish",
  "fail",
  "cancel",
  "processEnded",
  "jobRetried",
  "importedLater",
] as const;
/** An event of a rip. */
export type RipEvent = (typeof RIP_EVENTS)[number];

/** Transitions after all titles have been copied, depending on the selected options. */
const AFTER_COPY = { transcode: "transcoding", deliver: "delivering", finish: "done" } as const;

const NEXT: Record<RipState, Partial<Record<RipEvent, RipState>>> = {
  inserted: { scan: "scanning" },
  scanning: { titlesRead: "identifying", nothingFound: "failed", cancel: "cancelled", processEnded: "inserted" },
  identifying: { matched: "ready", cancel: "cancelled", processEnded: "inserted" },
  ready: { scan: "scanning", identify: "identifying", start: "ripping", cancel: "cancelled" },
  ripping: { ...AFTER_COPY, fail: "failed", cancel: "cancelled", processEnded: "interrupted" },
  transcoding: { deliver: "delivering", finish: "done", fail: "failed", cancel: "cancelled" },
  delivering: { finish: "done", fail: "failed", cancel: "cancelled" },
  done: { scan: "scanning", start: "ripping" },
  failed: {
    scan: "scanning",
    start: "ripping",
    jobRetried: "transcoding",
    deliver: "delivering",
    importedLater: "done",
  },
  cancelled: { scan: "scanning", start: "ripping" },
  interrupted: { scan: "scanning", start: "ripping", cancel: "cancelled" },
};

/** Returns the state after `event`, or undefined if the state does not allow it. */
export const nextRipState = (state: RipState, event: RipEvent): RipState | undefined => NEXT[state][event];

/** Returns the states that allow `event`. */
export const ripStatesAccepting = (event: RipEvent): RipState[] => RIP_STATES.filter((state) => NEXT[state][event]);

/** States in which a rip must not be deleted, because its files are being written or moved. */
export const HELD_STATES = ["scanning", "ripping", "delivering"] as const satisfies RipState[];

/** States in which nothing happens until the user acts. */
export const ENDED_STATES = ["done", "failed", "cancelled"] as const satisfies RipState[];

/** States in which a program is reading the disc. */
export const READING_STATES = ["scanning", "identifying", "ripping"] as const satisfies RipState[];

/** States in which a rip is being processed. */
export const WORKING_STATES = [...READING_STATES, "transcoding", "delivering"] as const satisfies RipState[];
