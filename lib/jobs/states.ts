/** The whole life of a job. A pair that is not here cannot happen: the API answers 409 `bad_state`. */
export const JOB_STATES = [
  "waiting",
  "queued",
  "probing",
  "encoding",
  "finalizing",
  "waiting_for_space",
  "publish_failed",
  "done",
  "skipped",
  "failed",
  "cancelled",
] as const;
/** One of them. */
export type JobState = (typeof JOB_STATES)[number];

/** Everything that can happen to a job. */
export const JOB_EVENTS = [
  "imported",
  "downloadFailed",
  "handedOver",
  "slotGranted",
  "probed",
  "nothingToDo",
  "toolFailed",
  "hardwareFailed",
  "stalled",
  "diskFull",
  "spaceBack",
  "toolExited",
  "verificationFailed",
  "publishFailed",
  "published",
  "cancel",
  "retry",
  "leaseLost",
] as const;
/** One of them. */
export type JobEvent = (typeof JOB_EVENTS)[number];

const NEXT: Record<JobState, Partial<Record<JobEvent, JobState>>> = {
  // Handed over: other jobs took over what came in, those of the episodes or of the discs.
  waiting: { imported: "queued", downloadFailed: "failed", handedOver: "done", cancel: "cancelled" },
  queued: { slotGranted: "probing", cancel: "cancelled" },
  probing: {
    probed: "encoding",
    nothingToDo: "skipped",
    toolFailed: "failed",
    diskFull: "waiting_for_space",
    cancel: "cancelled",
    leaseLost: "queued",
  },
  encoding: {
    toolExited: "finalizing",
    toolFailed: "failed",
    hardwareFailed: "encoding",
    stalled: "failed",
    diskFull: "waiting_for_space",
    cancel: "cancelled",
    leaseLost: "queued",
  },
  finalizing: {
    published: "done",
    verificationFailed: "failed",
    toolFailed: "failed",
    publishFailed: "publish_failed",
    diskFull: "waiting_for_space",
    cancel: "cancelled",
    leaseLost: "queued",
  },
  waiting_for_space: { spaceBack: "queued", cancel: "cancelled" },
  publish_failed: { retry: "finalizing" },
  done: {},
  skipped: { retry: "queued" },
  failed: { retry: "queued" },
  cancelled: { retry: "queued" },
};

/** The state after `event`, or undefined when the state does not take it. */
export const nextState = (state: JobState, event: JobEvent): JobState | undefined => NEXT[state][event];

/** The states that take `event`: the `where` of the update that applies it. */
export const statesTaking = (event: JobEvent): JobState[] => JOB_STATES.filter((state) => NEXT[state][event]);

/** States that end an attempt; some of them take `retry`. */
export const FINISHED_STATES = [
  "publish_failed",
  "done",
  "skipped",
  "failed",
  "cancelled",
] as const satisfies JobState[];
/** States in which a job has a lease. */
export const RUNNING_STATES = ["probing", "encoding", "finalizing"] as const satisfies JobState[];
/** States in which a job still holds its file: a second job for the same file and profile is the same job. */
export const ACTIVE_STATES = [
  "waiting",
  "queued",
  ...RUNNING_STATES,
  "waiting_for_space",
] as const satisfies JobState[];
/** Finished states that leave nothing behind but history. */
export const REMOVABLE_STATES = ["done", "skipped", "failed", "cancelled"] as const satisfies JobState[];

/** Whether a job in this state neither runs nor will run without a retry. */
export const isFinished = (state: JobState): boolean => (FINISHED_STATES as readonly JobState[]).includes(state);
/** Whether a job in this state has a lease. */
export const isRunning = (state: JobState): boolean => (RUNNING_STATES as readonly JobState[]).includes(state);
