import type { LookupAlbum, LookupTitle } from "../managers/search/lookup.ts";
import { fold } from "../../kit/fold.ts";
import type { SearchQuery } from "../search_model.ts";
import type { ReadQuery } from "../matching/query.ts";
import { foldedTitle, titleScore, withYear } from "../matching/rank.ts";
import type { TitleHit } from "../matching/title_index.ts";

/** Creates search terms for the managers' online lookup, and scores the results. Pure. */

/**
 * Returns the search terms for Radarr or Sonarr. Returns an empty array if an ID belongs to a title of the other kind.
 */
export function lookupTerms(kind: "movie" | "series", { query, full }: ReadQuery): string[] {
  const { imdbId, tmdbId, tvdbId, title, year } = query;
  if (imdbId ?? tmdbId ?? tvdbId) return idTerm(kind, query);
  if (!/[\p{L}\p{N}]/u.test(title)) return [];
  // Sonarr searches for the exact words, so with a year it would find nothing.
  const term = kind === "movie" && year !== undefined ? `${title} ${year}` : title;
  return full === title ? [term] : [term, full];
}

function idTerm(kind: "movie" | "series", { imdbId, tmdbId, tvdbId, kind: wanted }: SearchQuery): string[] {
  const other = wanted !== undefined && wanted !== kind;
  if (kind === "series" && tvdbId !== undefined) return [`tvdb:${tvdbId}`];
  if (tmdbId !== undefined && !other && (kind === "movie" || wanted === "series")) return [`tmdb:${tmdbId}`];
  return imdbId !== undefined && !other ? [`imdb:${imdbId}`] : [];
}

type Match = Pick<TitleHit<unknown>, "score" | "matchedOn">;

/** Scores a title by the name that matches best. A lookup by ID always matches. */
export function fitOf(title: LookupTitle, { query, full }: ReadQuery): Match {
  if (query.imdbId ?? query.tmdbId ?? query.tvdbId) return { score: 100 };
  const others = [title.originalTitle ?? "", ...title.alternateTitles];
  return bestOf([title.title, ...others], [query.title, full, withTypedYear(query)], query.year, title.year);
}

/** Scores an album by its name, with or without the artist. */
export const albumFit = (album: LookupAlbum, { query, full }: ReadQuery): Match => ({
  score:
    bestOf([album.title, `${album.artist} ${album.title}`, album.artist], [query.title, full], query.year, album.year)
      .score,
});

const withTypedYear = ({ title, year }: SearchQuery): string => year === undefined ? title : `${title} ${year}`;

function bestOf(names: string[], typed: string[], wantedYear: number | undefined, year: number | undefined): Match {
  const texts = [...new Set(typed.map(fold))].map(foldedTitle);
  let best: Match = { score: 0 };
  for (const [at, name] of names.entries()) {
    const folded = foldedTitle(fold(name));
    const score = Math.max(...texts.map((text) => titleScore(text, folded)));
    const lifted = withYear(score, wantedYear, year);
    if (lifted > best.score) best = { score: lifted, ...(at === 0 ? {} : { matchedOn: name }) };
  }
  return best;
}
