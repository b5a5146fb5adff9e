import { boxSetRepository } from "../../../db/discs/box_sets.ts";
import { ripRepository } from "../../../db/discs/rips.ts";
import { expectedDiscRepository } from "../../../db/library/barcodes/expected_discs.ts";
import { catalogueRepository } from "../../../db/library/catalogue.ts";
import { releaseAnswerRepository } from "../../../db/library/release_answers.ts";
import { titleRepository } from "../../../db/library/titles.ts";
import { keyValueRepository } from "../../../db/platform/key_values.ts";
import type { Store } from "../../../db/store.ts";
import { createBoxSets } from "../../discs/box_sets/service.ts";
import type { BoxSets } from "../../discs/box_sets/model.ts";
import type { Cds } from "../../discs/cd/work/model.ts";
import type { Delivery } from "../../discs/delivery/model.ts";
import { createDownloadRips, type DownloadRips, type DownloadRipsDeps } from "../../discs/downloads/download_rips.ts";
import { createDrives, type RunningDrives } from "../../discs/drives/service.ts";
import { createDriveSystem } from "../../discs/drives/system/create_drive_system.ts";
import type { DiscDb } from "../../discs/identify/catalogues/discdb.ts";
import { contributeDelivered } from "../../discs/identify/catalogues/contribute_delivered.ts";
import { sendContribution } from "../../discs/identify/catalogues/sharedb_contribution.ts";
import { followExpectedDiscs } from "../../discs/identify/follow_expected.ts";
import type { Identifier } from "../../discs/identify/model.ts";
import type { DiscRippers } from "../../discs/rippers/create_rippers.ts";
import { createRips, type Rips } from "../../discs/rips/service.ts";
import { createWaitingDiscs, type WaitingDiscs } from "../../discs/waiting_discs.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { EstimateService } from "../../jobs/estimates/estimates.ts";
import type { RunningJobs } from "../../jobs/queue/queue.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { later } from "../../kit/lazy.ts";
import type { Log } from "../../kit/log.ts";
import type { Managers } from "../../library/managers/managers.ts";
import type { DiscCatalogue } from "../../library/metadata/musicbrainz/service.ts";
import type { MusicAdding } from "../../library/music/imports/add.ts";
import type { MusicLibrary } from "../../library/music/music_service.ts";
import type { Omdb } from "../../library/metadata/omdb.ts";
import type { Search } from "../../library/search/service.ts";
import type { Library } from "../../library/video/service.ts";
import type { TitlePictures } from "../../discs/pictures/service.ts";
import type { Media } from "../../media/probe/service.ts";
import { createReadOffsets, type ReadOffsets } from "../../discs/cd/read_offsets.ts";
import { findTool, type ToolSearch } from "../../media/tools/tools.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import type { AnimeCalls } from "./anime.ts";

/** Everything between a disc and the library. */
export interface DiscServices {
  rips: Rips;
  drives: RunningDrives;
  boxSets: BoxSets;
  discDownloads: DownloadRips;
  titlePictures: TitlePictures;
  waitingDiscs: WaitingDiscs;
  readOffsets: ReadOffsets;
  /** The catalogue of discs, asked by barcodes as well. */
  discdb: DiscDb;
  /** Takes up what an earlier start left. */
  openDiscs(): Promise<void>;
  closeDiscs(): Promise<void>;
}

/** What drives, rippers and rips are built from. */
export interface DiscServiceDeps {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  http: HttpClient;
  media: Media;
  managers: Managers;
  library: Library;
  anime: AnimeCalls;
  search: Pick<Search, "add">;
  music: Pick<MusicLibrary, "refreshArtist">;
  musicAdding: Pick<MusicAdding, "add">;
  musicCatalogue: DiscCatalogue;
  omdb: Omdb;
  profiles: Profiles;
  jobs: RunningJobs;
  estimates: EstimateService;
  programSearch: ToolSearch;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
  /** Of the catalogue of discs. */
  discDbUrl?: string;
}

