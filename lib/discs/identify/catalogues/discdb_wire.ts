import * as z from "zod";
import type { ReleaseCatalogue } from "../../../library/barcodes/find_product.ts";
import { type CatalogueDisc, type CatalogueItem, type CatalogueTitle, seasonOf } from "./catalogue_disc.ts";

/** Responses of TheDiscDb over GraphQL and REST, parsed leniently: invalid values are treated as missing. Pure. */

const text = z.string().max(2000).transform((value) => value.trim() || undefined).nullish().catch(undefined);
const whole = z.coerce.number().int().nonnegative().nullish().catch(undefined);
/** Schema of a list in which invalid rows are skipped. */
const list = <T extends z.ZodType>(row: T) =>
  z.array(z.unknown()).transform((all) => all.flatMap((one) => row.safeParse(one).data ?? []));
const rows = <T extends z.ZodType>(row: T) => list(row).catch([]);
/** Numbers are sent as text: `1`, `1-2`. */
const numbers = z.union([z.string().max(100), z.number()]).transform(String).nullish().catch(undefined);

const Item = z.object({ title: text, type: text, season: numbers, episode: numbers }).nullish().catch(undefined);

const GraphTitle = z.object({ sourceFile: text, segmentMap: text, duration: numbers, item: Item });
const GraphDisc = z.object({ index: whole, format: text, contentHash: text, titles: rows(GraphTitle) });
const GraphRelease = z.object({ title: text, upc: numbers, year: whole, discs: rows(GraphDisc) });
const Ids = z.object({ tmdb: numbers, imdb: text, tvdb: numbers }).nullish().catch(undefined);
const GraphNode = z.object({
  title: z.string().trim().min(1).max(1000),
  year: whole,
  type: text,
  externalids: Ids,
  releases: rows(GraphRelease),
});

/** Box sets have a single release and no IDs. */
const GraphBoxSet = z.object({ title: z.string().trim().min(1).max(1000), release: GraphRelease });

/** A page of GraphQL results. Responses with `errors` also have status 200. */
export const GraphAnswer = z.object({
  data: z.object({
    mediaItems: z.object({
      nodes: list(GraphNode),
      pageInfo: z.object({ hasNextPage: z.boolean().catch(false), endCursor: text }).nullish().catch(undefined),
    }).nullish(),
    boxsets: z.object({ nodes: list(GraphBoxSet) }).nullish(),
  }).nullish().catch(undefined),
  errors: rows(z.object({ message: z.string().max(500) })).nullish(),
});

const RestTitle = z.object({ source_file: text, segment_map: text, duration: numbers, item: Item });

/** A disc of a release, from REST. */
export const RestDisc = z.object({
  media: z.object({
    title: z.string().trim().min(1).max(1000),
    year: whole,
    type: text,
    external_ids: Ids,
  }),
  disc: z.object({ index: whole }).nullish().catch(undefined),
  titles: rows(RestTitle),
});

/** Returns the discs with this content hash. Responses contain all releases of an item, and all their discs. */
export function discsOfNodes(nodes: readonly z.infer<typeof GraphNode>[], hash: string): CatalogueDisc[] {
  return nodes.flatMap((node) =>
    node.releases.flatMap(({ discs }) =>
      discs.filter(({ contentHash }) => contentHash?.toUpperCase() === hash).map((disc) => {
        const titles = disc.titles.flatMap(titleOf);
        return discOf({ ...node, ids: node.externalids }, titles, placeIn(discs, disc, titles));
      })
    )
  );
}

/** Converts a disc from REST, which provides no information about the other discs of its release. */
export const discOfRest = ({ media, disc, titles }: z.infer<typeof RestDisc>): CatalogueDisc =>
  discOf(
    { ...media, ids: media.external_ids },
    titles.flatMap(({ source_file: sourceFile, segment_map: segmentMap, ...title }) =>
      titleOf({ ...title, sourceFile, segmentMap })
    ),
    { disc: disc?.index || undefined },
  );

/**
 * Determines the number of the disc within its season. A release may contain several seasons, or several formats of the
 * same season.
 */
function placeIn(
  discs: readonly z.infer<typeof GraphDisc>[],
  disc: z.infer<typeof GraphDisc>,
  titles: readonly CatalogueTitle[],
): Pick<CatalogueDisc, "disc" | "discs"> {
  const season = seasonOf(titles);
  if (season === undefined) return { disc: disc.index || undefined };
  const alike = discs.filter((other) =>
    other.format?.toLowerCase() === disc.format?.toLowerCase() && seasonOf(other.titles.flatMap(titleOf)) === season
  ).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return { disc: alike.indexOf(disc) + 1 || undefined, discs: alike.length || undefined };
}

/** Finds the release with this barcode, and the item to which it belongs. Undefined if the page has none. */
export function releaseWith(
  { mediaItems, boxsets }: NonNullable<z.infer<typeof GraphAnswer>["data"]>,
  forms: readonly string[],
): ReleaseProduct | undefined {
  const has = ({ upc }: z.infer<typeof GraphRelease>) => forms.includes(upc?.replace(/\D/g, "") ?? "");
  for (const node of mediaItems?.nodes ?? []) {
    // Responses contain all releases of an item. Most of them have a different barcode.
    const release = node.releases.find(has);
    if (release !== undefined) return productOf(release, { ...node, ids: node.externalids });
  }
  const set = boxsets?.nodes.find(({ release }) => has(release));
  return set && productOf(set.release, { title: set.title, ids: undefined });
}

