import type { LocalTitle } from "../../../db/library/titles.ts";
import { isAnimeSeries } from "../video/anime_marks.ts";
import { Movie, Series } from "../video_model.ts";
import { Album } from "../music_model.ts";
import type { LookupAlbum, LookupTitle } from "../managers/search/lookup.ts";
import type { LookupResult } from "../search_model.ts";
import type { TitleHit } from "../matching/title_index.ts";

/** Converts results from all sources to a common format. Pure. */

type Match = Pick<TitleHit<unknown>, "score" | "matchedOn">;

const matchOf = ({ score, matchedOn }: Match) => ({
  score: Math.round(score * 10) / 10,
  ...(matchedOn === undefined ? {} : { matchedOn }),
});

/** Converts a movie in the library. */
export function movieResult(record: unknown, anime: boolean, match: Match): LookupResult {
  const movie = Movie.parse(record);
  return {
    kind: "movie",
    ...titleOf(movie),
    externalId: `tmdb:${movie.tmdbId}`,
    inLibrary: true,
    arrId: movie.id,
    ...(anime ? { anime } : {}),
    ...matchOf(match),
    library: {
      hasFile: movie.hasFile,
      remux: movie.file?.isRemux ?? false,
      ...(movie.file ? { quality: movie.file.quality, sizeOnDisk: movie.file.size } : {}),
      files: movie.hasFile ? 1 : 0,
    },
  };
}

/** Converts a series in the library. */
export function seriesResult(record: unknown, match: Match): LookupResult {
  const series = Series.parse(record);
  const { episodeFileCount, episodeCount, remuxFileCount, sizeOnDisk } = series.statistics;
  return {
    kind: "series",
    ...titleOf(series),
    externalId: `tvdb:${series.tvdbId}`,
    inLibrary: true,
    arrId: series.id,
    seriesType: series.seriesType,
    ...(isAnimeSeries(series) ? { anime: true } : {}),
    ...matchOf(match),
    library: {
      hasFile: episodeFileCount > 0,
      remux: remuxFileCount > 0,
      files: episodeFileCount,
      episodes: episodeCount,
      remuxFiles: remuxFileCount,
      sizeOnDisk,
    },
  };
}

/** Converts an album in the music library. */
export function libraryAlbumResult(record: unknown, match: Match): LookupResult {
  const album = Album.parse(record);
  const { trackCount, trackFileCount, sizeOnDisk } = album.statistics;
  return {
    kind: "album",
    title: album.title,
    ...(album.year === undefined ? {} : { year: album.year }),
    overview: album.overview ?? "",
    ...(album.cover === undefined ? {} : { poster: album.cover }),
    externalId: album.foreignAlbumId,
    foreignId: album.foreignAlbumId,
    inLibrary: true,
    arrId: album.id,
    artistId: album.artistId,
    ...(album.artist ? { artist: album.artist } : {}),
    ...matchOf(match),
    library: { hasFile: trackFileCount > 0, remux: false, files: trackFileCount, episodes: trackCount, sizeOnDisk },
  };
}

/** Converts a title on disk that is not in a manager's library. */
export function localResult(title: LocalTitle, match: Match): LookupResult {
  const { meta } = title;
  const year = title.year ?? meta?.year;
  return {
    kind: title.kind,
    title: title.title,
    ...(year === undefined ? {} : { year }),
    overview: meta?.overview ?? "",
    ...(meta?.poster === undefined ? {} : { poster: meta.poster }),
    externalId: meta?.status === "matched" ? meta.externalId ?? "" : "",
    inLibrary: false,
    ...(title.artist === null ? {} : { artist: title.artist }),
    ...(title.anime ? { anime: true } : {}),
    ...matchOf(match),
    local: {
      id: title.id,
      folder: title.folder,
      files: title.fileCount,
      size: title.sizeBytes,
      ...(title.quality === null ? {} : { quality: title.quality }),
      ...(title.modified === null ? {} : { modified: new Date(title.modified).toISOString() }),
      ...(meta === null ? {} : { matched: meta }),
    },
  };
}

/** Converts a title from the online lookup. `held` is its record in the library. */
export function onlineResult(
  title: LookupTitle,
  { held, isAnime, match }: { held: LookupResult | undefined; isAnime: boolean; match: Match },
): LookupResult {
  const arrId = title.id ?? held?.arrId;
  const anime = isAnime || held?.anime === true;
  return {
    kind: title.kind,
    ...titleOf(title),
    externalId: title.externalId,
    inLibrary: arrId !== undefined,
    ...(arrId === undefined ? {} : { arrId }),
    ...(title.seriesType === undefined ? {} : { seriesType: title.seriesType }),
    ...(anime ? { anime } : {}),
    ...matchOf(match),
    ...(held?.library ? { library: held.library } : {}),
  };
}

/** Converts an album from the online lookup. */
export const albumResult = (album: LookupAlbum, match: Match): LookupResult => ({
  kind: "album",
  ...titleOf(album),
  externalId: album.externalId,
  foreignId: album.externalId,
  inLibrary: album.id !== undefined,
  ...(album.id === undefined ? {} : { arrId: album.id }),
  artist: album.artist,
  ...matchOf(match),
});

const titleOf = ({ title, year, overview, poster }: Pick<LookupResult, "title" | "year" | "overview" | "poster">) => ({
  title,
  ...(year === undefined ? {} : { year }),
  overview,
  ...(poster === undefined ? {} : { poster }),
});
