import * as z from "zod";
import { absolutePath, secret } from "./fields.ts";

/** Null clears the setting. */
const cleared = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const addTarget = z.object({
  root: cleared(z.string().max(4096)),
  profileId: cleared(z.int().positive()),
});

const drive = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  path: z.string().min(1).max(4096),
  label: z.string().max(200).optional(),
  addedAt: z.iso.datetime(),
});

/** Settings of disc ripping. */
export const DiscSettings = z.object({
  enabled: z.boolean().default(true),
  ripper: z.enum(["auto", "makemkv", "open"]).default("auto"),
  ripperPath: absolutePath("MakeMKV; empty = auto-detect"),
  ripDirectory: absolutePath("Where finished files are delivered; empty = <config>/cache/rips"),
  virtualDriveDirectory: absolutePath("A folder of images and disc folders (testing)"),
  minTitleSeconds: z.int().min(0).max(86_400).default(600),
  extraMinSeconds: z.int().min(0).max(86_400).default(30),
  pollIntervalSeconds: z.int().min(5).max(3600).default(15),
  audioMode: z.enum(["best", "all"]).default("best"),
  includeExtras: z.boolean().default(false),
  autoRip: z.boolean().default(false),
  autoTranscode: z.boolean().default(true),
  autoDeliver: z.boolean().default(true),
  autoEject: z.boolean().default(true),
  keepRaw: z.boolean().default(false),
  groupBoxSets: z.boolean().default(true),
  ejectWhen: z.enum(["delivered", "copied"]).default("delivered"),
  autoImport: z.boolean().default(true),
  addMissing: z.boolean().default(true),
  addMonitored: z.boolean().default(false),
  addTargets: z.object({
    series: addTarget.optional(),
    anime: addTarget.optional(),
    movie: addTarget.optional(),
    animeMovie: addTarget.optional(),
  }).default({}),
  virtualDrives: z.array(drive).max(200).default([]),
  physicalDrives: z.array(drive).max(50).default([]),
  ripperKey: secret(),
  cd: z.object({
    enabled: z.boolean().default(true),
    ripperPath: absolutePath("cd-paranoia; empty = auto-detect"),
    readOffset: z.int().min(-5880).max(5880).default(0),
    releasedb: z.boolean().default(true),
    accurateRip: z.boolean().default(false),
    detectMqa: z.boolean().default(true),
    compressionLevel: z.int().min(0).max(8).default(8),
    deliverToMusic: z.boolean().default(true),
  }).prefault({}),
});
