import * as z from "zod";
import { LocalMeta } from "./local_title_model.ts";

/** Search queries and results for libraries, local media, online lookup and releases. */

const bytes = z.int().min(0);

/** Scopes of a search. `music` means albums. */
export const SEARCH_SCOPES = ["all", "movie", "series", "music"] as const;

/** A parsed search text. */
export const SearchQuery = z.object({
  raw: z.string(),
  title: z.string().describe("The text without the recognised words, such as year and season"),
  year: z.int().optional(),
  kind: z.enum(["movie", "series"]).optional(),
  anime: z.boolean().optional(),
  season: z.int().optional(),
  episode: z.int().optional(),
  absoluteEpisode: z.int().optional(),
  tmdbId: z.int().optional(),
  tvdbId: z.int().optional(),
  imdbId: z.string().optional(),
  wants: z.object({
    resolution: z.string().optional(),
    category: z.enum(["remux", "disc", "bluray", "web", "hdtv", "dvd", "other"]).optional(),
    hdr: z.boolean().optional(),
    dolbyVision: z.boolean().optional(),
    atmos: z.boolean().optional(),
    codec: z.enum(["hevc", "avc"]).optional(),
    dualAudio: z.boolean().optional(),
  }),
}).meta({ id: "SearchQuery" });
/** `kind` is set only if it is determined by the text, for example by `S01E02` or a TVDB ID. */
export type SearchQuery = z.infer<typeof SearchQuery>;

/** A title found by a search, from any source. */
export const LookupResult = z.object({
  kind: z.enum(["movie", "series", "album"]),
  title: z.string(),
  year: z.int().optional(),
  overview: z.string(),
  poster: z.string().optional(),
  externalId: z.string().describe("`tmdb:1`, `tvdb:1`, or a music database ID; empty if it is only on disk"),
  inLibrary: z.boolean(),
  arrId: z.int().optional(),
  artistId: z.int().optional(),
  artist: z.string().optional(),
  foreignId: z.string().optional(),
  seriesType: z.enum(["standard", "anime", "daily"]).optional(),
  anime: z.boolean().optional(),
  score: z.number().optional().describe("0 to 100"),
  matchedOn: z.string().optional().describe("The matching title, if it is not the main one"),
  library: z.object({
    hasFile: z.boolean(),
    remux: z.boolean(),
    quality: z.string().optional(),
    files: z.int().optional(),
    episodes: z.int().optional(),
    remuxFiles: z.int().optional(),
    sizeOnDisk: bytes.optional(),
  }).optional(),
  local: z.object({
    id: z.string(),
    folder: z.string(),
    files: z.int(),
    size: bytes,
    quality: z.string().optional(),
    modified: z.iso.datetime().optional(),
    matched: LocalMeta.optional(),
  }).optional(),
}).meta({ id: "LookupResult" });
/** `library` is set for titles in a manager's library, `local` for titles that are only on disk. Sizes are in bytes. */
export type LookupResult = z.infer<typeof LookupResult>;

/** A source that has failed. */
export const SourceError = z.object({
  source: z.enum(["movie", "series", "music", "indexer", "soulseek", "local", "library"]),
  message: z.string(),
}).meta({ id: "SourceError" });
/** `message` is shown to users. The results of the other sources are complete. */
export type SourceError = z.infer<typeof SourceError>;

/** Source of a release's video. `other` if it is known neither from the manager nor from the name. */
export const VIDEO_CATEGORIES = ["remux", "disc", "bluray", "web", "hdtv", "dvd", "other"] as const;
/** Quality of a music release. `hires` is lossless with more than CD quality. `mqa` is determined by the name. */
export const MUSIC_CATEGORIES = ["hires", "cd", "mqa", "lossy"] as const;

/** Files of a Soulseek peer. Their names must be sent back exactly as received. */
export const SoulseekFile = z.object({ filename: z.string().min(1).max(4096), size: bytes });

