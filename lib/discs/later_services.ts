import { join } from "node:path";
import { ripRepository } from "../../db/discs/rips.ts";
import { expectedDiscRepository } from "../../db/library/barcodes/expected_discs.ts";
import { catalogueRepository } from "../../db/library/catalogue.ts";
import { titleRepository } from "../../db/library/titles.ts";
import { later } from "../kit/lazy.ts";
import { findTool } from "../media/tools/tools.ts";
import type { ReadOffsets } from "./cd/read_offsets.ts";
import type { Cds } from "./cd/work/model.ts";
import type { Delivery } from "./delivery/model.ts";
import type { DiscDeps } from "./disc_deps.ts";
import type { DiscDb } from "./identify/catalogues/discdb.ts";
import type { Identifier } from "./identify/model.ts";
import type { MakemkvSetupService } from "./rippers/makemkv/setup/service.ts";

// Services that read, identify and deliver discs. They are loaded with the first disc.

/** Creates the audio CD services when the first CD is inserted. */
export const laterCds = ({ musicCatalogue, programSearch, ...deps }: DiscDeps, offsets: ReadOffsets) =>
  later<Cds, keyof Cds>(async () => {
    const { createCds } = await import("./cd/work/create_cds.ts");
    return createCds({
      ...deps,
      catalogue: musicCatalogue,
      findTool: (name, path) => findTool(name, path, programSearch),
      offsets,
    });
  }, ["readToc", "find", "release", "accurateRip", "findReadOffset", "copy", "cover", "write"]);

/** Creates the delivery service when the first disc is delivered. */
export const laterDelivery = (deps: DiscDeps) =>
  later<Delivery & { close(): Promise<void> }, keyof Delivery>(async () => {
    const { createDelivery } = await import("./delivery/service.ts");
    return createDelivery({
      ...deps,
      rips: ripRepository(deps.store),
      addTitle: deps.search.add,
      addMusic: deps.musicAdding.add,
    });
  }, ["folderOf", "publish", "deliver", "addToLibrary", "check", "sweep"]);

/** Creates the identification service when the first disc is inserted. */
export const laterIdentifier = (deps: DiscDeps, discdb: Pick<DiscDb, "find">) =>
  later<Identifier, keyof Identifier>(async () => {
    const { createIdentifier } = await import("./identify/identifier.ts");
    return createIdentifier({
      ...deps,
      titles: titleRepository(deps.store),
      catalogue: catalogueRepository(deps.store),
      discdb,
      expected: expectedDiscRepository(deps.store),
    });
  }, ["identify", "season"]);

/** Creates the setup of MakeMKV when its state is first shown. */
export const laterMakemkvSetup = ({ http, clock, storage, makemkv = {} }: DiscDeps) =>
  later<MakemkvSetupService, keyof MakemkvSetupService>(async () => {
    const { createMakemkvSetup } = await import("./rippers/makemkv/setup/service.ts");
    return createMakemkvSetup({ http, clock, environment: makemkv, folder: join(storage.configDir, "makemkv") });
  }, ["state", "readLicence", "accept", "withdraw"]);
