import type { AnimeData } from "../../library/anime/service.ts";
import type { RipRepository } from "../../../db/discs/rips.ts";
import type { JobStorage } from "../../jobs/deps.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Log } from "../../kit/log.ts";
import type { Managers } from "../../library/managers/managers.ts";
import type { AddMusic } from "../../library/music/imports/model.ts";
import type { Album, Artist } from "../../library/music_model.ts";
import type { MusicLibrary } from "../../library/music/music_service.ts";
import type { AddTitle } from "../../library/search_model.ts";
import type { Movie, Series } from "../../library/video_model.ts";
import type { Library } from "../../library/video/service.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Space } from "../../platform/storage/space.ts";

/** Services and options for the delivery of rips. */
export interface DeliveryDeps {
  rips: Pick<RipRepository, "list">;
  managers: Pick<Managers, "connected">;
  library: Pick<Library, "refreshTitle">;
  /** Adds a title to its manager. Throws `conflict` with the ID of the existing title. */
  addTitle: (wanted: AddTitle) => Promise<Movie | Series>;
  music: Pick<MusicLibrary, "refreshArtist">;
  /** Adds an album to Lidarr. Throws `conflict` with the ID of the existing album. */
  addMusic: (wanted: AddMusic) => Promise<Artist | Album>;
  /** Resolves absolute episode numbers to seasons. */
  anime?: Pick<AnimeData, "lookup">;
  settings: Pick<SettingsService, "current">;
  storage: Pick<JobStorage, "configDir" | "folders"> & { space: Space };
  disks: Pick<DiskReads, "read">;
  clock: Clock;
  log: Log;
  /** Interval between requests for a manager's progress. */
  pollMs?: number;
  /** Time without changes after which files in the rip folder are offered to a manager. */
  quietMs?: number;
}

/** Default interval for polling a manager. */
export const POLL_MS = 2_000;

/** Returns the folder to which finished files are delivered. */
export const ripFolderOf = (
  { settings, storage }: Pick<DeliveryDeps, "settings"> & { storage: { folders: { rips: string } } },
): string => settings.current().disc.ripDirectory || storage.folders.rips;
