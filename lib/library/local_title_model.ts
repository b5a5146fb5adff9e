import * as z from "zod";
import { AUDIO_FORMATS, CODECS, RANGES, RESOLUTIONS, SOUNDS } from "../../db/library/title_facets.ts";

/** Types of the index of media that is not in a manager's library. The module has no side effects. */

/** Kinds of titles in the index. */
export const LOCAL_KINDS = ["movie", "series", "album"] as const;
/** Kind of a title in the index. An album is a folder of audio files. */
export type LocalKind = typeof LOCAL_KINDS[number];

/** Kinds of content for a folder, as set in the settings. */
export const ROOT_KINDS = ["auto", "movie", "series", "anime", "music"] as const;
/** With `auto`, the kind is determined by folder names. The other values apply to all folders below the root. */
export type RootKind = typeof ROOT_KINDS[number];

const whole = z.int().min(0);
const text = z.string().max(4096);

/**
 * One file of a title, with its `size` in bytes. Season, episode, disc and track are determined by its name and may be
 * absent.
 */
export const LocalFile = z.object({
  path: text.describe("For a disc folder, its BDMV or VIDEO_TS folder"),
  size: whole,
  mtime: z.int().describe("Milliseconds since 1970"),
  season: whole.optional(),
  episode: whole.optional(),
  lastEpisode: whole.optional().describe("The last of several episodes in one file, numbered like the first"),
  airDate: z.iso.date().optional().describe("Air date of an episode of a daily show"),
  absolute: whole.optional(),
  disc: whole.optional(),
  track: whole.optional(),
  resolution: text.optional(),
  isRemux: z.boolean().optional(),
  quality: text.optional(),
  exists: z.boolean().optional().describe("True if the file exists; only when a single item is requested"),
  otherPaths: z.array(text).optional().describe(
    "Other paths of the same file: links, hard links and second mounts; only when a single item is requested",
  ),
}).meta({ id: "LocalFile" });
/** A file of `LocalItem`. In the database it is stored as `FoundFile`, with its name instead of its path. */
export type LocalFile = z.infer<typeof LocalFile>;

const found = {
  source: z.enum(["tmdb", "movie", "series", "releasedb", "omdb"]).optional(),
  externalId: text.optional(),
  url: text.optional(),
  title: text.optional(),
  originalTitle: text.optional(),
  year: z.int().optional(),
  overview: z.string().optional(),
  poster: text.optional(),
  backdrop: text.optional(),
  genres: z.array(text),
  rating: z.number().optional(),
  runtimeMinutes: z.number().min(0).optional(),
  artist: text.optional(),
  type: text.optional(),
  score: z.number().min(0).max(100).optional(),
  manual: z.boolean().optional(),
  error: text.optional(),
};

/** Online metadata of a title. `none`: there is no match. `error`: the source failed, with the reason in `error`. */
export const LocalMeta = z.object({
  status: z.enum(["matched", "none", "error"]),
  ...found,
  matchedAt: z.iso.datetime(),
}).meta({ id: "LocalMeta" });
/** Stored with the title. `manual` means that the user chose the match, so a failed search does not replace it. */
export type LocalMeta = z.infer<typeof LocalMeta>;

/** A search result of an online source for a title. `score` is the quality of the match from 0 to 100. */
export const LocalCandidate = z.object(found).required({ source: true, externalId: true }).meta({
  id: "LocalCandidate",
});
/** A choice for a manual match, which is sent back in `LocalMatch`. */
export type LocalCandidate = z.infer<typeof LocalCandidate>;

/** TMDB, TheTVDB and IMDb IDs (`tt` and digits) from the name of a folder or file, such as `{tmdb-603}`. */
export const TitleIds = z.object({
  tmdbId: z.int().optional(),
  tvdbId: z.int().optional(),
  imdbId: z.string().optional(),
}).meta({ id: "TitleIds" });
/**
 * The IDs are used for an exact lookup before titles are compared. A field is absent if the name does not contain the
 * ID.
 */
export type TitleIds = z.infer<typeof TitleIds>;

/**
 * A title on disk that is not in a manager's library. `size` is the total size of its files in bytes, `root` is the
 * folder in the settings.
 */
export const LocalItem = z.object({
  id: z.string(),
  kind: z.enum(LOCAL_KINDS),
  title: text,
  year: z.int().optional(),
  artist: text.optional(),
  anime: z.boolean().optional(),
  imageCue: z.boolean().optional().describe("An album in a single file with a cue sheet"),
  folder: text,
  root: text,
  poster: z.boolean().optional(),
  files: z.array(LocalFile).describe("Files of the title; empty in lists"),
  fileCount: whole,
  size: whole,
  ids: TitleIds.optional().describe("Database IDs in the name of the folder or file"),
  meta: LocalMeta.optional(),
  quality: text.optional().describe("Quality of its largest file; only in lists"),
  managed: z.boolean().optional().describe("Its folder is in a manager's library"),
  inQueue: z.boolean().optional().describe("One of its files has an unfinished job; only in lists"),
  encodedHere: z.boolean().optional().describe("Lathe wrote one of its files; only in lists of movies and albums"),
}).meta({ id: "LocalItem" });
/** A title in the API and the pages of local media. `meta` is absent until the title was looked up. */
export type LocalItem = z.infer<typeof LocalItem>;

/** Sort orders of the local media list. The API accepts the same values. */
export const LOCAL_SORTS = ["title", "year", "size"] as const;

