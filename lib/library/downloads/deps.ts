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

/** What has to be ripped for a waiting job. */
export interface DiscsFound {
  jobId: string;
  arr: LibraryKind;
  /** Entries of the manager's queue to be cleared when the discs are done. */
  queueIds: number[];
  discs: DiscFile[];
}

/** What following grabs needs of the rest of the program. */
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
  /** Rips what a download brought; answers what the job then says. Absent where nothing can rip. */
  discs?: (found: DiscsFound) => Promise<string>;
  /** Why no disc that came could be ripped; undefined when it could. */
  discObstacle?: () => Promise<string | undefined>;
  /** Splits images with cue sheets before Lidarr imports them. */
  cueSplits?: { standing(folder: string): Promise<SplitStanding> };
  /** How long hints of an import are gathered. */
  gatherMs?: number;
}

/** A manager's path as this machine sees it. */
export const localOf = (
  { settings }: Pick<GrabDeps, "settings">,
  kind: LibraryKind | "soulseek",
  path: string,
): string => toLocal(path, kind, settings.current().pathMappings);