/** The product with a barcode. */
export type ReleaseProduct = NonNullable<Awaited<ReturnType<ReleaseCatalogue["byBarcode"]>>>;

function productOf(release: z.infer<typeof GraphRelease>, media: Media): ReleaseProduct {
  const titles = release.discs.flatMap((disc) => disc.titles.flatMap(titleOf));
  const seasons = new Set(
    titles.flatMap(({ item }) => item.kind === "episode" && item.season !== 0 ? item.season ?? [] : []),
  );
  const { kind, title, year, tmdbId, tvdbId, imdbId } = discOf(media, titles, {});
  const [season] = seasons;
  const formats = release.discs.map(({ format }) => format ?? "");
  const format = formats.some((one) => /uhd|4k/i.test(one))
    ? "uhd" as const
    : formats.some((one) => /blu/i.test(one))
    ? "bluray" as const
    : formats.some((one) => /dvd/i.test(one))
    ? "dvd" as const
    : undefined;
  return {
    kind,
    title,
    product: release.title ? `${title} (${release.title})` : title,
    ...(year === undefined ? {} : { year }),
    ...(kind === "series" && seasons.size === 1 && season !== undefined ? { seasonNumber: season } : {}),
    ...(format === undefined ? {} : { format }),
    ...(tmdbId === undefined && tvdbId === undefined && imdbId === undefined ? {} : {
      externalIds: {
        ...(tmdbId === undefined ? {} : { tmdb: tmdbId }),
        ...(tvdbId === undefined ? {} : { tvdb: tvdbId }),
        ...(imdbId === undefined ? {} : { imdb: imdbId }),
      },
    }),
  };
}

interface Media {
  title: string;
  year?: number | null | undefined;
  type?: string | null | undefined;
  ids: z.infer<typeof Ids>;
}

function discOf(
  { title, year, type, ids }: Media,
  titles: CatalogueTitle[],
  place: Pick<CatalogueDisc, "disc" | "discs">,
) {
  const season = seasonOf(titles);
  const kind = /series|show|tv/i.test(type ?? "") || !type && season !== undefined ? "series" : "movie";
  const given: CatalogueDisc = {
    kind,
    title,
    titles,
    ...(year ? { year } : {}),
    ...idsOf(ids),
    ...(season === undefined ? {} : { season }),
    ...(place.disc === undefined ? {} : { disc: place.disc }),
    ...(place.discs === undefined ? {} : { discs: place.discs }),
  };
  return given;
}

function idsOf(ids: z.infer<typeof Ids>): Pick<CatalogueDisc, "tmdbId" | "tvdbId" | "imdbId"> {
  const [tmdbId, tvdbId] = [Number(ids?.tmdb), Number(ids?.tvdb)];
  const imdbId = /^tt\d{5,10}$/.exec(ids?.imdb ?? "")?.[0];
  return {
    ...(Number.isSafeInteger(tmdbId) && tmdbId > 0 ? { tmdbId } : {}),
    ...(Number.isSafeInteger(tvdbId) && tvdbId > 0 ? { tvdbId } : {}),
    ...(imdbId === undefined ? {} : { imdbId }),
  };
}

/** Returns the title in an array, which is empty if the title is not identified. */
function titleOf({ sourceFile, segmentMap, duration, item }: z.infer<typeof GraphTitle>): CatalogueTitle[] {
  const known = item ? itemOf(item) : undefined;
  if (known === undefined) return [];
  const seconds = secondsOf(duration ?? "");
  return [{
    item: known,
    ...(sourceFile ? { sourceFile } : {}),
    ...(segmentMap ? { segmentMap } : {}),
    ...(seconds === undefined ? {} : { seconds }),
  }];
}

function itemOf({ title, type, season, episode }: NonNullable<z.infer<typeof Item>>): CatalogueItem | undefined {
  const named = title ? { name: title } : {};
  const word = (type ?? "").replace(/[^a-z]/gi, "").toLowerCase();
  if (word === "mainmovie") return { kind: "feature", episodes: [], ...named };
  const episodes = episodesOf(episode ?? "");
  if (word === "episode" && episodes.length > 0) {
    return { kind: "episode", season: seasonNumber(season), episodes, ...named };
  }
  return word === "" && !title ? undefined : { kind: "extra", episodes: [], ...named };
}

const seasonNumber = (season: string | null | undefined): number => {
  const number = Number(/\d{1,4}/.exec(season ?? "")?.[0] ?? 1);
  return Number.isSafeInteger(number) ? number : 1;
};

const MAX_EPISODES = 20;

/** Parses `3`, `1-2`, `1, 2` or `E01-E02`. Empty for text without numbers and for invalid ranges. */
export function episodesOf(text: string): number[] {
  const found = [...text.matchAll(/(\d{1,5})(?:\s*-\s*[a-z]*\s*(\d{1,5}))?/gi)].flatMap(([, from, to]) => {
    const [first, last] = [Number(from), Number(to ?? from)];
    return last < first || last - first >= MAX_EPISODES
      ? []
      : Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  return [...new Set(found)].slice(0, MAX_EPISODES);
}

/** Parses `2:07:45`, `44:31` or a number of seconds. */
function secondsOf(text: string): number | undefined {
  if (!/^\d{1,3}(?::\d{1,2}){0,2}(?:\.\d+)?$|^\d{1,6}(?:\.\d+)?$/.test(text)) return undefined;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
