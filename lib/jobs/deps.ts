import type { FindingRepository } from "../../db/library/findings.ts";
import type { JobSource } from "./schema.ts";
import type { Store } from "../../db/store.ts";
import type { Bus } from "../kit/bus.ts";
import type { Clock } from "../kit/clock.ts";
import type { DiskReads } from "../kit/disk/disk_reads.ts";
import type { Log } from "../kit/log.ts";
import type { Machine } from "../platform/storage/boot.ts";
import type { Space } from "../platform/storage/space.ts";
import type { Media } from "../media/probe/service.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { ToolSearch } from "../media/tools/tools.ts";
import type { SettingsService } from "../platform/settings/service.ts";
import type { DecisionContext } from "./intake/decision_context.ts";
import type { EstimateHistory } from "./estimates/history.ts";
import type { CrashPoint } from "./delivery/crash_points.ts";
import type { CutLengths } from "../encode/segments/cuts.ts";
import type { LaneRules } from "./segments/machine_room.ts";
import type { PartTimes } from "./segments/schedule/model.ts";
import type { RemoteMachines } from "./segments/remote_machines.ts";
import type { JobBusEvents } from "./service.ts";

/** What the queue needs from the rest of the program. Files, clocks, processes and settings are passed in, for tests. */

/** The folders and facts of the machine that jobs use. */
export interface JobStorage {
  configDir: string;
  folders: { transcodes: string; rips: string } & Record<string, string>;
  /** Logs of jobs. */
  jobLogs: string;
  space: Space;
  machine: Machine;
  /** Room that the database keeps for a full disk; taken again whenever there is some. */
  reserve?: { fill(): Promise<boolean> };
}

/** A file that a library manager knows, as a job takes it. */
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

/** What the queue is built from. */
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
  /** Looks files of a manager up by their ids, all at once; those that are known. */
  managerFiles?: (arr: string, fileIds: number[]) => Promise<Map<number, ManagerFile>>;
  /** The files at these places that a connected manager knows. */
  managerFilesAt?: (paths: string[]) => Promise<ManagerFile[]>;
  /** The files of an album of the music manager. Throws `not_found`. */
  managerAlbum?: (albumId: number) => Promise<ManagerFile[]>;
  /** Whether the machine is kept from sleeping right now. */
  keptAwake?: () => boolean;
  /** How programs that the settings name are searched and checked. */
  search?: ToolSearch;
  /** How long the parts of a film are; `CUT_LENGTHS` when absent. */
  cutLengths?: CutLengths;
  /** How many parts of a film are encoded at once; measured on the machine when absent. */
  laneRules?: LaneRules;
  /** Other machines that encode parts of films; absent when there can be none. */
  remoteMachines?: RemoteMachines;
  /** How one of them is called whose parts may count; undefined for one that is revoked, found out or unknown. */
  machineName?: (id: string) => Promise<string | undefined>;
  /** How patient the queue is with them. */
  partTimes?: PartTimes;
  /** Whether a part of another machine is encoded once more elsewhere and compared; one in fifty by default. */
  drawPart?: () => boolean;
  /** The worker's entry file, where the program was bundled elsewhere. */
  workerUrl?: URL;
  /** Called at every named point; a test build ends the process in there. */
  crashPoint?: (point: CrashPoint) => void;
  /** How often free space is checked for jobs that wait for it. */
  spaceCheckMs?: number;
  /** How long the queue waits after a database that did not answer, at first. */
  claimRetryMs?: number;
}
