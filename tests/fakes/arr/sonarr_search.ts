import type { Episode, Series } from "./series_model.ts";
import type { Desk } from "./shared/desk.ts";
import { intOf } from "./shared/http.ts";
import { numbersIn } from "./shared/numbers.ts";
import { offersOf } from "./shared/offers.ts";
import { type Found, judged, type Searching, webhookRelease } from "./shared/releases.ts";
import { webhookEpisode, webhookSeries } from "./sonarr_events.ts";
import type { Shows } from "./sonarr_library.ts";

const two = (value: number) => String(value).padStart(2, "0");

/** Sonarr's interactive search. */
export const searching = (parts: { desk: Desk; shows: Shows }): Searching => ({
  search: ({ query }) => asked(parts, query),
  mapped: ({ seriesId, episodeId, episodeIds }) => {
    const { shows } = parts;
    const series = typeof seriesId === "number" ? shows.find(seriesId) : undefined;
    const ids = [...numbersIn([episodeId]), ...numbersIn(episodeIds)];
    return series === undefined ? [] : ids.flatMap((id) => {
      const episode = shows.episode(id);
      return episode?.seriesId === series.id
        ? [{ seriesId: series.id, episodeId: id, seasonNumber: episode.seasonNumber }]
        : [];
    });
  },
  onGrab: async (release, downloadId) => {
    const { desk, shows } = parts;
    const series = shows.get(release.targets[0]?.seriesId);
    const episodes = release.targets.flatMap(({ episodeId }) => shows.episode(episodeId) ?? []);
    await desk.webhooks.send({
      ...desk.event("Grab"),
      series: webhookSeries(shows, series),
      episodes: episodes.map((episode) => webhookEpisode(series, episode)),
      release: webhookRelease(release),
      downloadId,
    });
  },
});

/** Returns releases for a single episode or a whole season. */
export function releasesFor(
  { desk, shows }: { desk: Desk; shows: Shows },
  series: Series,
  episodes: Episode[],
  fullSeason: boolean,
): Found[] {
  const [first] = episodes;
  if (first === undefined) return [];
  const { seasonNumber, absoluteEpisodeNumber } = first;
  const numbers = episodes.map(({ episodeNumber }) => episodeNumber);
  const range = `S${two(seasonNumber)}${fullSeason ? "" : `E${two(first.episodeNumber)}`}`;
  const offers = offersOf("Sonarr", `${series.title} ${range}`, {
    languages: [series.originalLanguage],
    scale: series.runtime * episodes.length / 120,
  });
  const all = offers.map((offer, index): Found => {
    // One release of each search cannot be matched to the series.
    const unmapped = index === offers.length - 1;
    return {
      ...offer,
      targets: unmapped ? [] : episodes.map(({ id }) => ({ seriesId: series.id, episodeId: id, seasonNumber })),
      rejections: unmapped ? ["Unknown Series. Unable to match to correct series using release title."] : [],
      extra: {
        fullSeason,
        seasonNumber,
        languageWeight: 0,
        seriesTitle: series.title,
        episodeNumbers: fullSeason ? [] : numbers,
        absoluteEpisodeNumbers: absoluteEpisodeNumber === undefined || fullSeason ? [] : [absoluteEpisodeNumber],
        ...(unmapped ? {} : {
          mappedSeasonNumber: seasonNumber,
          mappedEpisodeNumbers: numbers,
          mappedAbsoluteEpisodeNumbers: [],
          mappedSeriesId: series.id,
          mappedEpisodeInfo: episodes.map((one) => ({
            id: one.id,
            seasonNumber: one.seasonNumber,
            episodeNumber: one.episodeNumber,
            absoluteEpisodeNumber: one.absoluteEpisodeNumber,
            title: one.title,
          })),
        }),
        tvdbId: series.tvdbId,
        tvRageId: 0,
        imdbId: series.imdbId,
        episodeRequested: !unmapped,
        isDaily: series.seriesType === "daily",
        isAbsoluteNumbering: series.seriesType === "anime" && !fullSeason,
        isPossibleSpecialEpisode: false,
        special: seasonNumber === 0,
      },
    };
  });
  const held = episodes.flatMap(({ episodeFileId }) => shows.files.get(episodeFileId)?.quality ?? []);
  return judged(desk.profile(series.qualityProfileId), held[0], all);
}

/** Searches by episode, or by series and season. Otherwise returns the newest releases of all series. */
function asked(parts: { desk: Desk; shows: Shows }, query: URLSearchParams): Found[] {
  const { shows } = parts;
  const [episodeId, seriesId, season] = ["episodeId", "seriesId", "seasonNumber"].map((name) => intOf(query, name));
  if (episodeId !== undefined) {
    const episode = shows.episode(episodeId);
    return episode === undefined ? [] : releasesFor(parts, shows.get(episode.seriesId), [episode], false);
  }
  if (seriesId !== undefined && season !== undefined) return ofSeason(parts, shows.get(seriesId), season);
  return [...shows.all().take(5)].flatMap((series) => {
    const [newest] = shows.episodesOf(series.id).slice(-1);
    return newest === undefined ? [] : releasesFor(parts, series, [newest], false).slice(0, 2);
  });
}

export function ofSeason(parts: { desk: Desk; shows: Shows }, series: Series, season: number): Found[] {
  const episodes = parts.shows.episodesOf(series.id).filter(({ seasonNumber }) => seasonNumber === season);
  return releasesFor(parts, series, episodes, true);
}