/**
 * Filters of local media. `unknown`: no lookup has found a match. `unmanaged`: the folder does not belong to a manager.
 */
export const LOCAL_FILTERS = ["all", "unmanaged", "unknown", "remux", "anime", "inQueue", "encoded"] as const;

const Bytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Selection and order of titles in the local media list. */
export const LocalListing = z.object({
  kind: z.enum(LOCAL_KINDS).optional(),
  q: z.string().max(200).optional(),
  filter: z.enum(LOCAL_FILTERS).default("all"),
  codec: z.enum(CODECS).optional().describe(
    "Matches titles with this value in the name of any file, like `resolution`, `range`, `format` and `sound`",
  ),
  resolution: z.enum(RESOLUTIONS).optional(),
  range: z.enum(RANGES).optional().describe("hdr is any high dynamic range, dv Dolby Vision"),
  format: z.enum(AUDIO_FORMATS).optional(),
  sound: z.enum(SOUNDS).optional(),
  minBytes: Bytes.optional(),
  maxBytes: Bytes.optional(),
  sort: z.enum(LOCAL_SORTS).default("title"),
  order: z.enum(["asc", "desc"]).optional().describe("Default: ascending for titles, descending for years and sizes"),
}).meta({ id: "LocalListing" });
/** `minBytes` and `maxBytes` limit the total size of a title's files. */
export type LocalListing = z.infer<typeof LocalListing>;

/** One page of local media, which starts at a cursor (the `nextCursor` of the previous page) or at an offset. */
export const LocalQuery = LocalListing.extend({
  cursor: z.string().max(5000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe(
    "Number of titles to skip; not with cursor",
  ),
});
/** Input of `db/library/local/local_page.ts`, with defaults applied. */
export type LocalQuery = z.infer<typeof LocalQuery>;

/**
 * Number of visible titles per kind, and of files. `hiddenArr` and `unreadable` are the numbers of entries that are not
 * shown.
 */
export const LocalCounts = z.object({
  movie: whole,
  series: whole,
  album: whole,
  files: whole,
  hiddenArr: whole.describe("Titles in a manager's library"),
  unreadable: whole.describe("Names that are not UTF-8"),
});
/** The database counts these numbers without accessing the disk. */
export type LocalCounts = z.infer<typeof LocalCounts>;

/** Progress of a scan: number of folders checked, number of files in them, and the current folder. */
export const LocalProgress = z.object({ folders: whole, files: whole, current: text.optional() });
/** The progress is sent by the scanning worker and is not stored. */
export type LocalProgress = z.infer<typeof LocalProgress>;

/** State of the index for the API and the bus. `progress` is present only during a scan. */
export const LocalStatus = z.object({
  scanning: z.boolean(),
  scannedAt: z.iso.datetime().optional(),
  durationMs: whole.optional(),
  roots: z.array(z.object({
    path: text,
    kind: z.enum(ROOT_KINDS),
    fromMapping: z.boolean(),
    exists: z.boolean(),
  })),
  counts: LocalCounts,
  progress: LocalProgress.optional(),
  metadata: z.object({ running: z.boolean(), done: whole, total: whole, matched: whole, source: text.optional() })
    .optional(),
  errors: z.array(text),
}).meta({ id: "LocalStatus" });
/** `durationMs` and `scannedAt` are those of the last completed scan. `errors` includes failed lookups. */
export type LocalStatus = z.infer<typeof LocalStatus>;

/** A file that was found by a scan. */
export interface FoundFile {
  name: string;
  itemId: string;
  size: number;
  mtime: number;
  /** Identity of the file, which is equal for all of its paths. Absent for discs and empty files. */
  identity?: string;
  /** True if the entry is a symbolic link. */
  link?: true;
  season?: number;
  episode?: number;
  lastEpisode?: number;
  airDate?: string;
  absolute?: number;
  disc?: number;
  track?: number;
  resolution?: string;
  isRemux?: boolean;
  quality?: string;
  /** Codec, resolution, range or format from the file name, each with a space before and after it. */
  facets?: string;
}

/** A title as found in one folder. Several folders may contain the same title. */
export interface FoundTitle {
  id: string;
  kind: LocalKind;
  title: string;
  titleKey: string;
  year?: number;
  artist?: string;
  anime: boolean;
  imageCue: boolean;
  folder: string;
  /** True if the folder, including its poster, belongs only to this title. False for files in a shared folder. */
  ownsFolder: boolean;
  root: string;
  /** IDs from the name of its folder, or of its file if it is in a shared folder. */
  ids?: TitleIds;
}

/** One folder with its complete contents. A scan emits results per folder. */
export interface FoundFolder extends Omit<KnownFolder, "missing"> {
  poster?: string;
  /** Number of names that are not valid UTF-8 (safety.md, S-PATH-6). */
  unreadable: number;
  titles: FoundTitle[];
  files: FoundFile[];
}

/** Information about a folder that lets the next scan skip it. */
export interface KnownFolder {
  path: string;
  root: string;
  /** Changes whenever the folder changes. If empty, the next scan must read the folder. */
  stamp: string;
  /** Number of subfolders that were entered. If fewer are stored, the scan was interrupted. */
  subfolders: number;
  /** For roots and mount points: the device, and names that identify the folder tree (safety.md, S-FILE-9). */
  device?: number;
  landmarks?: string[];
  /** True if a scan did not find it. */
  missing: boolean;
}
