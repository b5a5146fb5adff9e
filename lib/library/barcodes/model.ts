import * as z from "zod";

/** Products with the barcodes of disc cases, and discs that are expected because their barcode was scanned. */

const FORMATS = ["uhd", "bluray", "dvd", "cd", "vinyl"] as const;
const KINDS = ["movie", "series", "album"] as const;

/** The product with a barcode, according to one source. */
export const BarcodeProduct = z.object({
  code: z.string(),
  product: z.string().describe("As in the source, uncleaned"),
  title: z.string(),
  year: z.int().optional(),
  seasonNumber: z.int().optional(),
  kind: z.enum(KINDS),
  artist: z.string().optional(),
  format: z.enum(FORMATS).optional(),
  externalIds: z.object({
    tmdb: z.int().optional(),
    tvdb: z.int().optional(),
    imdb: z.string().optional(),
    releaseGroup: z.string().optional().describe("MusicBrainz id"),
  }).optional(),
  source: z.enum(["discdb", "releasedb", "product"]),
}).meta({ id: "BarcodeProduct" });
/** `source` is the source that has the barcode. A shop listing (`product`) has no IDs. */
export type BarcodeProduct = z.infer<typeof BarcodeProduct>;

/** Remaining requests to the product database today. */
export const LookupLimits = z.object({
  remaining: z.int().min(0),
  resetAt: z.iso.datetime(),
}).meta({ id: "LookupLimits" });
/** Numbers for this IP address, based on the requests of this instance and the responses of the database. */
export type LookupLimits = z.infer<typeof LookupLimits>;

/** The product with a barcode, and the titles that match it. */
export const BarcodeLookup = z.object({
  product: BarcodeProduct,
  inLibrary: z.object({
    kind: z.enum(KINDS),
    id: z.int(),
    externalId: z.string().optional(),
    title: z.string(),
    year: z.int().optional(),
    season: z.int().optional(),
    score: z.number(),
  }).nullable(),
  lookup: z.array(z.object({
    kind: z.enum(KINDS),
    title: z.string(),
    year: z.int().optional(),
    externalId: z.string(),
    poster: z.string().optional(),
    artist: z.string().optional(),
    arrId: z.int().optional().describe("If the manager has it"),
  })),
  limits: LookupLimits.optional(),
  errors: z.array(z.string()).describe("Sources that could not be reached, as text"),
}).meta({ id: "BarcodeLookup" });
/** `lookup` contains the managers' titles, best match first. Nothing is added before the user has confirmed a title. */
export type BarcodeLookup = z.infer<typeof BarcodeLookup>;

/** A disc whose barcode was scanned and that is expected in a drive. */
export const ExpectedDisc = z.object({
  id: z.string().min(1).max(64),
  code: z.string().min(1).max(64),
  title: z.string().max(500),
  year: z.int().min(1800).max(2100).optional(),
  kind: z.enum(KINDS),
  arrId: z.int().positive().optional(),
  externalId: z.string().max(64).optional(),
  seasonNumber: z.int().min(0).max(10_000).optional(),
  format: z.enum(FORMATS).optional(),
  product: z.string().max(500).optional(),
  addedAt: z.iso.datetime(),
  seenAt: z.iso.datetime().optional().describe("When a disc was identified as this title"),
  ripId: z.string().max(64).optional(),
}).meta({ id: "ExpectedDisc" });
/** `externalId` in the format of search results: `tmdb:1`, `tvdb:1`, or a MusicBrainz release group. */
export type ExpectedDisc = z.infer<typeof ExpectedDisc>;

/** A title that the user confirmed for a barcode. */
export const NewExpectedDisc = z.object({
  code: z.string().min(1).max(64),
  kind: z.enum(KINDS),
  title: z.string().trim().min(1).max(500),
  year: z.int().min(1800).max(2100).optional(),
  externalId: z.string().regex(/^(?:(?:tmdb|tvdb):\d{1,9}|imdb:tt\d{7,9}|[0-9a-f-]{36})$/).optional(),
  arrId: z.int().positive().optional(),
  seasonNumber: z.int().min(0).max(10_000).optional(),
  format: z.enum(FORMATS).optional(),
  product: z.string().max(500).optional(),
  add: z.boolean().default(true).describe("Add the title to its manager if it is missing"),
}).refine(({ externalId, arrId }) => externalId !== undefined || arrId !== undefined, {
  path: ["externalId"],
  error: "Specify the title by its externalId or its arrId.",
}).meta({ id: "NewExpectedDisc" });
/** By default, the title is added. */
export type NewExpectedDisc = z.infer<typeof NewExpectedDisc>;

/** Bus events of barcodes. */
export interface BarcodeBusEvents {
  /** Published after an expected disc was added, changed or removed. */
  expected: { expected: ExpectedDisc; removed?: true };
}