/** Builds the district of discs. No drive is looked at and nothing runs before `openDiscs`. */
export function createDiscServices(deps: DiscServiceDeps): DiscServices {
  const { settings, storage, store, profiles, jobs, estimates } = deps;
  const { programSearch, bus, clock, disks, log } = deps;
  const ripRows = ripRepository(store);
  const readOffsets = createReadOffsets(keyValueRepository(store), () => settings.current().disc.cd.readOffset);
  const rippers = laterRippers(deps).calls;
  const delivery = laterDelivery(deps);
  const discdb = laterDiscDb(deps).calls;
  const identifier = laterIdentifier(deps, discdb).calls;
  const rips = createRips({
    repository: ripRows,
    rippers,
    cds: laterCds(deps, readOffsets).calls,
    offsets: readOffsets,
    identifier,
    delivery: delivery.calls,
    jobs,
    profiles,
    estimates,
    settings,
    storage,
    contribute: (contribution, signal) =>
      sendContribution(deps.http, settings.current().sharedb.indexUrl, contribution, signal),
    bus,
    jobEvents: bus,
    clock,
    log,
    matched: (id) => boxSets.consider(id),
    eject: (row) => drives.ejectRip(row),
  });
  const drives = createDrives({
    system: createDriveSystem({ search: programSearch }),
    rips,
    ripRows,
    keyValues: keyValueRepository(store),
    settings,
    storage,
    disks,
    bus,
    ripperStatus: rippers.status,
    ripperDrives: rippers.listDrives,
    clock,
    log,
  });
  const boxSets = createBoxSets({ sets: boxSetRepository(store), ripRows, rips, drives, settings, bus, clock });
  const waitingDiscs = createWaitingDiscs({ rips, boxSets, bus });
  const stopContributing = contributeDelivered({
    share: (id) => rips.share(id, true),
    settings,
    bus,
    log,
  });
  const expectedDiscs = followExpectedDiscs({ discs: expectedDiscRepository(store), bus, clock, log });
  const discDownloads = downloadsOf(deps, { rips, ripRows, ripObstacle: rippers.obstacle });
  return {
    readOffsets,
    rips,
    drives,
    boxSets,
    discDownloads,
    waitingDiscs,
    discdb,
    titlePictures: laterPictures(deps).calls,
    async openDiscs() {
      await rips.open();
      await drives.start();
      await waitingDiscs.start();
    },
    async closeDiscs() {
      waitingDiscs.close();
      await drives.close();
      await rips.close();
      await expectedDiscs.close();
      await stopContributing();
      await discDownloads.close();
      await (await delivery.built())?.close();
    },
  };
}

const downloadsOf = (
  { jobs, library, managers, settings, bus, log }: DiscServiceDeps,
  { rips, ripRows: rows, ripObstacle }: Pick<DownloadRipsDeps, "rips" | "ripObstacle"> & {
    ripRows: DownloadRipsDeps["rows"];
  },
) => createDownloadRips({ rips, rows, jobs, library, managers, settings, bus, ripObstacle, log });

// What reads, names and delivers discs is loaded with the first of them.

const laterRippers = ({ settings, storage, programSearch }: DiscServiceDeps) =>
  later<DiscRippers, keyof DiscRippers>(async () => {
    const { createRippers } = await import("../../discs/rippers/create_rippers.ts");
    return createRippers({
      settings,
      findTool: (name, path) => findTool(name, path, programSearch),
      folders: { config: storage.configDir },
    });
  }, ["scan", "copy", "verify", "status", "listDrives", "obstacle"]);

const laterCds = (
  { settings, http, musicCatalogue, programSearch, clock }: DiscServiceDeps,
  offsets: ReadOffsets,
) =>
  later<Cds, keyof Cds>(async () => {
    const { createCds } = await import("../../discs/cd/work/create_cds.ts");
    return createCds({
      settings,
      catalogue: musicCatalogue,
      http,
      findTool: (name, path) => findTool(name, path, programSearch),
      offsets,
      clock,
    });
  }, ["readToc", "find", "release", "accurateRip", "findReadOffset", "copy", "cover", "write"]);

const laterDelivery = (
  { anime, settings, storage, store, managers, library, search, music, musicAdding, disks, clock, log }:
    DiscServiceDeps,
) =>
  later<Delivery & { close(): Promise<void> }, keyof Delivery>(async () => {
    const { createDelivery } = await import("../../discs/delivery/service.ts");
    return createDelivery({
      anime,
      rips: ripRepository(store),
      managers,
      library,
      addTitle: search.add,
      music,
      addMusic: musicAdding.add,
      settings,
      storage,
      disks,
      clock,
      log,
    });
  }, ["folderOf", "publish", "deliver", "addToLibrary", "check", "sweep"]);

const laterDiscDb = ({ store, http, clock, discDbUrl: url }: DiscServiceDeps) =>
  later<DiscDb, keyof DiscDb>(async () => {
    const { createDiscDb } = await import("../../discs/identify/catalogues/discdb.ts");
    return createDiscDb({ http, clock, answers: releaseAnswerRepository(store), url });
  }, ["find", "byBarcode"]);

const laterIdentifier = (
  { settings, store, http, managers, anime, omdb, clock, log }: DiscServiceDeps,
  discdb: Pick<DiscDb, "find">,
) =>
  later<Identifier, keyof Identifier>(async () => {
    const { createIdentifier } = await import("../../discs/identify/identifier.ts");
    return createIdentifier({
      settings,
      http,
      managers,
      anime,
      titles: titleRepository(store),
      catalogue: catalogueRepository(store),
      discdb,
      omdb,
      expected: expectedDiscRepository(store),
      clock,
      log,
    });
  }, ["identify", "season"]);

const laterPictures = ({ store, media, storage }: DiscServiceDeps) =>
  later<TitlePictures, "picture">(async () => {
    const { createTitlePictures } = await import("../../discs/pictures/service.ts");
    return createTitlePictures({ rips: ripRepository(store), media, folder: storage.folders.transcodes });
  }, ["picture"]);
