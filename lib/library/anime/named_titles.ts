import type { AnimeMatch } from "./model.ts";
import type { AnimeData } from "./service.ts";
import type { ReadQuery } from "../search/query.ts";
import type { TitleHit } from "../search/title_index.ts";

/** Names of anime that no manager has: synonyms and kanji lead to the ids of films and series. */

/** An anime whose name fits, and the ids that managers know it by. */
export interface NamedAnime {
  match: AnimeMatch;
  ids: { tmdbId: number } | { tvdbId: number };
}

const MAX_NAMED = 8;
/** Less alike than this is another title. */
const MIN_SCORE = 70;
/** What is as good as the title itself is asked for by its id online. */
const SURE_SCORE = 95;

/** Films or series with a name like the query's, the best first; nothing while anime titles are off. */
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

/** What to ask a manager's lookup for besides the text, which it may not know in that language. */
export async function animeTerms(
  anime: Pick<AnimeData, "find"> | undefined,
  kind: "movie" | "series",
  read: ReadQuery,
): Promise<string[]> {
  const [best] = await findAnime(anime, kind, read);
  if (best === undefined || best.match.score < SURE_SCORE) return [];
  return ["tmdbId" in best.ids ? `tmdb:${best.ids.tmdbId}` : `tvdb:${best.ids.tvdbId}`];
}

/** Both lists, the best first; of one title the better hit. */
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
