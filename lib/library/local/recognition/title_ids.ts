import type { TitleIds } from "../../local_title_model.ts";

/**
 * Matches IDs as used by Radarr, Sonarr, Plex, Jellyfin and Emby: `{tmdb-949}`, `[tvdbid-81189]`, `[imdbid=tt0113277]`.
 */
const NAMED = /[[{(](tmdb|tvdb|imdb)(?:id)?[-=: ](tt\d{7,9}|\d{1,9})[\])}]/gi;
const BARE_IMDB = /[[{(](tt\d{7,9})[\])}]/i;

/** Extracts database IDs from the name of a folder or file. Returns undefined if there are none. Pure. */
export function idsIn(name: string): TitleIds | undefined {
  const ids: TitleIds = {};
  for (const [, database = "", value = ""] of name.matchAll(NAMED)) {
    const number = /^\d+$/.test(value) ? Number(value) : 0;
    const kind = database.toLowerCase();
    if (kind === "tmdb" && number > 0) ids.tmdbId ??= number;
    if (kind === "tvdb" && number > 0) ids.tvdbId ??= number;
    if (kind === "imdb" && number === 0 && value !== "0") ids.imdbId ??= value.toLowerCase();
  }
  const bare = BARE_IMDB.exec(name)?.[1];
  if (bare !== undefined) ids.imdbId ??= bare.toLowerCase();
  return Object.keys(ids).length > 0 ? ids : undefined;
}
