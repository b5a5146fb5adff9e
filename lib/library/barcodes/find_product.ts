import type { BarcodeAnswerRepository } from "../../../db/library/barcodes/barcode_answers.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { CatalogFound } from "../metadata/musicbrainz/model.ts";
import type { MusicCatalogue } from "../metadata/musicbrainz/service.ts";
import { BarcodeProduct } from "./model.ts";
import type { BarcodeNumber } from "./number.ts";
import type { ProductDatabase } from "./product_database.ts";
import { isOtherProduct, readListing } from "./read_listing.ts";

/** A disc catalogue that can be searched by barcode. */
export interface ReleaseCatalogue {
  /**
   * Finds a release. Returns undefined if none of the spellings is known. Throws an error with a message for users if
   * the catalogue cannot be queried.
   */
  byBarcode(
    forms: readonly string[],
    signal: AbortSignal,
  ): Promise<Omit<BarcodeProduct, "code" | "source"> | undefined>;
}

/** Sources of barcode lookups in the order in which they are queried, and the cache for their results. */
export interface ProductSources {
  settings: Pick<SettingsService, "current">;
  discdb: ReleaseCatalogue;
  music: Pick<MusicCatalogue, "search">;
  products: ProductDatabase;
  answers: BarcodeAnswerRepository;
  clock: Clock;
}

/** The product with a barcode, and the errors of sources that could not be queried. */
export interface FoundProduct {
  product?: BarcodeProduct;
  /** Errors as complete sentences. */
  errors: string[];
}

/**
 * Returns the product from the first source that has the barcode. Products are cached permanently, and unknown barcodes
 * for a day. Throws the errors of the product database if no other source has the barcode, or the signal's reason.
 */
export async function findProduct(
  sources: ProductSources,
  number: BarcodeNumber,
  signal: AbortSignal,
): Promise<FoundProduct> {
  const { answers, clock } = sources;
  const now = clock.now().getTime();
  const known = await answers.get(number.code);
  if (known !== undefined) {
    const product = BarcodeProduct.safeParse(known.product).data;
    if (product !== undefined) return { product, errors: [] };
    if (known.product === null && Math.abs(now - known.at) < DAY_MS) return { errors: [] };
  }
  const errors: string[] = [];
  for (const ask of [askDiscDb, askMusic, askProducts]) {
    const product = await ask(sources, number, signal, errors);
    signal.throwIfAborted();
    if (product === undefined) continue;
    await answers.save({ code: number.code, product, at: now });
    return { product, errors };
  }
  // A source that failed may have the barcode, so the result is not cached.
  if (errors.length === 0) await answers.save({ code: number.code, product: null, at: now });
  return { errors };
}

type Ask = (
  sources: ProductSources,
  number: BarcodeNumber,
  signal: AbortSignal,
  errors: string[],
) => Promise<BarcodeProduct | undefined>;

const askDiscDb: Ask = async ({ settings, discdb }, { code, forms }, signal, errors) => {
  if (!settings.current().discdb.enabled) return undefined;
  const found = await discdb.byBarcode(forms, signal).catch((error) => {
    signal.throwIfAborted();
    errors.push(error instanceof Error ? error.message : String(error));
    return undefined;
  });
  return found && { ...found, code, source: "discdb" };
};

const askMusic: Ask = async ({ settings, music }, { code, forms }, signal, errors) => {
  if (!settings.current().releasedb.enabled) return undefined;
  const found = await music.search({ q: code, kind: "release" }).catch((error): CatalogFound[] => {
    if (!(error instanceof Fault)) throw error;
    signal.throwIfAborted();
    errors.push(error.message);
    return [];
  });
  // The search also returns approximate matches.
  const release = found.filter((one) => one.kind === "release")
    .find(({ barcode }) => barcode !== undefined && forms.includes(barcode.replace(/\D/g, "")));
  if (release === undefined) return undefined;
  const { title, artist, date, format, releaseGroupId } = release;
  const year = Number(date?.slice(0, 4));
  return {
    code,
    product: `${artist} - ${title}`,
    title,
    artist,
    kind: "album",
    ...(year > 0 ? { year } : {}),
    ...(/vinyl/i.test(format ?? "")
      ? { format: "vinyl" as const }
      : /cd/i.test(format ?? "")
      ? { format: "cd" as const }
      : {}),
    ...(releaseGroupId === undefined ? {} : { externalIds: { releaseGroup: releaseGroupId } }),
    source: "releasedb",
  };
};

const askProducts: Ask = async ({ products }, { code }, signal) => {
  const found = await products.find(code, signal);
  return found && !isOtherProduct(found.title, found.category)
    ? { ...readListing(found.title, found.category), code, product: found.title, source: "product" }
    : undefined;
};
