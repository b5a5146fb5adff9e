import { catalogueRepository } from "../../../db/library/catalogue.ts";
import type { findingRepository } from "../../../db/library/findings.ts";
import { markRepository } from "../../../db/library/library_marks.ts";
import { musicCatalogueRepository } from "../../../db/library/music_catalogue.ts";
import type { Store } from "../../../db/store.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Log } from "../../kit/log.ts";
import type { OwnProgram } from "../../kit/process/own_program.ts";
import { createManagers, type Managers } from "../../library/managers/managers.ts";
import { createMqaListening, type MqaListening } from "../../library/music/music_mqa.ts";
import { createMusicLibrary, type MusicLibrary } from "../../library/music/music_service.ts";
import type { AnimeSource } from "../../library/anime/sources.ts";
import { createLibrary, type Library } from "../../library/video/service.ts";
import type { Media } from "../../media/probe/service.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import { type AnimeCalls, createAnimeService } from "./anime.ts";

/** The titles that managers hold. */
export interface LibraryServices {
  managers: Managers;
  library: Library;
  music: MusicLibrary;
  mqa: MqaListening;
  anime: AnimeCalls;
  closeAnime(): Promise<void>;
}

/** What connected managers and the libraries of video and music are built from. */
export interface LibraryDeps {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  findings: ReturnType<typeof findingRepository>;
  http: HttpClient;
  media: Media;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
  animeProgram: OwnProgram;
  animeSources?: readonly AnimeSource[];
}

/** Builds the libraries of the managers. Asks none of them. */
export function createLibraryServices(deps: LibraryDeps): LibraryServices {
  const { settings, storage, store, findings, http, media, bus, clock, disks, log } = deps;
  const managers = createManagers({ http, settings });
  const titles = catalogueRepository(store);
  const mqa = createMqaListening({ findings, media, settings, storage, disks, clock });
  const onOdd = (kind: InstanceBusEvents["library-odd"]["kind"], sentence: string) =>
    bus.publish("library-odd", { kind, sentence });
  const music = createMusicLibrary({
    settings,
    managers,
    titles,
    repository: musicCatalogueRepository(store),
    mqa,
    disks,
    clock,
    log,
    changed: () => bus.publish("library", { kind: "music" }),
    onOdd,
  });
  const { anime, closeAnime } = createAnimeService({
    ...deps,
    program: deps.animeProgram,
    sources: deps.animeSources,
    changed: () => void readAnew(library),
  });
  const library: Library = createLibrary({
    anime,
    settings,
    managers,
    repository: titles,
    music,
    marks: markRepository(store),
    disks,
    clock,
    log,
    changed: (kind) => bus.publish("library", { kind }),
    onOdd,
  });
  return { managers, library, music, mqa, anime, closeAnime };
}

/** Titles are marked as anime when they are read; what is being read now may have begun before. */
async function readAnew(library: Library): Promise<void> {
  await library.settled();
  await Promise.all([library.refresh("movie"), library.refresh("series")]);
}
