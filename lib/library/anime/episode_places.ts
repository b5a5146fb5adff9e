import type { EpisodePlace } from "../../../db/library/anime/anime_rows.ts";
import type { SeasonEpisode } from "./model.ts";

/** Where episodes of an anime lie at TheTVDB. Pure. */

/** What is known of an anime: where its episodes begin, and those that lie elsewhere. */
export interface PlacedAnime {
  tvdbSeason: number | null;
  tvdbOffset: number;
  tvdbPlaces: readonly EpisodePlace[];
}

/** What an episode of AniDB is at TheTVDB: several, none, or undefined where the lists do not tell. */
export function placesOf(
  { tvdbSeason, tvdbOffset, tvdbPlaces }: PlacedAnime,
  episode: number,
): SeasonEpisode[] | undefined {
  const place = tvdbPlaces.find(({ first, last = Infinity }) => first <= episode && episode <= last);
  if (place !== undefined) {
    const { season, first, more = [] } = place;
    // 0 says that TheTVDB has none.
    return place.episode === 0
      ? []
      : [place.episode + episode - first, ...more].map((number) => ({ season, episode: number }));
  }
  return tvdbSeason === null ? undefined : [{ season: tvdbSeason, episode: tvdbOffset + episode }];
}

/**
 * Where the part of an anime that lies in one season begins there; undefined where no part does. Places of several single
 * episodes are told in the order of AniDB, which is that of discs.
 */
export function startInSeason(anime: PlacedAnime, season: number): SeasonEpisode | undefined {
  const own = anime.tvdbSeason === season ? placesOf(anime, 1)?.find((place) => place.season === season) : undefined;
  if (own !== undefined) return own;
  const [first] = anime.tvdbPlaces
    .filter((place) => place.season === season && place.episode > 0)
    .toSorted((a, b) => a.first - b.first);
  return first && { season, episode: first.episode };
}
