import type { Lease } from "../../../db/jobs/job_events.ts";
import type { KeyedMutex } from "../../kit/async.ts";
import type { Log } from "../../kit/log.ts";
import type { SlotsByKind } from "../capacity/local_capacity.ts";
import type { EncodeSlots } from "../capacity/encode_slots.ts";
import type { MachineSlots } from "../capacity/machine_slots.ts";
import type { SegmentedEncodes } from "../capacity/schedule_model.ts";
import type { CrashPoint } from "../delivery/crash_points.ts";
import type { JobsDeps } from "../deps.ts";
import type { JobStore } from "../job_store.ts";
import type { Suspension } from "./stops.ts";
import type { JobPart, JobProgress, ProgressSample } from "../schema.ts";

/** Services and options shared by all runs of this program. */
export interface RunnerDeps {
  readonly deps: JobsDeps;
  readonly jobStore: JobStore;
  readonly lease: Lease;
  readonly log: Log;
  readonly crashPoint: (point: CrashPoint) => void;
  /**
   * Allows one move at a time per path. Otherwise an undo and the delivery of a later job could both find the same
   * encode in place, and one would replace the result of the other.
   */
  readonly fileMutex: KeyedMutex;
  /** Slots of other machines, shared by all runs. */
  readonly slots: MachineSlots;
  /** Slots of the CPU and the GPUs of this machine. */
  readonly encodeSlots: EncodeSlots;
  readonly slotsByKind: SlotsByKind;
  readonly segmentedEncodes: SegmentedEncodes;
}

/** A job that occupies a slot (or completes its delivery without one), as used by the scheduler and the UI. */
export interface Run {
  readonly id: string;
  /** True if the job does not encode, so that it may run in addition to the maximum number of slots. */
  readonly beside: boolean;
  /** Size of the source in bytes. */
  readonly inputBytes: number;
  progress?: JobProgress;
  /** Speed and bitrate so far, by position in the result. The samples are kept only during the run. */
  samples?: ProgressSample[];
  mediaSeconds?: number;
  /** Expected time at which the tool ends, at its current speed. */
  endsAt?: string | undefined;
  /** Returns the state of each segment of a segmented encode. */
  parts?: () => JobPart[];
  /** Messages about segments on other machines, which are added to the start of each log of the job. */
  readonly notes: string[];
  /** True while a live preview is being written. */
  preview: boolean;
  /** True if the tool has completed its file. */
  encoded: boolean;
  /** True if the job can no longer be cancelled. */
  publishing: boolean;
  /** Process groups of the running tools. */
  readonly pids: Set<number>;
  /** Settles when the outcome has been stored and the process group has exited. */
  readonly ended: Promise<void>;
  stop(why: "cancel" | "shutdown"): void;
  /** Reason for which another service has suspended the tools, shown to the user. */
  heldBy?: string | undefined;
  /** Suspends the tools (SIGSTOP) or resumes them. */
  suspend(suspension: Suspension): void;
}
