import * as z from "zod";
import { CODECS, RANGES, RESOLUTIONS } from "../../../db/library/title_facets.ts";

/** What the managers hold, as our API answers it. */

/** What every file of a manager has. */
export const heldFile = {
  id: z.int(),
  path: z.string().describe("As the manager says"),
  localPath: z.string().describe("As this machine sees it"),
  visible: z.boolean(),
  size: z.int(),
  quality: z.string(),
};

/** A film's or an episode's file; `size` in bytes, `hdr` and `resolution` in the words of the manager. */
export const MediaFile = z.object({
  ...heldFile,
  isRemux: z.boolean(),
  videoCodec: z.string().optional(),
  audioCodec: z.string().optional(),
  audioChannels: z.string().optional(),
  resolution: z.string().optional(),
  hdr: z.string().optional(),
  languages: z.array(z.string()),
  cutoffMet: z.boolean().optional(),
  encodedHere: z.boolean().optional().describe("Lathe wrote this very file"),
}).meta({ id: "MediaFile" });
/** Stored inside its title's record; `visible` and `encodedHere` are filled in when it is shown. */
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
  status: z.string().optional(),
  runtime: z.number().optional().describe("Minutes"),
  rating: z.number().optional().describe("0 to 100"),
  qualityProfileId: z.int().optional(),
  qualityProfile: z.string().optional().describe("Its name, when the manager tells it"),
  originalLanguage: z.string().optional(),
  certification: z.string().optional(),
  titleRomaji: z.string().optional().describe("By AniDB"),
  titleKanji: z.string().optional().describe("By AniDB"),
  alternateTitles: z.array(z.string()),
  inQueue: z.boolean().optional().describe("A job for it is not finished yet"),
  jobId: z.string().optional().describe("The oldest of these jobs"),
});

/** A film of Radarr with its file; `id` is Radarr's number. */
export const Movie = Title.extend({
  tmdbId: z.int(),
  hasFile: z.boolean(),
  file: MediaFile.optional(),
  studio: z.string().optional(),
  anime: z.boolean().optional(),
  animedbId: z.int().optional().describe("Its number at AniDB"),
}).meta({ id: "Movie" });
/** What the store keeps as the record of a film. */
export type Movie = z.infer<typeof Movie>;

/** A series of Sonarr; `episodeCount` is all episodes, monitored or not, `sizeOnDisk` is in bytes. */
export const Series = Title.extend({
  tvdbId: z.int(),
  endYear: z.int().optional(),
  seriesType: z.enum(["standard", "anime", "daily"]),
  animedbIds: z.array(z.int()).default([]).describe("Its numbers at AniDB, where seasons are anime of their own"),
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
/** What the store keeps as the record of a series; episodes are records of their own. */
export type Series = z.infer<typeof Series>;

/** An episode of Sonarr; several may have the same `file`. */
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
/** What the store keeps as the record of an episode; `inQueue` and `jobId` are filled in when it is shown. */
export type Episode = z.infer<typeof Episode>;

/** How old what is shown is, and why it is not newer. */
export const LibraryState = z.object({
  refreshedAt: z.iso.datetime().optional(),
  stale: z.boolean().describe("The manager did not answer the last time"),
  error: z.string().optional(),
  odd: z.string().optional().describe("Records of the manager that could not be read, named with the field"),
}).meta({ id: "LibraryState" });
/** `refreshedAt` is the last reading that succeeded; it is absent before the first. */
export type LibraryState = z.infer<typeof LibraryState>;

/** What of the reading of a library was not as it should be. */
export interface OddReading {
  /** Records that were left out. */
  leftOut: number;
  /** Records that were read without some field. */
  incomplete: number;
  /** The first of them. */
  records: { id?: number; title: string; field: string; leftOut: boolean }[];
  /** Titles that were left out, by number: what they hold is not known. */
  leftOutIds: number[];
}

/** A page of a library, and how old it is. */
export interface LibraryPage<T> {
  items: T[];
  total: number;
  limit: number;
  nextCursor?: string;
  state: LibraryState;
}

/** What films and series can be sorted by; `size` is the size on disk, `romaji` the title where none is known. */
export const TITLE_SORTS = ["title", "year", "size", "added", "romaji"] as const;

/** What films and series can be filtered by; `encoded` are those with a file that Lathe wrote. */
export const TITLE_FILTERS = ["all", "remux", "onDisk", "missing", "anime", "inQueue", "encoded"] as const;

/** Titles that one call may name; a longer choice is a list without some. */
export const MAX_CHOSEN = 10_000;

const Bytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Which titles of a library are meant, in which order. */
export const TitleListing = z.object({
  q: z.string().max(200).optional(),
  filter: z.enum(TITLE_FILTERS).default("all"),
  codec: z.enum(CODECS).optional(),
  resolution: z.enum(RESOLUTIONS).optional(),
  range: z.enum(RANGES).optional().describe("hdr is any high dynamic range, dv Dolby Vision"),
  language: z.string().min(1).max(60).optional().describe("As the manager names it: German"),
  minBytes: Bytes.optional(),
  maxBytes: Bytes.optional(),
  sort: z.enum(TITLE_SORTS).default("title"),
  order: z.enum(["asc", "desc"]).default("asc"),
}).meta({ id: "TitleListing" });
/** Sizes in bytes on disk; what a series is found by is said of any of its files. */
export type TitleListing = z.infer<typeof TitleListing>;

/** One page of such a list: from a cursor, or from a place. */
export const LibraryQuery = TitleListing.extend({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(5000).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe("Titles before the page; without cursor"),
});
/** `cursor` is the `nextCursor` of the page before. */
export type LibraryQuery = z.infer<typeof LibraryQuery>;

/** Titles that a person chose: by number, or a whole list but for some. */
export const TitleChoice = z.object({
  kind: z.enum(["movies", "series"]),
  ids: z.array(z.int().min(1)).max(MAX_CHOSEN).optional(),
  list: TitleListing.optional().describe("Everything that this list holds"),
  except: z.array(z.int().min(1)).max(MAX_CHOSEN).default([]).describe("Numbers that are left out of the list"),
  remuxOnly: z.boolean().default(false).describe("Of series, the remuxes alone"),
}).refine(({ ids, list }) => (ids === undefined) !== (list === undefined), {
  error: "Give either ids or list.",
}).meta({ id: "TitleChoice" });
/** Exactly one of `ids` and `list` is there. */
export type TitleChoice = z.infer<typeof TitleChoice>;

/** Where the titles of a letter begin in a list by title. */
export const TitleLetters = z.array(z.object({ letter: z.string(), offset: z.int(), count: z.int() })).meta({
  id: "TitleLetters",
});
/** `#` is everything that begins with no letter; `offset` counts the titles before. */
export type TitleLetters = z.infer<typeof TitleLetters>;
