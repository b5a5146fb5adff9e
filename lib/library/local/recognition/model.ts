import { z } from "zod";

/** Shapes of the index of media that no manager manages (records.md, section 8). Changes nothing, opens nothing. */

export const LOCAL_KINDS = ["movie", "series", "album"] as const;
export type LocalKind = typeof LOCAL_KINDS[number];

/** What a configured folder is said to hold. */
export const ROOT_KINDS = ["auto", "movie", "series", "music"] as const;
export type RootKind = typeof ROOT_KINDS[number];

const whole = z.int().min(0);
const text = z.string().max(4096);

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

export const LocalMeta = z.object({
  status: z.enum(["matched", "none", "error"]),
  ...found,
  matchedAt: z.iso.datetime(),
}).meta({ id: "LocalMeta" });
export type LocalMeta = z.infer<typeof LocalMeta>;

export const LocalCandidate = z.object(found).required({ source: true, externalId: true }).meta({
  id: "LocalCandidate",
});
export type LocalCandidate = z.infer<typeof LocalCandidate>;

export const TitleIds = z.object({
  tmdbId: z.int().optional(),
  tvdbId: z.int().optional(),
  imdbId: z.string().optional(),
}).meta({ id: "TitleIds" });
export type TitleIds = z.infer<typeof TitleIds>;

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
}).meta({ id: "LocalItem" });
export type LocalItem = z.infer<typeof LocalItem>;

export const LOCAL_SORTS = ["title", "year", "size"] as const;

export const LocalQuery = z.object({
  kind: z.enum(LOCAL_KINDS).optional(),
  q: z.string().max(200).optional(),
  sort: z.enum(LOCAL_SORTS).default("title").describe("Years and sizes downwards"),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});
export type LocalQuery = z.infer<typeof LocalQuery>;

export const LocalCounts = z.object({
  movie: whole,
  series: whole,
  album: whole,
  files: whole,
  hiddenArr: whole.describe("Titles that a manager manages"),
  unreadable: whole.describe("Names that are no UTF-8"),
});
export type LocalCounts = z.infer<typeof LocalCounts>;

export const LocalProgress = z.object({ folders: whole, files: whole, current: text.optional() });
export type LocalProgress = z.infer<typeof LocalProgress>;

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