/** A release that can be downloaded. */
export const Release = z.object({
  guid: z.string().min(1).max(4096),
  indexerId: z.int(),
  indexer: z.string().max(500),
  source: z.enum(["movie", "series", "indexer", "music", "soulseek"]),
  title: z.string().min(1).max(1000),
  size: bytes,
  quality: z.string().max(200),
  resolution: z.string().max(50),
  category: z.enum([...VIDEO_CATEGORIES, ...MUSIC_CATEGORIES]),
  isRemux: z.boolean(),
  isDisc: z.boolean().optional(),
  discFormat: z.enum(["uhd", "bluray", "dvd"]).optional(),
  tags: z.array(z.string().max(100)).max(50),
  score: z.number(),
  scoreReasons: z.array(z.string().max(200)).max(50),
  seeders: z.int().nullable(),
  leechers: z.int().nullable(),
  protocol: z.enum(["torrent", "usenet"]).optional().describe("Absent for Soulseek"),
  ageDays: z.number(),
  languages: z.array(z.string().max(100)).max(50),
  approved: z.boolean(),
  rejections: z.array(z.string().max(1000)).max(50),
  fullSeason: z.boolean().optional(),
  seasonNumber: z.int().optional(),
  episodeIds: z.array(z.int()).max(1000).optional(),
  albumIds: z.array(z.int()).max(1000).optional(),
  downloadUrl: z.string().max(4096).optional(),
  infoUrl: z.string().max(4096).optional(),
  music: z.object({
    format: z.string().optional(),
    bitDepth: z.int().optional(),
    sampleRate: z.int().optional(),
    bitrate: z.int().optional(),
    trackCount: z.int().optional(),
    cue: z.boolean().optional(),
    username: z.string().optional(),
    directory: z.string().optional(),
    freeSlot: z.boolean().optional(),
    queueLength: z.int().optional(),
    uploadSpeed: z.number().optional(),
    files: z.array(SoulseekFile).max(10_000).optional(),
  }).optional(),
}).meta({ id: "Release" });
/**
 * `guid` and `indexerId` identify the release in its manager. `sampleRate` is in Hz, `bitrate` in kbit/s, `size` in
 * bytes.
 */
export type Release = z.infer<typeof Release>;

/** Result of a release search. `errors` lists the sources that failed. */
export const ReleaseSearch = z.object({
  total: z.int(),
  remux: z.int(),
  disc: z.int(),
  releases: z.array(Release),
  errors: z.array(SourceError),
}).meta({ id: "ReleaseSearch" });
/** `total` is the number of all releases, `remux` that of the remuxes, and `disc` that of the complete discs. */
export type ReleaseSearch = z.infer<typeof ReleaseSearch>;

/** Result of a title search, by source. */
export const SmartSearch = z.object({
  query: SearchQuery,
  library: z.array(LookupResult),
  local: z.array(LookupResult),
  online: z.array(LookupResult),
  errors: z.array(SourceError),
}).meta({ id: "SmartSearch" });
/** `online` is empty unless it was requested. */
export type SmartSearch = z.infer<typeof SmartSearch>;

/** A title to add to Radarr or Sonarr. Absent values default to those of most existing titles. */
export const AddTitle = z.object({
  kind: z.enum(["movie", "series"]),
  externalId: z.string().regex(/^(?:(?:tmdb|tvdb):\d{1,9}|imdb:tt\d{7,9})$/, "Use tmdb:1, tvdb:1 or imdb:tt0000001."),
  seriesType: z.enum(["standard", "anime", "daily"]).optional(),
  qualityProfileId: z.int().positive().optional(),
  rootFolderPath: z.string().min(1).max(4096).optional(),
  monitored: z.boolean().default(true),
  search: z.boolean().default(false).describe("Let the manager search automatically"),
}).meta({ id: "AddTitle" });
/** By default, the title is monitored, and the manager does not search for it. */
export type AddTitle = z.infer<typeof AddTitle>;
/** Input from a client, before the defaults are applied. */
export type AddTitleInput = z.input<typeof AddTitle>;

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const arrId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Target of a release search: a title in a manager's library, a text, or both. */
export const ReleaseQuery = z.object({
  arr: z.string().max(32).optional().describe("movie, series or music, or the application's name"),
  arrId: arrId.optional().describe("Movie, series or artist"),
  seasonNumber: z.coerce.number().int().min(0).max(10_000).optional(),
  episodeId: arrId.optional(),
  albumId: arrId.optional(),
  q: z.string().trim().max(200).optional().describe("Search text; Prowlarr searches for these words"),
  indexer: flag.default(true).describe("0: the words only affect the score"),
  soulseek: flag.default(false).describe("1: also search the Soulseek network"),
});
/** Parsed from the URL query. `arrId` requires `arr`. */
export type ReleaseQuery = z.infer<typeof ReleaseQuery>;
