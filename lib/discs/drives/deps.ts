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
import type { RipBusEvents } from "../rip_bus_events.ts";
import type { DiscSource } from "../ripper_model.ts";
import type { Rips } from "../rips/service.ts";
import type { DriveMemory } from "./drive_memory.ts";
import type { DriveBusEvents } from "./model.ts";
import type { DriveSystem, OpticalDevice } from "./system/drive_system.ts";

/** A drive as listed by the ripper. */
export interface RipperDrive {
  /** Index in the ripper's list. */
  index: number;
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  name: string;
  discName: string;
  /** Path of the device. Empty if the ripper does not report one. */
  device: string;
}

/** Services and options of the drives. */
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
  /** Requests the list of drives from the ripper, which wakes the drives. Absent if there is no ripper. */
  ripperDrives?(signal: AbortSignal): Promise<RipperDrive[]>;
  clock: Clock;
  log: Log;
}

/** Location and origin of a drive. */
export interface DrivePlace {
  /** Key that identifies the drive across restarts. */
  key: string;
  /** ID for removing the drive. Present only for drives that were added by path, and for linked images. */
  id?: string;
  name: string;
  path: string;
  source: DiscSource;
  virtual: boolean;
  manual: boolean;
  detected: boolean;
  available: boolean;
  note?: string;
  /** Device of the operating system. Absent for images, and for drives that the system does not list. */
  device?: OpticalDevice;
  /** Information from the ripper about a drive that the operating system does not list. */
  reported?: RipperDrive;
  /** Display name of an image. */
  label?: string;
}

/** A drive, its location, and the result of the last check. */
export interface DriveEntry {
  place: DrivePlace;
  state: Drive["state"];
  label: string;
  busy: boolean;
  /** Error of the last check. */
  problem?: string;
  /**
   * Time on the monotonic clock at which Lathe opened the tray. For a short time after that, information about the disc
   * may be outdated.
   */
  ejectedMs?: number;
  /** Size and times of an image at the last check. Present only while the image may be incomplete. */
  pending?: string;
}

/** State of the drives. */
export interface DrivesState extends DrivesDeps {
  /** Drives by location key, in display order. */
  entries: Map<string, DriveEntry>;
  readonly memory: DriveMemory;
  /** Mutex that ensures that drives are checked one at a time. */
  readonly inTurn: Mutex;
  readonly ending: AbortController;
  readonly running: Set<Promise<unknown>>;
  /**
   * The last drive list of the ripper, and the devices at that time. `knowsMore` is true if one of the drives has
   * contents that only the ripper can report.
   */
  ripperList?: { drives: RipperDrive[]; devices: string; knowsMore: boolean };
  /** Reason why the ripper could not list its drives. */
  ripperError?: unknown;
  driveError?: string;
  polling: boolean;
  /** The last published state. */
  published?: string;
}
