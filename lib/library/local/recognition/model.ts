import * as z from "zod";
import { AUDIO_FORMATS, CODECS, RANGES, RESOLUTIONS, SOUNDS } from "../../../../db/library/title_facets.ts";

/** Shapes of the index of media that no manager manages. Changes nothing, opens nothing. */

/** The kinds of titles that the index holds. */
export const LOCAL_KINDS = ["movie", "series", "album"] as const;
/** Of a title in the index; an album is a folder of audio files. */
export type LocalKind = typeof LOCAL_KINDS[number];

/** What a configured folder is said to hold. */
export const ROOT_KINDS = ["auto", "movie", "series", "anime", "music"] as const;
/** `auto` decides by the names of the folders; the others hold for everything below the root. */
export type RootKind = typeof ROOT_KINDS[number];

const whole = z.int().min(0);
const text = z.string().max(4096);

/** One file of a title; `size` in bytes. Season, episode, disc and track are as its name states them, else absent. */
export const LocalFile = z.object({
  path: text.describe("Of a disc folder: its BDMV or VIDEO_TS folder"),
  size: whole,
  mtime: z.int().describe("Milliseconds since 1970"),
  season: whole.optional(),
  episode: whole.optional(),
  lastEpisode: whole.optional().describe("Of several in one file, counted as the first one is"),
  airDate: z.iso.date().optional().describe("Of a daily show"),
  absolute: whole.optional(),
  disc: whole.optional(),
  track: whole.optional(),
  resolution: text.optional(),
  isRemux: z.boolean().optional(),
  quality: text.optional(),
  exists: z.boolean().optional().describe("Only when one item is asked for"),
}).meta({ id: "LocalFile" });
/** A file of `LocalItem`; the store keeps it as `FoundFile`, with its name instead of its path. */
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

/** What was found online for a title. `none`: nothing fits; `error`: the source failed, and `error` says why. */
export const LocalMeta = z.object({
  status: z.enum(["matched", "none", "error"]),
  ...found,
  matchedAt: z.iso.datetime(),
}).meta({ id: "LocalMeta" });
/** Stored with the title; `manual` when a person chose it, so that a failed search does not replace it. */
export type LocalMeta = z.infer<typeof LocalMeta>;

/** One answer of an online source for a title; `score` from 0 to 100 tells how well it fits. */
export const LocalCandidate = z.object(found).required({ source: true, externalId: true }).meta({
  id: "LocalCandidate",
});
/** A choice when a title is matched by hand; `LocalMatch` sends it back. */
export type LocalCandidate = z.infer<typeof LocalCandidate>;

/** Ids at TMDB, TheTVDB and IMDb (`tt` and digits) that the name of a folder or file states, as `{tmdb-603}`. */
export const TitleIds = z.object({
  tmdbId: z.int().optional(),
  tvdbId: z.int().optional(),
  imdbId: z.string().optional(),
}).meta({ id: "TitleIds" });
/** Used for an exact lookup before titles are compared; no field when the name states none. */
export type TitleIds = z.infer<typeof TitleIds>;

/** A title on disk that no manager manages: `size` in bytes of all its files, `root` is the configured folder. */
export const LocalItem = z.object({
  id: z.string(),
  kind: z.enum(LOCAL_KINDS),
  title: text,
  year: z.int().optional(),
  artist: text.optional(),
  anime: z.boolean().optional(),
  imageCue: z.boolean().optional().describe("An album as one file with a cue sheet"),
  folder: text,
  root: text,
  poster: z.boolean().optional(),
  files: z.array(LocalFile).describe("Left empty in lists"),
  fileCount: whole,
  size: whole,
  ids: TitleIds.optional().describe("As the name of the folder states them"),
  meta: LocalMeta.optional(),
  quality: text.optional().describe("Of its largest file; only in lists"),
  managed: z.boolean().optional().describe("A manager has its folder"),
  inQueue: z.boolean().optional().describe("A job for one of its files is not finished yet; only in lists"),
  encodedHere: z.boolean().optional().describe("Lathe wrote a file of it; only in lists, of films and albums"),
}).meta({ id: "LocalItem" });
/** What the local media API and pages show; `meta` is absent until the title was looked up. */
export type LocalItem = z.infer<typeof LocalItem>;

