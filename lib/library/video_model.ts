import * as z from "zod";
import { CODECS, RANGES, RESOLUTIONS } from "../../db/library/title_facets.ts";

/** Schemas of the managers' libraries in the API. */

/** Fields that the files of all managers have. */
export const heldFile = {
  id: z.int(),
  path: z.string().describe("As reported by the manager"),
  localPath: z.string().describe("Path on this server"),
  visible: z.boolean(),
  size: z.int(),
  quality: z.string(),
};

/** File of a movie or an episode. `size` is in bytes. `hdr` and `resolution` are values of the manager. */
export const MediaFile = z.object({
  ...heldFile,
  isRemux: z.boolean(),
  videoCodec: z.string().optional(),
  audioCodec: z.string().optional(),
  audioChannels: z.string().optional(),
  resolution: z.string().optional(),
  hdr: z.string().optional(),
  languages: z.array(z.string()),
  addedAt: z.string().optional().describe("Time at which the manager imported the file, as it reports it"),
  cutoffMet: z.boolean().optional(),
  encodedHere: z.boolean().optional().describe("Lathe wrote this file"),
}).meta({ id: "MediaFile" });
/** Stored in the record of its title. `visible` and `encodedHere` are added for display. */
export type MediaFile = z.infer<typeof MediaFile>;

const Title = z.object({
  id: z.int(),
  imdbId: z.string().optional(),
  title: z.string(),
  year: z.int().optional(),
  overview: z.string(),
  poster: z.string().optional(),
  fanart: z.string().optional(),
  monitored: z.boolean(),
  path: z.string(),
  genres: z.array(z.string()),
  tagIds: z.array(z.int()).optional().describe("IDs of its tags in the manager"),
  status: z.string().optional(),
  runtime: z.number().optional().describe("Minutes"),
  rating: z.number().optional().describe("0 to 100"),
  qualityProfileId: z.int().optional(),
  qualityProfile: z.string().optional().describe("Name of the quality profile, if the manager reports it"),
  originalLanguage: z.string().optional(),
  certification: z.string().optional(),
  titleRomaji: z.string().optional().describe("Title in romaji, according to AniDB"),
  titleKanji: z.string().optional().describe("Title in kanji, according to AniDB"),
  alternateTitles: z.array(z.string()),
  inQueue: z.boolean().optional().describe("The title has an unfinished job"),
  jobId: z.string().optional().describe("The oldest unfinished job of the title"),
});

/** A movie in Radarr, and its file. `id` is the ID in Radarr. */
export const Movie = Title.extend({
  tmdbId: z.int(),
  hasFile: z.boolean(),
  file: MediaFile.optional(),
  studio: z.string().optional(),
  anime: z.boolean().optional(),
  animedbId: z.int().optional().describe("AniDB ID of the movie"),
}).meta({ id: "Movie" });
/** Stored record of a movie. */
export type Movie = z.infer<typeof Movie>;

/** A series in Sonarr. `episodeCount` includes episodes that are not monitored. `sizeOnDisk` is in bytes. */
export const Series = Title.extend({
  tvdbId: z.int(),
  endYear: z.int().optional(),
  seriesType: z.enum(["standard", "anime", "daily"]),
  animedbIds: z.array(z.int()).default([]).describe(
    "AniDB IDs of the series, several if its seasons are separate anime",
  ),
  seasons: z.array(z.object({
    seasonNumber: z.int(),
    monitored: z.boolean(),
    episodeCount: z.int(),
    episodeFileCount: z.int(),
    remuxCount: z.int(),
  })),
  network: z.string().optional(),
  seasonTitles: z.array(z.object({ title: z.string(), seasonNumber: z.int() })),
  statistics: z.object({
    episodeFileCount: z.int(),
    episodeCount: z.int(),
    sizeOnDisk: z.int(),
    remuxFileCount: z.int(),
  }),
}).meta({ id: "Series" });
/** Stored record of a series. Its episodes have separate records. */
export type Series = z.infer<typeof Series>;

/** An episode in Sonarr. Several episodes may have the same `file`. */
export const Episode = z.object({
  id: z.int(),
  seasonNumber: z.int(),
  episodeNumber: z.int(),
  absoluteNumber: z.int().optional(),
  title: z.string(),
  airDate: z.string().optional(),
  hasFile: z.boolean(),
  monitored: z.boolean(),
  file: MediaFile.optional(),
  inQueue: z.boolean().optional(),
  jobId: z.string().optional(),
}).meta({ id: "Episode" });
/** Stored record of an episode. `inQueue` and `jobId` are added for display. */
export type Episode = z.infer<typeof Episode>;

