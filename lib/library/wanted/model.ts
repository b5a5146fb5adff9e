import * as z from "zod";

/** Discs that would improve the libraries. */

/** A movie, or a season of a series, below the cutoff of its quality profile. */
export const WantedDisc = z.object({
  kind: z.enum(["movie", "series"]),
  arrId: z.int(),
  externalId: z.string().optional().describe("`tmdb:1` or `tvdb:1`"),
  title: z.string(),
  year: z.int().optional(),
  seasonNumber: z.int().optional(),
  episodes: z.int().optional().describe("Below the cutoff"),
  quality: z.string().describe("Current quality on disk; for a season, the worst"),
  upgradeWith: z.enum(["bluray", "uhd", "none"]),
  onShelf: z.boolean().describe("Its barcode was scanned"),
}).meta({ id: "WantedDisc" });
/** `upgradeWith` is the kind of disc that would improve the title. */
export type WantedDisc = z.infer<typeof WantedDisc>;

/** All wanted discs. Discs whose barcode was scanned are first. */
export const WantedDiscs = z.object({
  items: z.array(WantedDisc),
  checkedAt: z.iso.datetime(),
  errors: z.array(z.object({ source: z.enum(["movie", "series"]), message: z.string() })),
}).meta({ id: "WantedDiscs" });
/** `errors` lists the managers that did not respond. */
export type WantedDiscs = z.infer<typeof WantedDiscs>;
