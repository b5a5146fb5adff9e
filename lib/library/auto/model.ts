import * as z from "zod";

/** Files found by auto transcode, and its scans. */
export const AutoItem = z.object({
  arr: z.enum(["movie", "series"]),
  arrId: z.int(),
  fileId: z.int(),
  episodeIds: z.array(z.int()).optional(),
  seasonNumber: z.int().optional(),
  title: z.string(),
  subtitle: z.string().optional(),
  poster: z.string().optional(),
  path: z.string(),
  localPath: z.string(),
  quality: z.string(),
  sizeBytes: z.int(),
  mediaType: z.enum(["movie", "tv", "anime"]),
  profileName: z.string().optional(),
  jobId: z.string().optional(),
}).meta({ id: "AutoItem" });
/** `path` is the path in the manager, `localPath` that on this machine. `jobId` is set after a job was queued. */
export type AutoItem = z.infer<typeof AutoItem>;

/** Result of one scan. `pending` files exceeded the limit per scan. `skippedMissing` files cannot be opened here. */
export const AutoScan = z.object({
  at: z.iso.datetime(),
  reason: z.enum(["schedule", "webhook", "manual"]),
  dryRun: z.boolean(),
  found: z.int(),
  queued: z.array(AutoItem),
  pending: z.array(AutoItem),
  skippedSeen: z.int(),
  skippedMissing: z.array(z.string()),
  skippedNoProfile: z.int(),
  skippedNothingToDo: z.int(),
  baseline: z.int().optional(),
  errors: z.array(z.string()),
  durationMs: z.int(),
}).meta({ id: "AutoScan" });
/** The last real scan is stored. `baseline` is the number of files recorded as older than auto transcode. */
export type AutoScan = z.infer<typeof AutoScan>;

/** State of auto transcode for its page. `counts` is the number of remembered files by reason. */
export const AutoStatus = z.object({
  enabled: z.boolean(),
  scanning: z.boolean(),
  baselineAt: z.iso.datetime().optional(),
  seen: z.int(),
  counts: z.object({ queued: z.int(), baseline: z.int(), output: z.int(), existing: z.int() }),
  lastScan: AutoScan.optional(),
  nextScanAt: z.iso.datetime().optional(),
}).meta({ id: "AutoStatus" });
/** `baselineAt` is the time of the first baseline. `seen` is the number of remembered files. */
export type AutoStatus = z.infer<typeof AutoStatus>;
