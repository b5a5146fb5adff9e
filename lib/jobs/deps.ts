import type { FindingRepository } from "../../db/findings.ts";
import type { JobSource } from "./schema.ts";
import type { Store } from "../../db/store.ts";
import type { Bus } from "../kit/bus.ts";
import type { Clock } from "../kit/clock.ts";
import type { Media } from "../media/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { ToolSearch } from "../media/tools.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Circumstances } from "./circumstances.ts";
import type { History } from "./outcomes.ts";
import type { CrashPoint } from "./crash_points.ts";
import type { JobBusEvents } from "./service.ts";

/** What the queue needs from the rest of the program. Everything that touches the world is handed in. */

/** So many bytes below a folder. */
export interface Need {
  path: string;
  bytes: number;
}

/** Why there is no room: `free` is what may be used after the reserve and the others' reservations. */
export interface Shortage {
  path: string;
  needed: number;
  free: number;
}

/** Room on disks, shared out before it is used (safety.md, S-FILE-7). */
export interface Space {
  /** Sets room aside for `owner`, all or nothing; answers what is short. Needs on one file system add up. */
  reserve(owner: string, needs: Need[]): Promise<Shortage | undefined>;
  /** Whether `needs` would be met now, without setting anything aside. */
  shortage(needs: Need[]): Promise<Shortage | undefined>;
  /** How much of its reservation below `path` the owner has already written: that part is no longer free anyway. */
  wrote(owner: string, path: string, bytes: number): void;
  release(owner: string): void;
}

/** Who is who on this machine (safety.md, S-PROC-8). */
export interface Machine {
  /** The same until the machine restarts. */
  readonly bootId: string;
  /** When a process started, in the kernel's own count; undefined when there is none of that number. */
  processStart(pid: number): Promise<string | undefined>;
  /** Whether `pid` is the child that we started at `start` with `token` in its environment. */
  isOurChild(pid: number, start: string, token: string): Promise<boolean>;
  /** Every process that carries one of `tokens` in its environment or one of `marks` in its arguments. */
  children(tokens: ReadonlySet<string>, marks: readonly string[]): Promise<number[]>;
}

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

export type Log = (level: "info" | "warn" | "error", message: string, facts?: Record<string, unknown>) => void;

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

export interface JobsDeps {
  store: Store;
  settings: SettingsService;
  profiles: Pick<Profiles, "recipe">;
  media: Pick<Media, "capabilities" | "frame" | "probe">;
  history: History;
  circumstances: Circumstances;
  findings: FindingRepository;
  storage: JobStorage;
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
  /** How programs that the settings name are looked for and judged. */
  search?: ToolSearch;
  /** The worker's entry file, where the program was bundled elsewhere. */
  workerUrl?: URL;
  /** Called at every named point; a test build ends the process in there. */
  crashPoint?: (point: CrashPoint) => void;
  /** How often jobs that wait for room look again. */
  spaceCheckMs?: number;
  /** How long the queue waits after a database that did not answer, at first. */
  claimRetryMs?: number;
}
