import { type Episode, type EpisodeFile, episodePath, type Series } from "./series_model.ts";
import type { Download } from "./shared/downloads.ts";
import { slug } from "./shared/names.ts";
import type { Fields } from "./shared/types.ts";
import { webhookClient, webhookFile } from "./shared/webhook_file.ts";
import type { Shows } from "./sonarr_library.ts";

/** Returns a series as it appears in webhooks. */
export const webhookSeries = ({ desk }: Shows, series: Series): Fields => ({
  id: series.id,
  title: series.title,
  titleSlug: slug(series.title),
  path: series.path,
  tvdbId: series.tvdbId,
  tvMazeId: 0,
  tmdbId: series.tmdbId,
  imdbId: series.imdbId,
  type: series.seriesType,
  year: series.year,
  genres: series.genres,
  tags: desk.tags.filter(({ id }) => series.tags.includes(id)).map(({ label }) => label),
  originalLanguage: series.originalLanguage,
});

export const webhookEpisode = (series: Series, episode: Episode): Fields => ({
  id: episode.id,
  episodeNumber: episode.episodeNumber,
  seasonNumber: episode.seasonNumber,
  title: episode.title,
  airDate: episode.airDate,
  airDateUtc: `${episode.airDate}T21:00:00Z`,
  seriesId: series.id,
  tvdbId: series.tvdbId * 1000 + episode.seasonNumber * 100 + episode.episodeNumber,
});

interface Imported {
  series: Series;
  episodes: Episode[];
  files: EpisodeFile[];
  from: string;
  download?: Download | undefined;
}

const common = (shows: Shows, { series, episodes, files, download }: Imported): Fields => ({
  ...shows.desk.event("Download"),
  series: webhookSeries(shows, series),
  episodes: episodes.map((episode) => webhookEpisode(series, episode)),
  release: {
    releaseTitle: download?.title ?? files[0]?.sceneName,
    indexer: download?.indexer,
    size: files.reduce((sum, { size }) => sum + size, 0),
    indexerFlags: [],
  },
  ...webhookClient(download),
});

/** Payload of On Import, for a single file with one or more episodes. */
export const importEvent = (shows: Shows, imported: Imported): Fields => ({
  ...common(shows, imported),
  ...Object.fromEntries(
    imported.files.slice(0, 1).map((file) => [
      "episodeFile",
      { ...webhookFile(file), path: episodePath(imported.series, file), sourcePath: imported.from },
    ]),
  ),
  customFormatInfo: { customFormats: [], customFormatScore: 0 },
});

/** Payload of On Import Complete, for the whole download, without `episodeFile`. */
export const completeEvent = (shows: Shows, imported: Imported): Fields => ({
  ...common(shows, imported),
  isUpgrade: false,
  episodeFiles: imported.files.map((file) => ({ ...webhookFile(file), path: episodePath(imported.series, file) })),
  sourcePath: imported.from,
  destinationPath: imported.series.path,
});
