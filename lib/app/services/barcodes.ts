import { barcodeAnswerRepository } from "../../../db/library/barcodes/barcode_answers.ts";
import { expectedDiscRepository } from "../../../db/library/barcodes/expected_discs.ts";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { Store } from "../../../db/store.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { later } from "../../kit/lazy.ts";
import type { ReleaseCatalogue } from "../../library/barcodes/find_product.ts";
import type { Barcodes } from "../../library/barcodes/service.ts";
import type { Managers } from "../../library/managers/managers.ts";
import type { MusicCatalogue } from "../../library/metadata/musicbrainz/service.ts";
import type { MusicAdding } from "../../library/music/imports/add.ts";
import type { Search } from "../../library/search/service.ts";
import type { Wanted } from "../../library/wanted/service.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { InstanceBusEvents } from "../instance_events.ts";

/** Discs in the hand, and discs that are wanted. */
export interface BarcodeServices {
  barcodes: Barcodes;
  wanted: Wanted;
}

/** What they are built from. */
export interface BarcodeServiceDeps {
  settings: StoredSettings;
  store: Store;
  keyValues: KeyValueRepository;
  http: HttpClient;
  managers: Managers;
  search: Pick<Search, "smart" | "add">;
  musicAdding: Pick<MusicAdding, "add">;
  musicCatalogue: Pick<MusicCatalogue, "search">;
  discdb: ReleaseCatalogue;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  /** Of the database of products. */
  productsUrl?: string;
}

/** Both are experiments: nothing of them is loaded before somebody asks. */
export const createBarcodeServices = (deps: BarcodeServiceDeps): BarcodeServices => ({
  barcodes: laterBarcodes(deps).calls,
  wanted: laterWanted(deps).calls,
});

const laterBarcodes = (deps: BarcodeServiceDeps) =>
  later<Barcodes, keyof Barcodes>(async () => {
    const { settings, store, keyValues, http, search, musicAdding, musicCatalogue, discdb, bus, clock } = deps;
    const [{ createBarcodes }, { createProductDatabase }] = await Promise.all([
      import("../../library/barcodes/service.ts"),
      import("../../library/barcodes/product_database.ts"),
    ]);
    return createBarcodes({
      settings,
      discdb,
      music: musicCatalogue,
      products: createProductDatabase({ http, keyValues, clock, url: deps.productsUrl }),
      answers: barcodeAnswerRepository(store),
      discs: expectedDiscRepository(store),
      search,
      addMusic: musicAdding.add,
      bus,
      clock,
    });
  }, ["lookup", "expected", "expect", "remove"]);

const laterWanted = ({ settings, store, managers, clock }: BarcodeServiceDeps) =>
  later<Wanted, keyof Wanted>(async () => {
    const { createWanted } = await import("../../library/wanted/service.ts");
    return createWanted({ settings, managers, expected: expectedDiscRepository(store), clock });
  }, ["list"]);
