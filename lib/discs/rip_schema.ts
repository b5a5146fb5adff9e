import * as z from "zod";
import { NAME_CHARSET_IDS } from "../media/cue_sheet/charsets.ts";
import type { SourceIdentity } from "../media/probe/source.ts";
import { KindWord } from "../platform/managers/kind_word.ts";
import { Estimate as SizeEstimate } from "../jobs/estimate_schema.ts";
import { CdInfo, CdTrackNames } from "./cd_schema.ts";
import { DiscTitle } from "./title_schema.ts";
import { RIP_STATES } from "./rip_states.ts";

/** Wire schemas of rips. */

const time = z.iso.datetime();
const text = z.string().max(1000);
const path = z.string().max(4096);
const bytes = z.number().min(0);
const titleId = z.int().min(0).max(10_000);
/** Schema of an object whose keys are title IDs. */
const byTitle = <T extends z.ZodType>(value: T) => z.record(z.string().regex(/^\d{1,5}$/), value);

/** Filter for listing rips. Several states may be specified. If none is specified, all rips are listed. */
export const RipQuery = z.object({
  status: z.array(z.enum(RIP_STATES)).default([]),
  limit: z.int().min(1).max(500).optional(),
  cursor: z.string().max(5000).optional(),
  logLines: z.int().min(0).max(400).optional(),
});
/** `cursor` is the `nextCursor` of the previous page. Without `limit`, the whole list is returned. */
export type RipQuery = z.infer<typeof RipQuery>;

/** The movie, series or album on the disc. */
export const RipMedia = z.object({
  kind: z.enum(["movie", "series", "album", "unknown"]),
  title: text,
  artist: text.optional(),
  year: z.int().min(1800).max(2200).optional(),
  externalId: z.int().positive().optional().describe("TMDB ID of a movie, TVDB ID of a series"),
  imdbId: z.string().regex(/^tt\d{5,10}$/).optional(),
  arrId: z.int().positive().optional(),
  poster: text.optional(),
  seriesType: z.enum(["standard", "daily", "anime"]).optional(),
  seasonNumber: z.int().min(0).max(10_000).optional(),
  seasonTitle: text.optional(),
  episodeStart: z.int().min(0).max(100_000).optional(),
  absoluteNumbering: z.boolean().optional(),
  discNumber: z.int().min(1).max(1000).optional(),
  discCount: z.int().min(1).max(1000).optional(),
  genres: z.array(text).max(50).default([]),
  confidence: z.number().min(0).max(100).default(0),
  matchedBy: z.enum(["library", "animedb", "discdb", "expected", "lookup", "omdb", "user"]).optional(),
  reason: text.optional().describe("Reason for this match"),
}).meta({ id: "RipMedia" });
/** `confidence` is a percentage. Below 80, nothing happens automatically. */
export type RipMedia = z.infer<typeof RipMedia>;

/** Role of a title: an episode, a special, an extra, or the movie. */
export const TitleRole = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("episode") }),
  z.object({ kind: z.literal("feature") }),
  z.object({ kind: z.literal("special"), episode: z.int().min(0).max(100_000) }),
  z.object({
    kind: z.literal("extra"),
    type: z.enum(["none", "op", "ed", "extra", "ova", "special", "custom"]),
    name: z.string().trim().min(1).max(200).optional(),
  }),
]).meta({ id: "TitleRole" });
/** With the role `none`, the title keeps its name on the disc. */
export type TitleRole = z.infer<typeof TitleRole>;

/** A file created from a title. */
export const RippedFile = z.object({
  titleId,
  path,
  sizeBytes: bytes,
  verified: z.boolean().optional(),
  jobId: z.string().max(64).optional(),
  encodedPath: path.optional().describe("Output file of the encode job"),
  finalPath: path.optional(),
  import: z.object({
    state: z.enum(["pending", "imported", "rejected", "missing"]),
    reason: z.string().max(4000).optional(),
    path: path.optional().describe("Path of the imported file, as reported by the manager"),
  }).optional(),
}).meta({ id: "RippedFile" });
/** `path` is the cached copy, `finalPath` the delivered file. */
export type RippedFile = z.infer<typeof RippedFile>;

