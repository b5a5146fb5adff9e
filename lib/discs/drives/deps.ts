import type { RipRepository } from "../../../db/discs/rips.ts";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { JobStorage } from "../../jobs/deps.ts";
import type { Mutex } from "../../kit/async.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Log } from "../../kit/log.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Drive, RipperStatus } from "../drive_schema.ts";
import type { RipBusEvents } from "../rips/deps.ts";
import type { DiscSource } from "../rippers/model.ts";
import type { Rips } from "../rips/service.ts";
import type { DriveMemory } from "./drive_memory.ts";
import type { DriveBusEvents } from "./model.ts";
import type { DriveSystem, OpticalDevice } from "./system/drive_system.ts";

/** A drive as the ripper lists it. */
export interface RipperDrive {
  /** Its place in that list. */
  index: number;
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  name: string;
  discName: string;
  /** Empty where the ripper does not say. */
  device: string;
}

/** What drives are built from. */
export interface DrivesDeps {
  system: DriveSystem;
  rips: Pick<Rips, "add" | "get" | "scan">;
  ripRows: Pick<RipRepository, "list" | "get" | "inStates" | "change">;
  keyValues: Pick<KeyValueRepository, "get" | "set">;
  settings: Pick<SettingsService, "current" | "update" | "onChange">;
  storage: Pick<JobStorage, "configDir" | "folders">;
  disks: Pick<DiskReads, "read">;
  bus: Pick<Bus<DriveBusEvents & RipBusEvents>, "publish" | "on">;
  ripperStatus(): Promise<RipperStatus>;
  /** Asks the ripper for its drives, which wakes them; absent where there is none. */
  ripperDrives?(signal: AbortSignal): Promise<RipperDrive[]>;
  clock: Clock;
  log: Log;
}

/** Where a drive is, and how it came to be one. */
export interface DrivePlace {
  /** Names the drive over restarts. */
  key: string;
  /** Of drives added by path and of linked images. */
  id?: string;
  name: string;
  path: string;
  source: DiscSource;
  virtual: boolean;
  manual: boolean;
  detected: boolean;
  available: boolean;
  note?: string;
  /** The drive as the operating system knows it; absent for images, and where it knows none. */
  device?: OpticalDevice;
  /** What the ripper says of a drive that the operating system does not know. */
  reported?: RipperDrive;
  /** What an image is called. */
  label?: string;
}

/** A drive, where it is, and what the last look found in it. */
export interface DriveEntry {
  place: DrivePlace;
  state: Drive["state"];
  label: string;
  busy: boolean;
  /** What stood in the way of the last look. */
  problem?: string;
  /** When the tray was opened from here, on the monotonic clock: what is said of the disc just then may be old. */
  ejectedMs?: number;
  /** Of an image: its size and times at the last look, while it may still be written. */
  pending?: string;
}

/** What the drives hold while they are open. */
export interface DrivesState extends DrivesDeps {
  /** By the key of the place, in the order they are listed. */
  entries: Map<string, DriveEntry>;
  readonly memory: DriveMemory;
  /** Drives are looked at one after another. */
  readonly inTurn: Mutex;
  readonly ending: AbortController;
  readonly running: Set<Promise<unknown>>;
  /** The last answer of the ripper, the devices there were then, and whether it alone can say what is in one of them. */
  ripperList?: { drives: RipperDrive[]; devices: string; knowsMore: boolean };
  /** Why the ripper could not list its drives. */
  ripperError?: unknown;
  driveError?: string;
  polling: boolean;
  /** What was published last. */
  published?: string;
}
