import type { keyValueRepository } from "../../db/platform/key_values.ts";
import { autoMemoryRepository } from "../../db/library/auto_memory.ts";
import { catalogueRepository } from "../../db/library/catalogue.ts";
import { musicCatalogueRepository } from "../../db/library/music_catalogue.ts";
import { grabRepository, rescanRepository } from "../../db/library/grabs.ts";
import { localRepository } from "../../db/library/local/local.ts";
import { releaseAnswerRepository } from "../../db/library/release_answers.ts";
import { titleRepository } from "../../db/library/titles.ts";
import type { Store } from "../../db/store.ts";
import { type Auto, createAuto } from "../library/auto/service.ts";
import { type AfterEncode, createAfterEncode } from "../library/downloads/results/after_encode.ts";
import type { DiscsFound } from "../library/downloads/deps.ts";
import { createGrab, type Grab } from "../library/downloads/service.ts";
import type { Images } from "../library/artwork/service.ts";
import type { Log } from "../kit/log.ts";
import type { RunningJobs } from "../jobs/queue/queue.ts";
import { later } from "../kit/lazy.ts";
import type { Bus } from "../kit/bus.ts";
import type { DiskReads } from "../kit/disk/disk_reads.ts";
import type { Clock } from "../kit/clock.ts";
import { createMappingSearch, type MappingSearch } from "../library/video/mappings/mapping_search.ts";
import type { MusicLibrary } from "../library/music/music_service.ts";
import type { AnimeCalls } from "./services/anime.ts";
import type { Library } from "../library/video/service.ts";
import { createLocalMedia, type LocalMedia } from "../library/local/service.ts";
import type { DiscCatalogue, MusicCatalogue } from "../library/metadata/musicbrainz/service.ts";
import type { Omdb } from "../library/metadata/omdb.ts";
import type { MusicAdding } from "../library/music/imports/add.ts";
import { createFolderImports, type FolderImports } from "../library/music/imports/import_folder.ts";
import { cueSplitRepository } from "../../db/library/music/cue_splits.ts";
import { createCueSplits, type CueSplits } from "../library/music/cue_splits/service.ts";
import type { Media } from "../media/probe/service.ts";
import type { Managers } from "../library/managers/managers.ts";
import type { HttpClient } from "../platform/http_client/model.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { Search } from "../library/search/service.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import type { Storage } from "../platform/storage/storage.ts";

/** What knows the media that others manage, and works on it together with them. */
export interface Connected {
  local: LocalMedia;
  auto: Auto;
  search: Omit<Search, "close">;
  grab: Grab;
  afterEncode: AfterEncode;
  musicAdding: Omit<MusicAdding, "close">;
  musicImports: FolderImports;
  musicCatalogue: Omit<MusicCatalogue & DiscCatalogue, "close">;
  cueSplits: CueSplits;
  mappings: MappingSearch;
}

/** Services that are built earlier and which local media, searching, grabbing and music imports need. */
export interface ConnectedOptions {
  settings: StoredSettings;
  store: Store;
  facts: ReturnType<typeof keyValueRepository>;
  http: HttpClient;
  managers: Managers;
  media: Media;
  profiles: Profiles;
  jobs: RunningJobs;
  library: Library;
  anime: AnimeCalls;
  music: MusicLibrary;
  storage: Storage;
  images: Images;
  /** Script of the thread that scans local media. */
  localWorkerUrl: URL;
  events: EventLog;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
  omdb: Omdb;
  /** Of the music release database. */
  musicCatalogueUrl?: string;
  /** Rips the discs of a download; answers what its job then says. */
  discsFound: (found: DiscsFound) => Promise<string>;
  /** Why no disc of a download could be ripped now. */
  discObstacle: () => Promise<string | undefined>;
}

