import type { LookupResult, SmartSearch } from "../search_model.ts";
import type { Search } from "../search/service.ts";
import type { BarcodeLookup, BarcodeProduct } from "./model.ts";

/** Finds the titles of a product in the library and in the managers' online lookup. */

type Matches = Pick<BarcodeLookup, "inLibrary" | "lookup" | "errors">;

const MAX_CANDIDATES = 10;
/** Minimum similarity for titles to be considered nearly identical. A longer title with the same start is different. */
const SAME_TITLE = 95;
/** Minimum similarity of results. Lookups return all titles that have a word in common. */
const MIN_LIKENESS = 45;

/**
 * Matches by the IDs from the source of the product, or otherwise by title. Managers that do not respond are listed in
 * `errors`.
 */
export async function matchProduct(
  search: Pick<Search, "smart">,
  product: BarcodeProduct,
  signal: AbortSignal,
): Promise<Matches> {
  const byId = idText(product);
  if (byId !== undefined) {
    const found = await searchFor(search, product, byId, signal);
    const [title] = found.library.length > 0 ? found.library : found.online;
    if (title !== undefined) return matchesOf(product, { ...found, library: found.library.slice(0, 1) }, 0);
  }
  const words = product.artist === undefined ? product.title : `${product.artist} ${product.title}`;
  return matchesOf(product, await searchFor(search, product, words, signal), SAME_TITLE);
}

type Found = Pick<SmartSearch, "library" | "online" | "errors">;

/** A shop listing does not distinguish movies from series, but a disc catalogue does. */
async function searchFor(
  search: Pick<Search, "smart">,
  { kind, source }: BarcodeProduct,
  text: string,
  signal: AbortSignal,
): Promise<Found> {
  const scopes = kind === "album"
    ? ["music" as const]
    : source === "discdb" || kind === "series"
    ? [kind]
    : ["movie" as const, "series" as const];
  const answers = await Promise.all(scopes.map((scope) => search.smart(text, { scope, online: true, signal })));
  return {
    library: answers.flatMap(({ library }) => library),
    online: answers.flatMap(({ online }) => online),
    errors: answers.flatMap(({ errors }) => errors),
  };
}

function matchesOf(product: BarcodeProduct, { library, online, errors }: Found, minScore: number): Matches {
  const rank = (one: LookupResult) => fitOf(product, one);
  const held = library.filter(({ score = 0 }) => score >= minScore).toSorted((a, b) => rank(b) - rank(a));
  const candidates = online.filter(({ score = 0 }) => score >= MIN_LIKENESS).toSorted((a, b) => rank(b) - rank(a))
    .slice(0, MAX_CANDIDATES);
  // For a match by ID, the lookup result shows whether the manager already has the title.
  const [best] = [...held, ...candidates.filter(({ inLibrary }) => minScore === 0 && inLibrary)];
  return {
    inLibrary: best?.arrId === undefined ? null : {
      kind: best.kind,
      id: best.arrId,
      ...(best.externalId === "" ? {} : { externalId: best.externalId }),
      title: best.title,
      ...(best.year === undefined ? {} : { year: best.year }),
      ...(best.kind === "series" && product.seasonNumber !== undefined ? { season: product.seasonNumber } : {}),
      score: Math.round(best.score ?? 0),
    },
    lookup: candidates.map(({ kind, title, year, externalId, poster, artist, arrId }) => ({
      kind,
      title,
      externalId,
      ...(year === undefined ? {} : { year }),
      ...(poster === undefined ? {} : { poster }),
      ...(artist === undefined ? {} : { artist }),
      ...(arrId === undefined ? {} : { arrId }),
    })),
    errors: [...new Set(errors.map(({ message }) => message))],
  };
}

/**
 * Scores a result. The year in a listing may be that of the edition, so a year that matches adds more points than a
 * different year deducts. It is never before that of the movie.
 */
function fitOf({ kind, year }: BarcodeProduct, found: LookupResult): number {
  const own = found.kind === kind ? 3 : 0;
  const years = year === undefined || found.year === undefined
    ? 0
    : found.year === year
    ? 8
    : Math.abs(found.year - year) === 1
    ? 4
    : found.year > year
    ? -15
    : 0;
  return (found.score ?? 0) + own + years;
}

/** Builds a search query for an ID. TMDB has separate IDs for movies and series, so they are used only for movies. */
function idText({ kind, externalIds }: BarcodeProduct): string | undefined {
  const { tmdb, tvdb, imdb } = externalIds ?? {};
  if (kind === "movie") return tmdb === undefined ? imdb && `imdb:${imdb}` : `tmdb:${tmdb}`;
  if (kind === "series") return tvdb === undefined ? imdb && `imdb:${imdb}` : `tvdb:${tvdb}`;
  return undefined;
}
