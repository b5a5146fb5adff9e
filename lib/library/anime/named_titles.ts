import type { AnimeMatch } from "./model.ts";
import type { AnimeData } from "./service.ts";
import type { ReadQuery } from "../matching/query.ts";
import type { TitleHit } from "../matching/title_index.ts";

/** Anime names unknown to the managers: synonyms and kanji lead to the ids of movies and series. */

/** A matching anime and the id that a manager uses for it. */
export interface NamedAnime {
  match: AnimeMatch;
  ids: { tmdbId: number } | { tvdbId: number };
}

const MAX_NAMED = 8;
/** Lower scores belong to a different title. */
const MIN_SCORE = 70;
/** From this score on, the match counts as exact and is looked up online by id. */
const SURE_SCORE = 95;

/**
 * Returns movies or series with a name similar to the query, best first. Returns nothing while anime titles are off.
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

/** Returns additional terms for a manager's lookup, which may not know the text in that language. */
export async function animeTerms(
  anime: Pick<AnimeData, "find"> | undefined,
  kind: "movie" | "series",
  read: ReadQuery,
): Promise<string[]> {
  const [best] = await findAnime(anime, kind, read);
  if (best === undefined || best.match.score < SURE_SCORE) return [];
  return ["tmdbId" in best.ids ? `tmdb:${best.ids.tmdbId}` : `tvdb:${best.ids.tvdbId}`];
}

/** Merges both lists, best first, keeping the better hit per title. */
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