/** Age of the library data, and the reason if it could not be refreshed. */
export const LibraryState = z.object({
  refreshedAt: z.iso.datetime().optional(),
  stale: z.boolean().describe("The manager did not respond to the last request"),
  error: z.string().optional(),
  downSince: z.iso.datetime().optional().describe("Time since which the manager is not available"),
  odd: z.string().optional().describe("Records of the manager that could not be read, with the field names"),
}).meta({ id: "LibraryState" });
/** `refreshedAt` is the time of the last successful refresh. It is absent before the first one. */
export type LibraryState = z.infer<typeof LibraryState>;

/** Problems found while refreshing a library. */
export interface OddReading {
  /** Number of skipped records. */
  leftOut: number;
  /** Number of records with an invalid field, which were read without that field. */
  incomplete: number;
  /** The first problems that were found. */
  records: { id?: number; title: string; field: string; leftOut: boolean }[];
  /** IDs of skipped titles, whose data is unknown. */
  leftOutIds: number[];
}

/** A page of a library, and the age of the data. */
export interface LibraryPage<T> {
  items: T[];
  total: number;
  limit: number;
  nextCursor?: string;
  state: LibraryState;
}

/** Sort orders of movies and series. `size` is the size on disk. Titles without `romaji` are sorted by their title. */
export const TITLE_SORTS = ["title", "year", "size", "added", "romaji"] as const;

/** Filters of movies and series. `encoded` are titles with a file that Lathe wrote. */
export const TITLE_FILTERS = ["all", "remux", "onDisk", "missing", "anime", "inQueue", "encoded"] as const;

/** Maximum number of titles per call. A larger selection is a list with exceptions. */
export const MAX_CHOSEN = 10_000;

const Bytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Selection and order of titles in a library. */
export const TitleListing = z.object({
  q: z.string().max(200).optional(),
  filter: z.enum(TITLE_FILTERS).default("all"),
  codec: z.enum(CODECS).optional(),
  resolution: z.enum(RESOLUTIONS).optional(),
  range: z.enum(RANGES).optional().describe("hdr is any high dynamic range, dv Dolby Vision"),
  language: z.string().min(1).max(60).optional().describe("As named by the manager: German"),
  minBytes: Bytes.optional(),
  maxBytes: Bytes.optional(),
  sort: z.enum(TITLE_SORTS).default("title"),
  order: z.enum(["asc", "desc"]).default("asc"),
}).meta({ id: "TitleListing" });
/** Sizes on disk are in bytes. A series matches a filter if any of its files does. */
export type TitleListing = z.infer<typeof TitleListing>;

/** One page of a list, which starts at a cursor or at an offset. */
export const LibraryQuery = TitleListing.extend({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(5000).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe(
    "Number of titles to skip; not with cursor",
  ),
});
/** `cursor` is the `nextCursor` of the previous page. */
export type LibraryQuery = z.infer<typeof LibraryQuery>;

/** Selected titles: by number, or a whole list with exceptions. */
export const TitleChoice = z.object({
  kind: z.enum(["movies", "series"]),
  ids: z.array(z.int().min(1)).max(MAX_CHOSEN).optional(),
  list: TitleListing.optional().describe("All titles of this list"),
  except: z.array(z.int().min(1)).max(MAX_CHOSEN).default([]).describe("IDs to exclude from the list"),
  remuxOnly: z.boolean().default(false).describe("For series, only the remuxes"),
}).refine(({ ids, list }) => (ids === undefined) !== (list === undefined), {
  error: "Specify either ids or list.",
}).meta({ id: "TitleChoice" });
/** Contains either `ids` or `list`. */
export type TitleChoice = z.infer<typeof TitleChoice>;

/** Positions of the index letters in a list sorted by title. */
export const TitleLetters = z.array(z.object({ letter: z.string(), offset: z.int(), count: z.int() })).meta({
  id: "TitleLetters",
});
/** `#` is for titles that do not start with a letter. `offset` is the number of titles before the letter. */
export type TitleLetters = z.infer<typeof TitleLetters>;
