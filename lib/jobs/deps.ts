import type { FindingRepository } from "../../db/library/findings.ts";
import type { JobSource } from "./schema.ts";
import type { Store } from "../../db/store.ts";
import type { Bus } from "../kit/bus.ts";
import type { Clock } from "../kit/clock.ts";
import type { DiskReads } from "../kit/disk/disk_reads.ts";
import type { Log } from "../kit/log.ts";
import type { Machine } from "../platform/storage/boot.ts";
import type { Space } from "../platform/storage/space.ts";
import type { Media } from "../media/service.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { ToolSearch } from "../media/tools/tools.ts";
import type { SettingsService } from "../platform/settings/service.ts";
import type { DecisionContext } from "./decision/decision_context.ts";
import type { EstimateHistory } from "./decision/estimate_history.ts";
import type { CrashPoint } from "./delivery/crash_points.ts";
import type { CutLengths } from "../encode/segments/cuts.ts";
import type { EncodeSlots } from "./capacity/encode_slots.ts";
import type { SlotRules } from "./capacity/local_capacity.ts";
import type { PartTimes } from "./capacity/schedule_model.ts";
import type { RemoteMachines } from "./capacity/remote_machines.ts";
import type { MachineReadings } from "./power/machine_conditions.ts";
import type { JobBusEvents } from "./service.ts";

/** Services that the queue needs. Files, clocks, processes and settings are replaced by tests. */

/** Folders and machine properties that jobs use. */
export interface JobStorage {
  configDir: string;
  folders: { transcodes: string; rips: string } & Record<string, string>;
  /** Folder of job logs. */
  jobLogs: string;
  space: Space;
  machine: Machine;
  /**
   * Disk space that is released for the database when the disk is full. `fill` reserves it again once there is free
   * space.
   */
  reserve?: { fill(): Promise<boolean> };
}

/** File in a manager's library, with the data that a job uses. */
export interface ManagerFile {
  title: string;
  subtitle?: string;
  poster?: string;
  source: Pick<
    JobSource,
    | "kind"
    | "localPath"
    | "arr"
    | "fileId"
    | "arrId"
    | "arrPath"
    | "episodeIds"
    | "seasonNumber"
    | "albumId"
    | "trackIds"
  >;
}

/** Services and options of the queue. */
export interface JobsDeps {
  store: Store;
  settings: SettingsService;
  profiles: Pick<Profiles, "recipe">;
  media: Pick<Media, "capabilities" | "frame" | "knownProbe" | "probe">;
  history: EstimateHistory;
  decisionContext: DecisionContext;
  findings: FindingRepository;
  storage: JobStorage;
  disks: Pick<DiskReads, "read">;
  bus: Pick<Bus<JobBusEvents>, "publish">;
  clock: Clock;
  log?: Log;
  /** Looks up files of a manager by ID in one request. Omits unknown files from the result. */
  managerFiles?: (arr: string, fileIds: number[]) => Promise<Map<number, ManagerFile>>;
  /** Returns the files at these paths that belong to a connected manager. */
  managerFilesAt?: (paths: string[]) => Promise<ManagerFile[]>;
  /** Returns the files of an album in Lidarr. Throws `not_found`. */
  managerAlbum?: (albumId: number) => Promise<ManagerFile[]>;
  /** Returns the jobs of a policy run, or undefined if there is no such run. Absent if there are no policies. */
  jobsOfRun?: ((runId: string) => Promise<readonly string[] | undefined>) | undefined;
  /** True if the machine is being kept awake at present. */
  keptAwake?: () => boolean;
  /** Reads the temperature and the power source. By default, those of this machine. */
  readConditions?: (() => Promise<MachineReadings>) | undefined;
  /** Finds and checks the programs in the settings. */
  search?: ToolSearch;
  /** Length of video segments. By default, `CUT_LENGTHS`. */
  cutLengths?: CutLengths;
  /**
   * Rules for the number of segments that are encoded concurrently. By default, the number is measured on the machine.
   */
  slotRules?: SlotRules;
  /** Other machines that encode segments. Absent if there are none. */
  remoteMachines?: RemoteMachines;
  /** Returns the name of a machine whose segments may be used, or undefined if it is revoked, rejected or unknown. */
  machineName?: (id: string) => Promise<string | undefined>;
  /** Timeouts for segments on other machines. */
  partTimes?: PartTimes;
  /**
   * Decides whether a segment from another machine is encoded again elsewhere and compared. By default, one in fifty
   * is.
   */
  drawPart?: () => boolean;
  /** Entry file of the worker, if the worker was bundled to another location. */
  workerUrl?: URL;
  /** Called at each crash point, at which a test build may kill the process. */
  crashPoint?: (point: CrashPoint) => void;
  /** Interval in milliseconds at which free space is checked for waiting jobs. */
  spaceCheckMs?: number;
  /** Initial retry delay in milliseconds while the database does not respond. */
  claimRetryMs?: number;
  /** Slots of the CPU and the GPUs, if other services use them too. */
  encodeSlots?: EncodeSlots;
  /** Delay in milliseconds after the first time that a GPU had no free session. */
  sessionRetryMs?: number;
  /** Maximum time in milliseconds by which reading a file may delay the creation of its job. By default, 3 seconds. */
  readTimeoutMs?: number;
}