/** What the list of local media can be sorted by; also the values that its API takes. */
export const LOCAL_SORTS = ["title", "year", "size"] as const;

/** What local media can be filtered by. `unknown`: no lookup found what it is; `unmanaged`: no manager has its folder. */
export const LOCAL_FILTERS = ["all", "unmanaged", "unknown", "remux", "anime", "inQueue", "encoded"] as const;

const Bytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Which titles of local media are meant, in which order. */
export const LocalListing = z.object({
  kind: z.enum(LOCAL_KINDS).optional(),
  q: z.string().max(200).optional(),
  filter: z.enum(LOCAL_FILTERS).default("all"),
  codec: z.enum(CODECS).optional().describe("As the name of any file tells it; so are the four below"),
  resolution: z.enum(RESOLUTIONS).optional(),
  range: z.enum(RANGES).optional().describe("hdr is any high dynamic range, dv Dolby Vision"),
  format: z.enum(AUDIO_FORMATS).optional(),
  sound: z.enum(SOUNDS).optional(),
  minBytes: Bytes.optional(),
  maxBytes: Bytes.optional(),
  sort: z.enum(LOCAL_SORTS).default("title"),
  order: z.enum(["asc", "desc"]).optional().describe("By default titles ascending, years and sizes descending"),
}).meta({ id: "LocalListing" });
/** Sizes in bytes. */
export type LocalListing = z.infer<typeof LocalListing>;

/** One page of local media: from a cursor, which is the `nextCursor` of the page before, or from a place. */
export const LocalQuery = LocalListing.extend({
  cursor: z.string().max(5000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe("Titles before the page; without cursor"),
});
/** Read by `db/library/local/local_page.ts`, with the defaults filled in. */
export type LocalQuery = z.infer<typeof LocalQuery>;

/** Titles of each kind and files that are shown; `hiddenArr` and `unreadable` count what is not. */
export const LocalCounts = z.object({
  movie: whole,
  series: whole,
  album: whole,
  files: whole,
  hiddenArr: whole.describe("Titles that a manager manages"),
  unreadable: whole.describe("Names that are no UTF-8"),
});
/** Counted by the store, never by a walk of the disk. */
export type LocalCounts = z.infer<typeof LocalCounts>;

/** How far a running scan is: folders looked at, files in them, and the folder it is in. */
export const LocalProgress = z.object({ folders: whole, files: whole, current: text.optional() });
/** Sent by the scanning thread; not stored. */
export type LocalProgress = z.infer<typeof LocalProgress>;

/** The state of the index as the API answers it and the bus sends it; `progress` only while a scan runs. */
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
/** `durationMs` and `scannedAt` are of the last scan that ended; `errors` also hold failed lookups. */
export type LocalStatus = z.infer<typeof LocalStatus>;

/** A file as a scan found it. */
export interface FoundFile {
  name: string;
  itemId: string;
  size: number;
  mtime: number;
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
  /** What its name tells of codec, resolution, range or format, each word between two spaces. */
  facets?: string;
}

/** A title as one folder tells it; several folders may tell the same one. */
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
  /** The folder is this title's own, with its poster; loose files share theirs. */
  ownsFolder: boolean;
  root: string;
  /** Stated by the name of its folder, or of its file where that lies loose. */
  ids?: TitleIds;
}

/** One folder with everything in it: what a scan hands over at a time. */
export interface FoundFolder extends Omit<KnownFolder, "missing"> {
  poster?: string;
  /** Names that are no UTF-8 (safety.md, S-PATH-6). */
  unreadable: number;
  titles: FoundTitle[];
  files: FoundFile[];
}

/** What the index remembers of a folder, so that the next scan can pass it by. */
export interface KnownFolder {
  path: string;
  root: string;
  /** Changes whenever the folder does; empty when the next scan must look again. */
  stamp: string;
  /** Folders in it that are looked into; fewer remembered ones mean that a scan ended early. */
  subfolders: number;
  /** Of roots and mount points: the device, and names by which the same tree is known again (safety.md, S-FILE-9). */
  device?: number;
  landmarks?: string[];
  /** A scan did not find it. */
  missing: boolean;
}
