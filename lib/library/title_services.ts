import { catalogueRepository } from "../../db/library/catalogue.ts";
import { findingRepository } from "../../db/library/findings.ts";
import { markRepository } from "../../db/library/library_marks.ts";
import { musicCatalogueRepository } from "../../db/library/music_catalogue.ts";
import { metadataCache } from "../../db/library/metadata_cache.ts";
import { savedViewRepository } from "../../db/library/saved_views.ts";
import type { OwnProgram } from "../kit/process/own_program.ts";
import type { MediaCore } from "../media/media_services.ts";
import type { District } from "../platform/core.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import { type AnimeCalls, createAnimeService } from "./anime/anime_service.ts";
import type { AnimeSource } from "./anime/sources.ts";
import { createImages, type Images } from "./artwork/service.ts";
import { animeProbe } from "./health/anime_data.ts";
import { type ConnectionStates, createConnectionStates } from "./health/connection_states.ts";
import { managersProbe, pathsProbe } from "./health/connections.ts";
import { oddRecordsProbe } from "./health/odd_records.ts";
import type { LibraryBusEvents } from "./library_events.ts";
import { createSavedViews, type SavedViews } from "./lists/saved_views.ts";
import { createManagers, type Managers } from "./managers/managers.ts";
import type { MetadataState } from "./metadata_state.ts";
import { createOmdb, type Omdb } from "./metadata/omdb.ts";
import { createMqaListening, type MqaListening } from "./music/music_mqa.ts";
import { createMusicLibrary, type MusicLibrary } from "./music/music_service.ts";
import { createMappingSearch, type MappingSearch } from "./video/mappings/mapping_search.ts";
import { createLibrary, type Library } from "./video/service.ts";

/** The managers' titles, and the metadata of titles. */
export interface TitleServices {
  managers: Managers;
  library: Library;
  music: MusicLibrary;
  mqa: MqaListening;
  anime: AnimeCalls;
  omdb: Omdb;
  images: Images;
  /** Saved searches of the library pages. */
  views: SavedViews;
  mappings: MappingSearch;
  connectionStates: ConnectionStates;
  /** State of the anime data, OMDb and the product database. */
  metadataState(): Promise<MetadataState>;
}

/** Services outside the core that the title services need. */
export interface TitleOptions {
  events: EventLog;
  animeProgram: OwnProgram;
  animeSources?: readonly AnimeSource[];
}

/** Creates the part of the library district that jobs need. No request is sent to a manager. */
export function createTitleServices(
  core: MediaCore<LibraryBusEvents>,
  { events, animeProgram, animeSources }: TitleOptions,
): District<TitleServices> {
  const { settings, storage, store, keyValues, bus, clock, disks } = core;
  const managers = createManagers(core);
  const titles = catalogueRepository(store);
  const mqa = createMqaListening({ ...core, findings: findingRepository(store) });
  const onOdd = (message: string) => events.record({ level: "warning", source: "import", message });
  const music = createMusicLibrary({
    ...core,
    managers,
    titles,
    repository: musicCatalogueRepository(store),
    mqa,
    changed: () => bus.publish("library", { kind: "music" }),
    onOdd,
  });
  const { anime, closeAnime } = createAnimeService({
    ...core,
    program: animeProgram,
    sources: animeSources,
    changed: () => void refreshVideo(library),
  });
  const library: Library = createLibrary({
    ...core,
    anime,
    managers,
    repository: titles,
    music,
    marks: markRepository(store),
    changed: (kind) => bus.publish("library", { kind }),
    onOdd,
  });
  const mappings = createMappingSearch({ settings, repository: titles, clock, disks });
  return {
    services: {
      managers,
      library,
      music,
      mqa,
      anime,
      omdb: createOmdb({ ...core, cache: metadataCache(store), events }),
      images: createImages({ ...core, folder: storage.folders.images }),
      views: createSavedViews({ repository: savedViewRepository(store), clock }),
      mappings,
      connectionStates: createConnectionStates({ settings, managers }),
      // The module is loaded on demand, because its schemas belong to features that are disabled by default.
      metadataState: async () =>
        await (await import("./metadata_state.ts")).readMetadataState({ settings, anime, keyValues, clock }),
    },
    probes: [
      managersProbe({ settings, managers, clock }),
      pathsProbe({ settings, managers, disks, unseen: mappings.unseen }),
      oddRecordsProbe({ state: (kind) => kind === "music" ? music.state() : library.state(kind) }),
      animeProbe({ anime, settings, clock }),
    ],
    async close() {
      await closeAnime();
      await library.close();
      await music.close();
    },
  };
}

/** Refreshes movies and series. Titles are marked as anime during a refresh. */
async function refreshVideo(library: Library): Promise<void> {
  // A refresh in progress may have started before the anime data changed.
  await library.settled();
  await Promise.all([library.refresh("movie"), library.refresh("series")]);
}
