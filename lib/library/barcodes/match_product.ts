import type { LookupResult, SmartSearch } from "../search_model.ts";
import type { Search } from "../search/service.ts";
import type { BarcodeLookup, BarcodeProduct } from "./model.ts";

/** Finds the titles of a product in the library and in the managers' online lookup. */

type Matches = Pick<BarcodeLookup, "inLibrary" | "lookup" | "errors">;

const MAX_CANDIDATES = 10;
/** Nearly identical titles. A longer title with the same start is a different one. */
const SAME_TITLE = 95;
/** Lookups return everything that shares a word. */
const MIN_LIKENESS = 45;

/**
 * Matches by the ids from the product's source, or else by title. Managers that do not respond are named in `errors`.
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

/** A shop listing does not distinguish movies from series, a disc catalogue does. */
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
  // For a match by id, the lookup itself reports whether the manager already has the title.
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
 * Scores a result. The year of a listing may be that of the edition but never precedes the movie, so a match adds more
 * than a mismatch deducts.
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

/** Builds an id query for the search. TMDB has separate ids for movies and series, so it is used for movies only. */
function idText({ kind, externalIds }: BarcodeProduct): string | undefined {
  const { tmdb, tvdb, imdb } = externalIds ?? {};
  if (kind === "movie") return tmdb === undefined ? imdb && `imdb:${imdb}` : `tmdb:${tmdb}`;
  if (kind === "series") return tvdb === undefined ? imdb && `imdb:${imdb}` : `tvdb:${tvdb}`;
  return undefined;
}
