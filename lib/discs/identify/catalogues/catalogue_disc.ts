import * as z from "zod";

/** A disc as described by a disc catalogue, in the form in which results are cached. */

/** Identity of a title according to a catalogue. */
export const CatalogueItem = z.object({
  kind: z.enum(["feature", "episode", "extra"]),
  name: z.string().optional(),
  season: z.int().optional(),
  episodes: z.array(z.int()),
});
/** `season` 0 means specials. `episodes` has several numbers if a title contains several episodes. */
export type CatalogueItem = z.infer<typeof CatalogueItem>;

/** A title in a catalogue. */
export const CatalogueTitle = z.object({
  sourceFile: z.string().optional(),
  segmentMap: z.string().optional(),
  seconds: z.number().optional(),
  item: CatalogueItem,
});
/** `sourceFile` is a playlist. For a DVD, it is the name that a program gave the title. */
export type CatalogueTitle = z.infer<typeof CatalogueTitle>;

/** A disc with its contents, and the movie or series to which it belongs. */
export const CatalogueDisc = z.object({
  kind: z.enum(["movie", "series"]),
  title: z.string(),
  year: z.number().optional(),
  tmdbId: z.int().optional(),
  tvdbId: z.int().optional(),
  imdbId: z.string().optional(),
  season: z.int().optional(),
  disc: z.int().optional(),
  discs: z.int().optional(),
  titles: z.array(CatalogueTitle),
});
/**
 * `season` is the season of most episodes. `disc` is the number of the disc within that season, `discs` the number of
 * discs.
 */
export type CatalogueDisc = z.infer<typeof CatalogueDisc>;

/**
 * A catalogue could not be queried, or returned an unusable response. The message is shown to users and contains the
 * name of the catalogue.
 */
export class CatalogueProblem extends Error {
  override name = "CatalogueProblem";
}

/** Returns the season of most episodes. Specials are considered only if there are no other episodes. */
export function seasonOf(titles: readonly CatalogueTitle[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { item } of titles) {
    if (item.kind !== "episode" || item.season === undefined) continue;
    counts.set(item.season, (counts.get(item.season) ?? 0) + (item.season === 0 ? 0.001 : 1));
  }
  return [...counts].sort(([a, few], [b, many]) => many - few || a - b)[0]?.[0];
}
