import type { GrabRepository } from "../../../db/library/grabs.ts";
import type { Log } from "../../kit/log.ts";
import type { JobBusEvents, Jobs } from "../../jobs/service.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Library } from "../video/service.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { toLocal } from "../managers/paths/path_mapping.ts";
import type { Managers } from "../managers/managers.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { SplitStanding } from "../music/cue_splits/service.ts";
import type { DiscFile } from "./results/disc_files.ts";

/** Discs that are to be ripped for a waiting job. */
export interface DiscsFound {
  jobId: string;
  arr: LibraryKind;
  /** Entries that are removed from the manager's queue after the discs were ripped. */
  queueIds: number[];
  discs: DiscFile[];
}

/** Services and options for following grabs. */
export interface GrabDeps {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "require">;
  library: Pick<Library, "refreshTitle" | "movie" | "episodes" | "file">;
  profiles: Pick<Profiles, "recipe">;
  jobs: Pick<
    Jobs,
    "get" | "createWaiting" | "imported" | "waitingMessage" | "downloadFailed" | "handedOver" | "recordManagerResult"
  >;
  grabs: GrabRepository;
  bus: Pick<Bus<JobBusEvents>, "on">;
  clock: Clock;
  disks: Pick<DiskReads, "read">;
  log: Log;
  /** Rips the discs of a download and returns the new message of the job. Absent if ripping is not available. */
  discs?: (found: DiscsFound) => Promise<string>;
  /** Returns the reason why a disc could not be ripped, or undefined if it could. */
  discObstacle?: () => Promise<string | undefined>;
  /** Splits album images that have a cue sheet before Lidarr imports them. */
  cueSplits?: { standing(folder: string): Promise<SplitStanding> };
  /** Time in milliseconds during which import notifications are collected. */
  gatherMs?: number;
}

/** Converts a path in the manager to the path on this machine. */
export const localOf = (
  { settings }: Pick<GrabDeps, "settings">,
  kind: LibraryKind | "soulseek",
  path: string,
): string => toLocal(path, kind, settings.current().pathMappings);
