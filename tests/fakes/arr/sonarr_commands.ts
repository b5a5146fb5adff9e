import { episodesOf } from "./data_series.ts";
import type { Series } from "./series_model.ts";
import type { Execute } from "./shared/commands.ts";
import type { Desk } from "./shared/desk.ts";
import type { Downloads } from "./shared/downloads.ts";
import { numbersIn } from "./shared/numbers.ts";
import type { Found } from "./shared/releases.ts";
import type { Fields } from "./shared/types.ts";
import type { EpisodeImporter } from "./sonarr_import.ts";
import type { Shows } from "./sonarr_library.ts";
import { renameSeries } from "./sonarr_manual.ts";
import { ofSeason, releasesFor } from "./sonarr_search.ts";

/** Services for the routes and commands of one Sonarr. */
export interface SonarrParts {
  desk: Desk;
  shows: Shows;
  importer: EpisodeImporter;
  downloads: Downloads;
}

/** Returns the commands that Sonarr supports. */
export function sonarrCommands(parts: SonarrParts): Record<string, Execute> {
  const { desk, shows, importer } = parts;
  return {
    RescanSeries: (body) => rescan(parts, body),
    RefreshSeries: (body) => refresh(parts, body),
    DownloadedEpisodesScan: (body) => importer.scan(body),
    ManualImport: (body) => importer.manual(body),
    RenameFiles: (body) => renameSeries(desk, shows, someSeries(shows, numbersIn([body.seriesId]))),
    RenameSeries: (body) => renameSeries(desk, shows, someSeries(shows, numbersIn(body.seriesIds))),
    EpisodeSearch: async ({ episodeIds }) => {
      for (const episode of numbersIn(episodeIds).flatMap((id) => shows.episode(id) ?? [])) {
        startBest(parts, releasesFor(parts, shows.get(episode.seriesId), [episode], false));
      }
      await Promise.resolve();
    },
    SeasonSearch: async ({ seriesId, seasonNumber }) => {
      startBest(parts, ofSeason(parts, shows.get(Number(seriesId)), Number(seasonNumber)));
      await Promise.resolve();
    },
    SeriesSearch: async ({ seriesId }) => {
      const series = shows.get(Number(seriesId));
      for (const season of series.monitoredSeasons) startBest(parts, ofSeason(parts, series, season));
      await Promise.resolve();
    },
  };
}

const someSeries = (shows: Shows, ids: number[]): Series[] =>
  ids.length === 0 ? [...shows.all()] : ids.flatMap((id) => shows.find(id) ?? []);

async function rescan({ shows, importer }: SonarrParts, { seriesId, seriesIds }: Fields): Promise<void> {
  for (const series of someSeries(shows, [...numbersIn([seriesId]), ...numbersIn(seriesIds)])) {
    await importer.rescan(series);
  }
}

/** Fetches the episodes of a new series, then scans its folder. */
async function refresh(parts: SonarrParts, body: Fields): Promise<void> {
  const { shows } = parts;
  for (const series of someSeries(shows, [...numbersIn([body.seriesId]), ...numbersIn(body.seriesIds)])) {
    if (shows.episodesOf(series.id).length > 0) continue;
    const episodes = episodesOf(series, shows.nextEpisodeId());
    for (const episode of episodes) {
      episode.monitored = series.monitored && series.monitoredSeasons.includes(episode.seasonNumber);
    }
    shows.addEpisodes(episodes);
  }
  await rescan(parts, body);
}

/** Downloads the best release that the manager does not reject. */
const startBest = ({ downloads }: SonarrParts, found: Found[]): void =>
  found.filter(({ rejections }) => rejections.length === 0).slice(0, 1).forEach(downloads.start);
