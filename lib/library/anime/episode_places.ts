import type { EpisodePlace } from "../../../db/library/anime/anime_rows.ts";
import type { SeasonEpisode } from "./model.ts";

/** Maps AniDB episodes to TheTVDB. Pure. */

/** Position of an anime at TheTVDB: season and number of earlier episodes, and exceptions for single episodes. */
export interface PlacedAnime {
  tvdbSeason: number | null;
  tvdbOffset: number;
  tvdbPlaces: readonly EpisodePlace[];
}

/** Returns the TheTVDB episodes of an AniDB episode: several, none, or undefined if the lists do not contain it. */
export function placesOf(
  { tvdbSeason, tvdbOffset, tvdbPlaces }: PlacedAnime,
  episode: number,
): SeasonEpisode[] | undefined {
  const place = tvdbPlaces.find(({ first, last = Infinity }) => first <= episode && episode <= last);
  if (place !== undefined) {
    const { season, first, more = [] } = place;
    // Episode number 0 means that TheTVDB does not have the episode.
    return place.episode === 0
      ? []
      : [place.episode + episode - first, ...more].map((number) => ({ season, episode: number }));
  }
  return tvdbSeason === null ? undefined : [{ season: tvdbSeason, episode: tvdbOffset + episode }];
}

/**
 * Returns the first episode of an anime in a season, or undefined if it has no episodes in that season. Mappings of
 * single episodes are ordered as in AniDB, which matches the order on discs.
 */
export function startInSeason(anime: PlacedAnime, season: number): SeasonEpisode | undefined {
  const own = anime.tvdbSeason === season ? placesOf(anime, 1)?.find((place) => place.season === season) : undefined;
  if (own !== undefined) return own;
  const [first] = anime.tvdbPlaces
    .filter((place) => place.season === season && place.episode > 0)
    .toSorted((a, b) => a.first - b.first);
  return first && { season, episode: first.episode };
}
