import { ratingOf } from "../../managers/search/rating.ts";
import { isRemuxFile, type VideoFile } from "../../managers/wire/common.ts";
import type { RadarrMovie } from "../../managers/wire/radarr.ts";
import type { SonarrEpisode, SonarrFile, SonarrSeries } from "../../managers/wire/sonarr.ts";
import type { Episode, MediaFile, Movie, Series } from "../../video_model.ts";

/** Converts the managers' records to Lathe's. `toLocal` provides the local paths. Pure. */

/** Information that a record of a manager does not contain. */
export interface FileFacts {
  /** Converts a path in the manager to the path on this machine. */
  toLocal: (path: string) => string;
  /** URL of the manager, which has its own copies of images. */
  url?: string;
}

/** Converts the common fields of a file, without accessing the disk. `visible` is added for display. */
export const heldFileOf = (
  { id, path, size, quality }: { id: number; path: string; size: number; quality: { quality: { name: string } } },
  { toLocal }: FileFacts,
) => ({ id, path, localPath: toLocal(path), visible: true, size: Math.round(size), quality: quality.quality.name });

/** Converts a file. Fields that the manager omits are absent, as is `cutoffMet` if the manager does not send it. */
export function fileOf(file: VideoFile, facts: FileFacts): MediaFile {
  const { mediaInfo } = file;
  return {
    ...heldFileOf(file, facts),
    isRemux: isRemuxFile(file),
    ...some("videoCodec", mediaInfo?.videoCodec),
    ...some("audioCodec", mediaInfo?.audioCodec),
    ...some("audioChannels", mediaInfo?.audioChannels?.toFixed(1)),
    ...some("resolution", mediaInfo?.resolution),
    ...some("hdr", mediaInfo?.videoDynamicRangeType),
    languages: (file.languages ?? []).map(({ name }) => name),
    ...some("addedAt", file.dateAdded),
    ...some("cutoffMet", typeof file.qualityCutoffNotMet === "boolean" ? !file.qualityCutoffNotMet : undefined),
  };
}

/** Converts a movie. The original title becomes an alternative title if it differs. */
export const movieOf = (movie: RadarrMovie, facts: FileFacts): Movie => ({
  ...titleOf(movie, facts),
  tmdbId: movie.tmdbId,
  hasFile: Boolean(movie.movieFile),
  ...(movie.movieFile ? { file: fileOf(movie.movieFile, facts) } : {}),
  ...some("studio", movie.studio),
  alternateTitles: [...new Set([movie.originalTitle ?? "", ...(movie.alternateTitles ?? []).map(({ title }) => title)])]
    .filter((title) => title !== "" && title !== movie.title),
});

/** Converts a series. `remux` contains the number of remux files per season, counted in the files of the series. */
export function seriesOf(
  series: SonarrSeries,
  remux: ReadonlyMap<number, number>,
  facts: Pick<FileFacts, "url"> = {},
): Series {
  const { statistics } = series;
  const lastAired = series.lastAired ?? series.previousAiring;
  const alternates = series.alternateTitles ?? [];
  return {
    ...titleOf(series, facts),
    tvdbId: series.tvdbId,
    animedbIds: [],
    ...some(
      "endYear",
      series.ended && lastAired ? Number(lastAired.slice(0, 4)) || undefined : undefined,
    ),
    seriesType: series.seriesType,
    seasons: (series.seasons ?? []).map(({ seasonNumber, monitored, statistics: season }) => ({
      seasonNumber,
      monitored,
      episodeCount: season?.totalEpisodeCount ?? 0,
      episodeFileCount: season?.episodeFileCount ?? 0,
      remuxCount: remux.get(seasonNumber) ?? 0,
    })),
    ...some("network", series.network),
    alternateTitles: [
      ...new Set(alternates.filter(({ seasonNumber }) => (seasonNumber ?? -1) < 0).map(({ title }) => title)),
    ],
    seasonTitles: alternates.flatMap(({ title, seasonNumber }) =>
      typeof seasonNumber === "number" && seasonNumber >= 0 ? [{ title, seasonNumber }] : []
    ),
    statistics: {
      episodeFileCount: statistics?.episodeFileCount ?? 0,
      episodeCount: statistics?.totalEpisodeCount ?? 0,
      sizeOnDisk: Math.round(statistics?.sizeOnDisk ?? 0),
      remuxFileCount: [...remux.values()].reduce((sum, count) => sum + count, 0),
    },
  };
}

/**
 * Converts an episode. `file` is from Sonarr's list of files. It determines `hasFile`, instead of the field of the
 * episode.
 */
export const episodeOf = (episode: SonarrEpisode, file: SonarrFile | undefined, facts: FileFacts): Episode => ({
  id: episode.id,
  seasonNumber: episode.seasonNumber,
  episodeNumber: episode.episodeNumber,
  ...some("absoluteNumber", episode.absoluteEpisodeNumber),
  title: episode.title ?? "",
  ...some("airDate", episode.airDate),
  hasFile: file !== undefined,
  monitored: episode.monitored,
  ...(file ? { file: fileOf(file, facts) } : {}),
});

type WireTitle = RadarrMovie | SonarrSeries;

function titleOf(title: WireTitle, { url }: Pick<FileFacts, "url">) {
  const image = (kind: string) => title.images?.find(({ coverType }) => coverType === kind);
  // Returns the public image, or otherwise the manager's copy.
  const shown = (kind: string) =>
    image(kind)?.remoteUrl || (url === undefined ? undefined : ownImage(image(kind)?.url, url));
  return {
    id: title.id,
    ...some("imdbId", title.imdbId),
    title: title.title,
    ...some("year", title.year || undefined),
    overview: title.overview ?? "",
    ...some("poster", shown("poster")),
    ...some("fanart", shown("fanart")),
    monitored: title.monitored,
    path: title.path,
    genres: title.genres ?? [],
    ...some("tagIds", title.tags?.length ? title.tags : undefined),
    ...some("status", title.status),
    ...some("runtime", title.runtime || undefined),
    ...some("rating", ratingOf(title.ratings)),
    ...some("qualityProfileId", title.qualityProfileId),
    ...some("originalLanguage", title.originalLanguage?.name),
    ...some("certification", title.certification),
  };
}

/** Returns the URL of an image on the manager, whose own URL may contain a path. */
function ownImage(path: string | null | undefined, manager: string): string | undefined {
  const base = URL.parse(manager);
  if (!path || base === null) return undefined;
  const found = URL.parse(path, base);
  return found?.origin === base.origin ? found.href : undefined;
}

/** Returns an object with one field, or an empty object if there is no value. */
export const some = <K extends string, T>(key: K, value: T | null | undefined): { [P in K]?: T } =>
  value === null || value === undefined || value === "" ? {} : { [key]: value } as { [P in K]?: T };
