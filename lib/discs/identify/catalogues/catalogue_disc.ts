import * as z from "zod";

/** A disc as catalogues of discs describe it, whichever of them, and in the shape in which answers are kept. */

/** What a catalogue says that a title is. */
export const CatalogueItem = z.object({
  kind: z.enum(["feature", "episode", "extra"]),
  name: z.string().optional(),
  season: z.int().optional(),
  episodes: z.array(z.int()),
});
/** `season` 0 holds specials; `episodes` has several numbers where a title holds several. */
export type CatalogueItem = z.infer<typeof CatalogueItem>;

/** One title that a catalogue knows. */
export const CatalogueTitle = z.object({
  sourceFile: z.string().optional(),
  segmentMap: z.string().optional(),
  seconds: z.number().optional(),
  item: CatalogueItem,
});
/** `sourceFile` is a playlist, or on a DVD what some program called the title. */
export type CatalogueTitle = z.infer<typeof CatalogueTitle>;

/** A disc with what is on it, and the film or series that it belongs to. */
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
/** `season` is that of most of its episodes; `disc` counts the discs of that season, `discs` is how many they are. */
export type CatalogueDisc = z.infer<typeof CatalogueDisc>;

/** A catalogue could not be asked, or answered what cannot be used. The message is for people and names it. */
export class CatalogueProblem extends Error {
  override name = "CatalogueProblem";
}

/** The season that most episodes belong to; specials only where there is nothing else. */
export function seasonOf(titles: readonly CatalogueTitle[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { item } of titles) {
    if (item.kind !== "episode" || item.season === undefined) continue;
    counts.set(item.season, (counts.get(item.season) ?? 0) + (item.season === 0 ? 0.001 : 1));
  }
  return [...counts].sort(([a, few], [b, many]) => many - few || a - b)[0]?.[0];
}