/** Builds the services that deal with managers and their media. Starts nothing; those that only people ask come later. */
export function createConnected(options: ConnectedOptions): Connected & { closeConnected(): Promise<void> } {
  const { settings, store, facts, managers, profiles, jobs, library, events, bus, clock, disks, log } = options;
  const memory = autoMemoryRepository(store);
  const auto = createAuto({ settings, library, profiles, jobs, memory, facts, events, bus, clock, disks });
  const local = localMediaOf(options);
  const search = laterSearch(options);
  const cueSplits = cueSplitsOf(options);
  const grabs = grabRepository(store);
  const { discsFound: discs, discObstacle } = options;
  const knows = { settings, managers, library, profiles, jobs, grabs };
  const grab = createGrab({ ...knows, bus, clock, disks, log, discs, discObstacle, cueSplits });
  const rescans = rescanRepository(store);
  const afterEncode = createAfterEncode({ settings, managers, library, jobs, rescans, events, bus, clock, disks, log });
  const musicAdding = laterMusicAdding(options);
  const musicImports = folderImportsOf(options, cueSplits);
  const musicCatalogue = laterMusicCatalogue(options);
  return {
    auto,
    musicAdding: musicAdding.calls,
    musicImports,
    cueSplits,
    musicCatalogue: musicCatalogue.calls,
    search: search.calls,
    grab,
    afterEncode,
    local,
    mappings: createMappingSearch({ settings, repository: catalogueRepository(store), clock, disks }),
    async closeConnected() {
      await local.close();
      await auto.close();
      await (await search.built())?.close();
      await grab.close();
      await afterEncode.close();
      await (await musicAdding.built())?.close();
      await cueSplits.close();
      await musicImports.close();
      await (await musicCatalogue.built())?.close();
    },
  };
}

function localMediaOf(options: ConnectedOptions): LocalMedia {
  const { settings, store, library, http, managers, omdb, images, facts, bus, clock, disks, log, localWorkerUrl } =
    options;
  return createLocalMedia({
    settings,
    index: localRepository(store),
    catalogue: catalogueRepository(store),
    library,
    http,
    managers,
    omdb,
    images,
    facts,
    bus,
    clock,
    disks,
    log,
    workerUrl: localWorkerUrl,
  });
}

const laterSearch = ({ settings, store, managers, library, anime, clock, log }: ConnectedOptions) =>
  later<Search, Exclude<keyof Search, "close">>(async () => {
    const { createSearch } = await import("../library/search/service.ts");
    return createSearch({ settings, managers, library, anime, titles: titleRepository(store), clock, log });
  }, ["smart", "local", "lookup", "add", "offer", "releases", "settled"]);

const laterMusicAdding = ({ store, managers, music, log }: ConnectedOptions) =>
  later<MusicAdding, "add" | "offer" | "settled">(async () => {
    const { createMusicAdding } = await import("../library/music/imports/add.ts");
    return createMusicAdding({ managers, music, repository: musicCatalogueRepository(store), log });
  }, ["add", "offer", "settled"]);

const laterMusicCatalogue = ({ settings, store, http, clock, musicCatalogueUrl }: ConnectedOptions) =>
  later<MusicCatalogue & DiscCatalogue, "search" | keyof DiscCatalogue>(async () => {
    const { createMusicCatalogue } = await import("../library/metadata/musicbrainz/service.ts");
    return createMusicCatalogue({
      settings,
      answers: releaseAnswerRepository(store),
      http,
      clock,
      url: musicCatalogueUrl,
    });
  }, ["search", "discReleases", "barcodeReleases", "release"]);

const cueSplitsOf = (
  { settings, store, managers, media, music, disks, events, bus, clock, log }: ConnectedOptions,
): CueSplits =>
  createCueSplits({
    settings,
    managers,
    media,
    music,
    repository: cueSplitRepository(store),
    disks,
    bus,
    clock,
    log,
    onEnd: ({ state, album, folder, message }) =>
      events.record({
        level: state === "failed" ? "warning" : "info",
        source: "music",
        message: `${album}: ${message ?? "Split."}`,
        details: folder,
      }),
  });

/** Imports that did something are events. */
const folderImportsOf = (
  { settings, managers, storage, disks, music, events, clock, log }: ConnectedOptions,
  cueSplits: CueSplits,
): FolderImports =>
  createFolderImports({
    settings,
    managers,
    storage,
    disks,
    music,
    cueSplits,
    clock,
    log,
    onEnd: ({ state, dryRun, path, message }) => {
      if (dryRun) return;
      events.record({
        level: state === "failed" ? "warning" : "info",
        source: "import",
        message,
        details: path,
      });
    },
  });