/** Steps that follow the copy. */
export const RipOptions = z.object({
  transcode: z.boolean(),
  deliver: z.boolean(),
  eject: z.boolean(),
  keepRaw: z.boolean(),
  importDoubtful: z.boolean().optional().describe("Also import an album with tracks that may differ from its CD"),
  importRejected: z.boolean().optional().describe(
    "Also import what the manager would reject, e.g. because it is not an upgrade",
  ),
}).meta({ id: "RipOptions" });
/** The defaults of the options come from the settings. */
export type RipOptions = z.infer<typeof RipOptions>;

/** Progress of reading or copying. */
export const RipProgress = z.object({
  percent: z.number().min(0).max(100),
  step: text,
  titleIndex: z.int().min(0),
  titleCount: z.int().min(0),
  startedAt: time.optional(),
  etaSeconds: z.number().optional(),
  bytesPerSecond: z.number().optional(),
  readErrors: z.int().min(0).optional(),
  speed: z.number().min(0).optional().describe("CD read speed as a multiple of the playback speed"),
}).meta({ id: "RipProgress" });
/** `percent` refers to the current title. Total = ((titleIndex - 1) + percent / 100) / titleCount. */
export type RipProgress = z.infer<typeof RipProgress>;

const settable = {
  media: RipMedia,
  selectedTitleIds: z.array(titleId).max(10_000),
  episodeMap: byTitle(z.union([z.int().min(0).max(100_000), z.array(z.int().min(0).max(100_000)).min(1).max(20)])),
  titleRoles: byTitle(TitleRole),
  audioMode: z.enum(["best", "all", "custom"]),
  selectedAudio: byTitle(z.array(z.int().min(0).max(255)).max(256)),
  selectedSubtitles: byTitle(z.array(z.int().min(0).max(255)).max(256)),
  profileId: z.string().min(1).max(64),
};

/** The editable fields of a rip. They can also be sent when starting it. */
export const RipPatch = z.object({
  ...settable,
  options: RipOptions.partial(),
  trackNames: byTitle(CdTrackNames).describe("Track names of an audio CD, by title ID"),
}).partial().strict().meta({ id: "RipPatch" });
/** Only the given fields are changed. */
export type RipPatch = z.infer<typeof RipPatch>;

/** Options of a scan of a disc. */
export const ScanRip = z.object({
  nameCharset: z.enum(NAME_CHARSET_IDS).nullable().optional().describe(
    "Character set of the sheet of a CD image and of CDDB entries; null detects it, absent keeps the last choice",
  ),
}).strict().meta({ id: "ScanRip" });
/** An empty request scans the disc in the same way as before. */
export type ScanRip = z.infer<typeof ScanRip>;

