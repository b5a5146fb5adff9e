import { barcodeAnswerRepository } from "../../db/library/barcodes/barcode_answers.ts";
import { expectedDiscRepository } from "../../db/library/barcodes/expected_discs.ts";
import { later } from "../kit/lazy.ts";
import type { Core, District } from "../platform/core.ts";
import type { LibraryServices } from "./library_services.ts";
import type { TitleServices } from "./title_services.ts";
import { createWanted, type Wanted } from "./wanted/service.ts";
import type { ReleaseCatalogue } from "./barcodes/find_product.ts";
import type { BarcodeBusEvents } from "./barcodes/model.ts";
import type { Barcodes } from "./barcodes/service.ts";

/** Barcode lookups and the list of expected discs. */
export interface BarcodeServices {
  barcodes: Barcodes;
  wanted: Wanted;
}

/** Services outside the core that barcodes need. */
export interface BarcodeUpstream
  extends Pick<LibraryServices, "search" | "musicAdding" | "musicCatalogue">, Pick<TitleServices, "managers"> {
  discdb: ReleaseCatalogue;
  /** Base URL of the product database. Set only in tests. */
  productsUrl?: string;
}

/** Creates the barcode services. Lookups are experimental and are loaded on the first request. */
export const createBarcodeServices = (
  core: Core<BarcodeBusEvents>,
  upstream: BarcodeUpstream,
): District<BarcodeServices> => ({
  services: {
    barcodes: laterBarcodes(core, upstream).calls,
    wanted: createWanted({ ...core, managers: upstream.managers, expected: expectedDiscRepository(core.store) }),
  },
});

const laterBarcodes = (
  core: Core<BarcodeBusEvents>,
  { search, musicAdding, musicCatalogue, discdb, productsUrl }: BarcodeUpstream,
) =>
  later<Barcodes, keyof Barcodes>(async () => {
    const [{ createBarcodes }, { createProductDatabase }] = await Promise.all([
      import("./barcodes/service.ts"),
      import("./barcodes/product_database.ts"),
    ]);
    return createBarcodes({
      ...core,
      discdb,
      music: musicCatalogue,
      products: createProductDatabase({ ...core, url: productsUrl }),
      answers: barcodeAnswerRepository(core.store),
      discs: expectedDiscRepository(core.store),
      search,
      addMusic: musicAdding.add,
    });
  }, ["lookup", "expected", "expect", "remove"]);
