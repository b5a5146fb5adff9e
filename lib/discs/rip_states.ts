/** The whole life of a rip. A pair that is not here cannot happen: the API answers 409 `bad_state`. */
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
/** One of them. */
export type RipState = (typeof RIP_STATES)[number];

/** Everything that can happen to a rip. */
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
/** One of them. */
export type RipEvent = (typeof RIP_EVENTS)[number];

/** After the titles are copied it is encoded, delivered or done, whatever of that is wanted. */
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

/** The state after `event`, or undefined when the state does not take it. */
export const nextRipState = (state: RipState, event: RipEvent): RipState | undefined => NEXT[state][event];

/** The states that take `event`. */
export const ripStatesTaking = (event: RipEvent): RipState[] => RIP_STATES.filter((state) => NEXT[state][event]);

/** States in which a rip may not be forgotten: files are being written or moved. */
export const HELD_STATES = ["scanning", "ripping", "delivering"] as const satisfies RipState[];

/** States in which nothing happens any more until somebody asks. */
export const ENDED_STATES = ["done", "failed", "cancelled"] as const satisfies RipState[];

/** States in which a program reads the disc. */
export const READING_STATES = ["scanning", "identifying", "ripping"] as const satisfies RipState[];

/** States in which something goes on by itself. */
export const WORKING_STATES = [...READING_STATES, "transcoding", "delivering"] as const satisfies RipState[];
