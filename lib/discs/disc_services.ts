import { boxSetRepository } from "../../db/discs/box_sets.ts";
import { ripRepository } from "../../db/discs/rips.ts";
import { expectedDiscRepository } from "../../db/library/barcodes/expected_discs.ts";
import { metadataCache } from "../../db/library/metadata_cache.ts";
import type { MediaCore } from "../media/media_services.ts";
import { findTool } from "../media/tools/tools.ts";
import type { District } from "../platform/core.ts";
import type { BoxSets } from "./box_sets/model.ts";
import { createBoxSets } from "./box_sets/service.ts";
import { createReadOffsets, type ReadOffsets } from "./cd/read_offsets.ts";
import type { DiscBusEvents } from "./disc_events.ts";
import type { DiscDeps, DiscUpstream } from "./disc_deps.ts";
import { discTasks } from "./disc_tasks.ts";
import { createDownloadRips, type DownloadRips } from "./downloads/download_rips.ts";
import { createDrives, type RunningDrives } from "./drives/service.ts";
import { createDriveSystem } from "./drives/system/create_drive_system.ts";
import { recordRipEvents } from "./events/rip_events.ts";
import { cdProbe } from "./health/cd_programs.ts";
import { ripperProbe } from "./health/ripper.ts";
import { contributeDelivered } from "./identify/catalogues/contribute_delivered.ts";
import { createDiscDb, type DiscDb } from "./identify/catalogues/discdb.ts";
import { sendContribution } from "./identify/catalogues/sharedb_contribution.ts";
import { followExpectedDiscs } from "./identify/follow_expected.ts";
import { laterCds, laterDelivery, laterIdentifier, laterMakemkvSetup } from "./later_services.ts";
import { createTitlePreviews, type TitlePreviews } from "./previews/service.ts";
import { createRippers } from "./rippers/create_rippers.ts";
import type { MakemkvSetupService } from "./rippers/makemkv/setup/service.ts";
import { createRips, type Rips } from "./rips/service.ts";
import { createWaitingDiscs, type WaitingDiscs } from "./box_sets/waiting_discs.ts";

/** Services of the disc district. */
export interface DiscServices {
  rips: Rips;
  drives: RunningDrives;
  boxSets: BoxSets;
  discDownloads: DownloadRips;
  titlePreviews: TitlePreviews;
  waitingDiscs: WaitingDiscs;
  readOffsets: ReadOffsets;
  /** Builds MakeMKV in a container image. */
  makemkvSetup: MakemkvSetupService;
  /** Client of the disc catalogue. Barcode lookups also use it. */
  discdb: DiscDb;
  /** Recovers the rips of the previous run and starts the drives service. */
  openDiscs(): Promise<void>;
}

/** Creates the services of the disc district. No drive is read and no rip starts before `openDiscs`. */
export function createDiscServices(core: MediaCore<DiscBusEvents>, upstream: DiscUpstream): District<DiscServices> {
  const deps: DiscDeps = { ...core, ...upstream };
  const { settings, storage, store, keyValues, http, bus, programSearch } = core;
  const ripRows = ripRepository(store);
  const readOffsets = createReadOffsets(keyValues, () => settings.current().disc.cd.readOffset);
  const rippers = createRippers({
    settings,
    findTool: (name, path) => findTool(name, path, programSearch),
    folders: { config: storage.configDir },
  });
  const delivery = laterDelivery(deps);
  const discdb = createDiscDb({ ...deps, cache: metadataCache(store), url: deps.discDbUrl });
  const rips = createRips({
    ...deps,
    repository: ripRows,
    rippers,
    cds: laterCds(deps, readOffsets).calls,
    offsets: readOffsets,
    identifier: laterIdentifier(deps, discdb).calls,
    delivery: delivery.calls,
    contribute: (contribution, signal) =>
      sendContribution(http, settings.current().sharedb.indexUrl, contribution, signal),
    jobEvents: bus,
    matched: (id) => boxSets.consider(id),
    eject: (row) => drives.ejectRip(row),
  });
  const drives = createDrives({
    ...core,
    system: createDriveSystem({ search: programSearch }),
    rips,
    ripRows,
    ripperStatus: rippers.status,
    ripperDrives: rippers.listDrives,
  });
  const boxSets = createBoxSets({ ...core, sets: boxSetRepository(store), ripRows, rips, drives });
  const waitingDiscs = createWaitingDiscs({ rips, boxSets, bus });
  const stopContributing = contributeDelivered({ ...core, share: (id) => rips.share(id, true) });
  const expectedDiscs = followExpectedDiscs({ ...core, discs: expectedDiscRepository(store) });
  const discDownloads = createDownloadRips({ ...deps, rips, rows: ripRows, ripObstacle: rippers.obstacle });
  const stopRecording = recordRipEvents(deps);
  return {
    services: {
      rips,
      drives,
      boxSets,
      discDownloads,
      waitingDiscs,
      readOffsets,
      makemkvSetup: laterMakemkvSetup(deps).calls,
      discdb,
      titlePreviews: createTitlePreviews({ rips: ripRows, media: core.media, folder: storage.folders.transcodes }),
      async openDiscs() {
        await rips.open();
        await drives.start();
        await waitingDiscs.start();
      },
    },
    probes: [
      ripperProbe({ ...core, drives, ripRows, inImage: deps.makemkv?.build !== undefined }),
      cdProbe({ ...core, drives }),
    ],
    tasks: discTasks({ drives, rips, settings }),
    async close() {
      waitingDiscs.close();
      await drives.close();
      await rips.close();
      await expectedDiscs.close();
      await stopContributing();
      await discDownloads.close();
      await (await delivery.built())?.close();
      stopRecording();
    },
  };
}
