import { z } from "zod";

/** What auto transcode finds and does (records.md, section 9). */
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
export type AutoItem = z.infer<typeof AutoItem>;

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
export type AutoScan = z.infer<typeof AutoScan>;

export const AutoStatus = z.object({
  enabled: z.boolean(),
  scanning: z.boolean(),
  baselineAt: z.iso.datetime().optional(),
  seen: z.int(),
  counts: z.object({ queued: z.int(), baseline: z.int(), output: z.int(), existing: z.int() }),
  lastScan: AutoScan.optional(),
  nextScanAt: z.iso.datetime().optional(),
}).meta({ id: "AutoStatus" });
export type AutoStatus = z.infer<typeof AutoStatus>;
