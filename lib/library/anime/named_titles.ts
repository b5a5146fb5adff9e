import type { AnimeMatch } from "./model.ts";
import type { AnimeData } from "./service.ts";
import type { ReadQuery } from "../matching/query.ts";
import type { TitleHit } from "../matching/title_index.ts";

/**
 * Finds names of anime that the managers do not have, such as synonyms and names in kanji, and the IDs of the
 * corresponding movies and series.
 */

/** A matching anime and the ID that a manager uses for it. */
export interface NamedAnime {
  match: AnimeMatch;
  ids: { tmdbId: number } | { tvdbId: number };
}

const MAX_NAMED = 8;
/** Minimum score. A lower score indicates a different title. */
const MIN_SCORE = 70;
/** Minimum score of an exact match, which is looked up online by ID. */
const MIN_EXACT_SCORE = 95;

/**
 * Returns movies or series whose name is similar to the query, best match first. Returns an empty array while anime
 * data is disabled.
 */
export async function findAnime(
  anime: Pick<AnimeData, "find"> | undefined,
  kind: "movie" | "series",
  { query: { title, season } }: ReadQuery,
): Promise<NamedAnime[]> {
  const found = await anime?.find([{ text: title, season }], MAX_NAMED) ?? [];
  return found.flatMap((match) => {
    const { score, isMovie, tmdbId, tvdbId } = match;
    if (score < MIN_SCORE || isMovie !== (kind === "movie")) return [];
    const ids = isMovie ? tmdbId && { tmdbId } : tvdbId && { tvdbId };
    return ids ? [{ match, ids }] : [];
  });
}

/** Returns additional terms for a manager's lookup, which may not have the title in the language of the query. */
export async function animeTerms(
  anime: Pick<AnimeData, "find"> | undefined,
  kind: "movie" | "series",
  read: ReadQuery,
): Promise<string[]> {
  const [best] = await findAnime(anime, kind, read);
  if (best === undefined || best.match.score < MIN_EXACT_SCORE) return [];
  return ["tmdbId" in best.ids ? `tmdb:${best.ids.tmdbId}` : `tvdb:${best.ids.tvdbId}`];
}

/** Merges both lists, best match first. Of two matches for a title, the better one is kept. */
export function withAnimeHits(
  hits: readonly TitleHit<number>[],
  anime: readonly TitleHit<number>[],
): TitleHit<number>[] {
  const best = new Map<number, TitleHit<number>>();
  for (const hit of [...hits, ...anime]) {
    if (hit.score > (best.get(hit.id)?.score ?? -1)) best.set(hit.id, hit);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}
