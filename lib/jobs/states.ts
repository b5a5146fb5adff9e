/**
 * Life cycle of a job. Transitions that are not listed here are not possible. For these, the API responds with 409
 * `bad_state`.
 */
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
/** State of a job. */
export type JobState = (typeof JOB_STATES)[number];

/** All events of a job. */
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
  "slotBusy",
] as const;
/** Event in the life cycle of a job. */
export type JobEvent = (typeof JOB_EVENTS)[number];

const NEXT: Record<JobState, Partial<Record<JobEvent, JobState>>> = {
  // Handed over: other jobs process the imported files, for example those of individual episodes or discs.
  waiting: { imported: "queued", downloadFailed: "failed", handedOver: "done", cancel: "cancelled" },
  queued: { slotGranted: "probing", cancel: "cancelled" },
  probing: {
    probed: "encoding",
    nothingToDo: "skipped",
    toolFailed: "failed",
    diskFull: "waiting_for_space",
    cancel: "cancelled",
    leaseLost: "queued",
    slotBusy: "queued",
  },
  encoding: {
    toolExited: "finalizing",
    toolFailed: "failed",
    hardwareFailed: "encoding",
    stalled: "failed",
    diskFull: "waiting_for_space",
    cancel: "cancelled",
    leaseLost: "queued",
    // The GPU has no free session, or the CPU has no free slot for an encode that is moved from the GPU to the CPU.
    slotBusy: "queued",
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

/** Returns the state after `event`, or undefined if the state does not allow it. */
export const nextState = (state: JobState, event: JobEvent): JobState | undefined => NEXT[state][event];

/** Returns the states that allow `event`, for the `where` of the update that applies it. */
export const statesTaking = (event: JobEvent): JobState[] => JOB_STATES.filter((state) => NEXT[state][event]);

/** States that end an attempt. Some of them allow `retry`. */
export const FINISHED_STATES = [
  "publish_failed",
  "done",
  "skipped",
  "failed",
  "cancelled",
] as const satisfies JobState[];
/** States in which a job is leased. */
export const RUNNING_STATES = ["probing", "encoding", "finalizing"] as const satisfies JobState[];
/** States in which the file of a job is in use. Another request for the same file and profile returns this job. */
export const ACTIVE_STATES = [
  "waiting",
  "queued",
  ...RUNNING_STATES,
  "waiting_for_space",
] as const satisfies JobState[];
/** Finished states in which a job has no undelivered encode, so that the job may be removed. */
export const REMOVABLE_STATES = ["done", "skipped", "failed", "cancelled"] as const satisfies JobState[];

/** True if a job in this state is not running and will only run after a retry. */
export const isFinished = (state: JobState): boolean => (FINISHED_STATES as readonly JobState[]).includes(state);
/** True if a job in this state is leased. */
export const isRunning = (state: JobState): boolean => (RUNNING_STATES as readonly JobState[]).includes(state);
