import { genresOf, studioOf, titleOf } from "./data_words.ts";
import { type Film, folderOf, type Movie } from "./movies_model.ts";
import { mediaInfoOf } from "./shared/media_info.ts";
import { bare, cleaned } from "./shared/names.ts";
import { qualityNamed } from "./shared/qualities.ts";
import { type Random, seeded } from "./shared/random.ts";
import { ENGLISH, JAPANESE, type MediaFile } from "./shared/types.ts";

export interface MovieData {
  count: number;
  seed?: number;
  /** Root folder as the manager sees it. */
  root: string;
  remuxShare?: number;
  missingShare?: number;
  animeShare?: number;
}

const FIRST_TMDB = 900_000;
const FIRST_IMDB = 5_000_000;
/** Number of movies in the catalogue. */
const KNOWN = 10_000;

const plain = { originalLanguage: ENGLISH, status: "released", overview: "", studio: "", anime: false } as const;

/** Well-known movies with their real IDs, for tests of lookups. */
const FAMOUS: Film[] = [
  {
    ...plain,
    title: "Heat",
    originalTitle: "Heat",
    year: 1995,
    tmdbId: 949,
    imdbId: "tt0113277",
    runtime: 170,
    genres: ["Crime"],
  },
  {
    ...plain,
    title: "The Matrix",
    originalTitle: "The Matrix",
    year: 1999,
    tmdbId: 603,
    imdbId: "tt0133093",
    runtime: 136,
    genres: ["Action"],
    collection: { title: "The Matrix Collection", tmdbId: 2344 },
  },
  {
    ...plain,
    title: "Blade Runner",
    originalTitle: "Blade Runner",
    year: 1982,
    tmdbId: 78,
    imdbId: "tt0083658",
    runtime: 117,
    genres: ["Science Fiction"],
  },
];

/** Returns the movie at an index of the catalogue, which is the same for every call. */
export function filmAt(index: number, animeShare = 0.06): Film {
  const random = seeded(`film/${index}`);
  const anime = random.chance(animeShare);
  const title = titleOf(index, random, anime);
  return {
    title,
    originalTitle: anime ? `${title} (原題)` : title,
    year: random.int(1950, 2024),
    tmdbId: FIRST_TMDB + index,
    imdbId: `tt${FIRST_IMDB + index}`,
    runtime: random.int(78, 190),
    status: "released",
    genres: genresOf(random, anime),
    studio: studioOf(random),
    originalLanguage: anime ? JAPANESE : ENGLISH,
    overview: `A story about ${title}.`,
    anime,
    ...(random.chance(0.1) ? { collection: { title: `${title} Collection`, tmdbId: 700_000 + index } } : {}),
  };
}

export function filmByTmdb(tmdbId: number): Film | undefined {
  const famous = FAMOUS.find((film) => film.tmdbId === tmdbId);
  const index = tmdbId - FIRST_TMDB;
  return famous ?? (index >= 0 && index < KNOWN ? filmAt(index) : undefined);
}

export function filmByImdb(imdbId: string): Film | undefined {
  const index = Number(imdbId.replace(/^tt/, "")) - FIRST_IMDB;
  return FAMOUS.find((film) => film.imdbId === imdbId) ?? (index >= 0 && index < KNOWN ? filmAt(index) : undefined);
}

let all: Film[] | undefined;
const known = () => all ??= [...FAMOUS, ...Array.from({ length: KNOWN }, (_, index) => filmAt(index))];

/**
 * Returns at most twenty movies whose title contains the words. Titles that start with the words come first. A trailing
 * year is respected.
 */
export function filmsLike(term: string): Film[] {
  const year = /\b((19|20)\d{2})\)?$/.exec(term)?.[1];
  const words = bare(year === undefined ? term : term.slice(0, -year.length).replace(/[( ]+$/, ""));
  if (words === "") return [];
  return known().filter((film) =>
    bare(film.title).includes(words) && (year === undefined || String(film.year) === year)
  )
    .toSorted((a, b) => Number(bare(b.title).startsWith(words)) - Number(bare(a.title).startsWith(words)))
    .slice(0, 20);
}

/** Generates a library of movies, identical for the same seed. */
export function generateMovies(
  { count, seed = 1, root, remuxShare = 0.2, missingShare = 0.12, animeShare }: MovieData,
): Movie[] {
  const slash = root.includes("\\") ? "\\" : "/";
  return Array.from({ length: count }, (_, index) => {
    const random = seeded(seed * 1_000_003 + index);
    const film = filmAt(index, animeShare);
    const movie: Movie = {
      ...film,
      id: index + 1,
      path: `${root}${slash}${folderOf(film)}`,
      qualityProfileId: random.pick([1, 4, 5, 6]),
      monitored: random.chance(0.8),
      minimumAvailability: "released",
      tags: [],
      added: new Date(Date.UTC(2018, 0, 1) + random.int(0, 2500) * 86_400_000).toISOString(),
    };
    return random.chance(missingShare) ? movie : { ...movie, file: fileOf(movie, random, remuxShare) };
  });
}

const QUALITIES = [
  ...["Bluray-1080p", "Bluray-1080p", "WEBDL-1080p", "WEBDL-1080p", "Bluray-720p", "HDTV-720p"],
  ...["WEBDL-2160p", "Bluray-2160p", "WEBRip-1080p", "DVD", "SDTV"],
];
const GB_PER_HOUR: Record<string, number> = {
  "Remux-2160p": 28,
  "Remux-1080p": 15,
  "Bluray-2160p": 12,
  "WEBDL-2160p": 9,
};

function fileOf(movie: Movie, random: Random, remuxShare: number): MediaFile {
  const name = random.chance(remuxShare)
    ? random.pick(["Remux-1080p", "Remux-1080p", "Remux-2160p"])
    : random.pick(QUALITIES);
  const quality = qualityNamed("Radarr", name);
  const languages = [movie.originalLanguage];
  const scene = `${movie.title.replace(/[^\p{L}\p{N}]+/gu, ".")}.${movie.year}.${
    name.replace("Remux-", "BluRay.REMUX.")
  }-GRP`;
  return {
    id: movie.id + 10_000,
    relativePath: `${cleaned(movie.title)} (${movie.year}) ${name}.mkv`,
    size: Math.round((GB_PER_HOUR[name] ?? 3.5) * 1e9 * movie.runtime / 60 * (0.8 + random.next() * 0.4)),
    dateAdded: movie.added,
    sceneName: scene,
    releaseGroup: "GRP",
    ...(random.chance(0.05) ? { edition: "Extended" } : {}),
    originalFilePath: `${scene}/${scene}.mkv`,
    languages,
    quality,
    mediaInfo: mediaInfoOf(quality, { random, minutes: movie.runtime, languages }),
  };
}
