import { bare, cleaned, slug, sortTitle } from "./shared/names.ts";
import type { Fields, Language, MediaFile } from "./shared/types.ts";

/** Catalogue data of a movie, in the library or not. */
export interface Film {
  title: string;
  originalTitle: string;
  year: number;
  tmdbId: number;
  imdbId: string;
  runtime: number;
  status: "announced" | "inCinemas" | "released";
  genres: string[];
  studio: string;
  originalLanguage: Language;
  overview: string;
  anime: boolean;
  collection?: { title: string; tmdbId: number };
}

/** A movie in the library. */
export interface Movie extends Film {
  id: number;
  /** Folder of the movie as the manager sees it. */
  path: string;
  qualityProfileId: number;
  monitored: boolean;
  minimumAvailability: string;
  tags: number[];
  added: string;
  file?: MediaFile;
}

export const folderOf = ({ title, year }: { title: string; year: number }): string => `${cleaned(title)} (${year})`;

export const pathOf = (movie: Pick<Movie, "path">, file: MediaFile): string => {
  const slash = movie.path.includes("\\") ? "\\" : "/";
  return movie.path + slash + file.relativePath.replaceAll("/", slash);
};

/** Returns the resource of a movie, without an ID if it is only in the catalogue. */
export function movieResource(
  movie: Film & Partial<Movie>,
  { root, cutoffNotMet = false, localCovers = true }: { root: string; cutoffNotMet?: boolean; localCovers?: boolean },
): Fields {
  const { id, file, path } = movie;
  const released = `${movie.year}-03-01T00:00:00Z`;
  const slash = root.includes("\\") ? "\\" : "/";
  const cover = (coverType: string) => ({
    coverType,
    url: id === undefined || !localCovers
      ? undefined
      : `/MediaCover/${id}/${coverType}.jpg?lastWrite=638500000000000000`,
    remoteUrl: `https://image.example/t/p/original/${coverType}-${movie.tmdbId}.jpg`,
  });
  return {
    title: movie.title,
    originalTitle: movie.originalTitle,
    originalLanguage: movie.originalLanguage,
    alternateTitles: movie.originalTitle === movie.title
      ? []
      : [{ sourceType: "tmdb", movieMetadataId: movie.tmdbId, title: movie.originalTitle }],
    secondaryYearSourceId: 0,
    sortTitle: sortTitle(movie.title),
    sizeOnDisk: file?.size ?? 0,
    status: movie.status,
    overview: movie.overview,
    ...(movie.status === "released" ? { inCinemas: released, digitalRelease: released, releaseDate: released } : {}),
    images: [cover("poster"), cover("fanart")],
    website: "",
    ...(id === undefined ? { remotePoster: `https://image.example/t/p/original/poster-${movie.tmdbId}.jpg` } : {}),
    year: movie.year,
    youTubeTrailerId: "",
    studio: movie.studio,
    path,
    qualityProfileId: movie.qualityProfileId ?? 0,
    hasFile: file !== undefined,
    movieFileId: file?.id ?? 0,
    monitored: movie.monitored ?? false,
    minimumAvailability: movie.minimumAvailability ?? "released",
    isAvailable: movie.status === "released",
    folderName: path ?? "",
    runtime: movie.runtime,
    cleanTitle: bare(movie.title),
    imdbId: movie.imdbId,
    tmdbId: movie.tmdbId,
    titleSlug: String(movie.tmdbId),
    ...(id === undefined ? { folder: folderOf(movie) } : { rootFolderPath: root + slash }),
    genres: movie.genres,
    keywords: [],
    tags: movie.tags ?? [],
    added: movie.added ?? "0001-01-01T00:00:00Z",
    ratings: { imdb: { votes: 1000 + movie.tmdbId % 9000, value: 5 + movie.tmdbId % 45 / 10, type: "user" } },
    movieFile: file === undefined
      ? undefined
      : movieFileResource({ id: id ?? 0, path: path ?? "" }, file, cutoffNotMet),
    collection: movie.collection,
    popularity: movie.tmdbId % 100,
    ...(id === undefined
      ? {}
      : { statistics: { movieFileCount: file === undefined ? 0 : 1, sizeOnDisk: file?.size ?? 0, releaseGroups: [] } }),
    id,
  };
}

export const movieFileResource = (
  movie: Pick<Movie, "id" | "path">,
  file: MediaFile,
  qualityCutoffNotMet: boolean,
): Fields => ({
  movieId: movie.id,
  ...file,
  path: pathOf(movie, file),
  edition: file.edition ?? "",
  customFormatScore: 0,
  indexerFlags: 0,
  qualityCutoffNotMet,
});

/** Returns a movie as it appears in webhooks. */
export const webhookMovie = (movie: Movie, tags: string[]): Fields => ({
  id: movie.id,
  title: movie.title,
  year: movie.year,
  releaseDate: `${movie.year}-03-01`,
  folderPath: movie.path,
  tmdbId: movie.tmdbId,
  imdbId: movie.imdbId,
  overview: movie.overview,
  titleSlug: slug(movie.title),
  genres: movie.genres,
  tags,
  originalLanguage: movie.originalLanguage,
});