/** A disc and its processing state. */
export const Rip = z.object({
  id: z.string(),
  status: z.enum(RIP_STATES),
  origin: z.enum(["drive", "image", "download"]),
  driveIndex: z.int().optional(),
  drivePath: path.optional(),
  driveName: text.optional(),
  source: z.string().max(4200),
  virtual: z.boolean(),
  label: text,
  volumeName: text.optional(),
  discName: text.optional().describe("The name stored on a Blu-ray"),
  discType: z.enum(["uhd", "bluray", "dvd", "cd", "data", "unknown"]),
  fingerprint: z.object({
    contentHash: text.optional(),
    discId: text.optional(),
    cddbId: text.optional(),
  }),
  ripper: z.object({ name: z.enum(["open", "makemkv"]), reason: text }).optional(),
  scanNote: z.string().max(4000).optional(),
  ...settable,
  candidates: z.array(RipMedia).max(50).describe("Other matches, best first"),
  titles: z.array(DiscTitle),
  episodeMapSource: z.enum(["user", "discdb", "sharedb", "order", "lengths"]).optional(),
  playAllTitleIds: z.array(titleId),
  duplicateOf: byTitle(titleId),
  profileId: z.string().optional(),
  profileName: text.optional(),
  options: RipOptions,
  scanMinSeconds: z.int().min(0),
  autoStart: z.boolean(),
  outputDir: path.optional(),
  deliveryDir: path.optional(),
  files: z.array(RippedFile),
  cd: CdInfo.optional().describe("Only for an audio CD that has been read"),
  nameCharset: z.enum(NAME_CHARSET_IDS).optional().describe(
    "Character set of the sheet of a CD image and of CDDB entries, as stated by the user",
  ),
  progress: RipProgress.optional(),
  counts: z.object({ selected: z.int(), ripped: z.int(), verified: z.int(), delivered: z.int() }),
  safeToEject: z.boolean().describe("All selected titles are copied and verified"),
  ripSeconds: z.number().optional(),
  batchId: z.string().optional(),
  batchOffer: z.object({
    batchId: z.string().optional(),
    name: text,
    with: z.array(z.string()),
    disc: z.int().optional(),
  }).optional(),
  offerDeclined: z.boolean().optional().describe(
    "The user declined to add the disc to a box set; it is not suggested again",
  ),
  shareAnswer: z.enum(["shared", "declined"]).optional().describe(
    "The user's decision about sharing the disc with the index",
  ),
  slot: z.object({
    disc: z.int(),
    state: z.enum(["expected", "unexpected", "filed", "rejected"]),
    expectedDisc: z.int().optional(),
    reason: text.optional(),
  }).optional(),
  jobId: z.string().optional().describe("Job of the grab that downloaded the disc"),
  arrQueue: z.object({ arr: KindWord, id: z.int(), ids: z.array(z.int()), title: text.optional() }).optional()
    .describe("Entries to remove from the manager's queue once the disc is imported"),
  log: z.array(z.string()).describe("Last 400 lines of the log in lists; the full log if a single rip is requested"),
  warnings: z.array(text),
  error: z.string().max(4000).optional(),
  createdAt: time,
  startedAt: time.optional(),
  finishedAt: time.optional(),
}).meta({ id: "Rip" });
/** A rip covers a disc from its detection to the end of its delivery. */
export type Rip = z.infer<typeof Rip>;

/** A selection of titles to estimate. Missing fields are taken from the rip. */
export const RipEstimateRequest = RipPatch.pick({
  selectedTitleIds: true,
  profileId: true,
  options: true,
  audioMode: true,
  selectedAudio: true,
}).strict().meta({ id: "RipEstimateRequest" });
/** An estimate does not change the rip. */
export type RipEstimateRequest = z.infer<typeof RipEstimateRequest>;

/** Estimate for a selection of titles. */
export const RipEstimate = z.object({
  ripBytes: bytes,
  transcode: SizeEstimate.optional().describe("Total of all titles; absent without transcoding"),
  titleCount: z.int().min(0),
  durationSeconds: z.number().min(0),
  ripSeconds: z.number().min(0).optional().describe("Based on the speed of earlier rips from this drive"),
}).meta({ id: "RipEstimate" });
/** Sizes are in bytes, times in seconds. */
export type RipEstimate = z.infer<typeof RipEstimate>;

/** A verified copy that is about to be moved to its destination. Recorded before the move. */
export interface PlacedTitle {
  titleId: number;
  /** Destination path. */
  path: string;
  file: SourceIdentity;
  /** Tracks that the copy contains. */
  audio: number[];
  subtitles: number[];
}

/** The fields of a rip that are stored as one document: all except its log. `placed` is only used when copying. */
export type StoredRip = Omit<Rip, "log" | "counts" | "safeToEject" | "profileName"> & { placed?: PlacedTitle };
