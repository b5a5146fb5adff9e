import * as z from "zod";
import { CODECS, RANGES, RESOLUTIONS } from "../../../db/library/title_facets.ts";

/** Policies: files of a library that are encoded automatically with one profile, within bounds. */

/** Libraries of policies: `movie` is Radarr, `series` is Sonarr, `local` are local media without a manager. */
export const POLICY_SOURCES = ["movie", "series", "local"] as const;
/** A library of policies. */
export type PolicySource = typeof POLICY_SOURCES[number];

/** ID of the built-in policy that represents auto transcode. */
export const AUTO_POLICY_ID = "auto";

/** Largest number of entries in one list of a policy. */
const MAX_WORDS = 100;
const words = z.array(z.string().trim().min(1).max(100)).max(MAX_WORDS).default([]);
const bytes = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 22:00.");

/** Rules that select the files of a policy. An empty list and 0 exclude no file. */
export const PolicyMedia = z.object({
  source: z.enum(POLICY_SOURCES),
  folders: z.array(z.string().trim().min(1).max(4096)).max(MAX_WORDS).default([]).describe(
    "Local paths of folders; each must be a media folder or root folder, or inside one",
  ),
  tags: words.describe("Tags in Radarr or Sonarr; a file needs one of them"),
  genres: words.describe("A file needs one of them"),
  remuxOnly: z.boolean().default(false),
  codecs: z.array(z.enum(CODECS)).max(CODECS.length).default([]),
  resolutions: z.array(z.enum(RESOLUTIONS)).max(RESOLUTIONS.length).default([]),
  ranges: z.array(z.enum(RANGES)).max(RANGES.length).default([]).describe(
    "hdr is any high dynamic range, dv Dolby Vision",
  ),
  minSizeBytes: bytes.default(0),
  minAgeDays: z.int().min(0).max(36_500).default(0).describe("Days since the file was added"),
  watched: z.enum(["any", "watched", "unwatched"]).default("any").describe(
    "Requires a connected player; watched means by at least one user",
  ),
}).meta({ id: "PolicyMedia" });
/** Text is compared without case. */
export type PolicyMedia = z.infer<typeof PolicyMedia>;

/** Limits of a policy. 0 means no limit. */
export const PolicyBounds = z.object({
  filesPerDay: z.int().min(0).max(100_000).default(0),
  bytesPerDay: bytes.default(0).describe("Total size of the queued files per day"),
  minGainPercent: z.int().min(0).max(90).default(0).describe("Files with a smaller expected saving are skipped"),
  skipHardLinks: z.boolean().default(true).describe("Skip files with several hard links, such as files being seeded"),
}).meta({ id: "PolicyBounds" });
/** A day starts at midnight, local time. */
export type PolicyBounds = z.infer<typeof PolicyBounds>;

/** Local time of day in which a policy queues files. `to` may be earlier than `from`, for the next day. */
export const PolicyHours = z.object({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from !== to, {
  error: "The end must differ from the start.",
  path: ["to"],
}).meta({ id: "PolicyHours" });
/** `to` is exclusive. */
export type PolicyHours = z.infer<typeof PolicyHours>;

/** Orders in which a policy queues its files. `oldest` and `newest` refer to the time at which a file was added. */
export const POLICY_ORDERS = ["largest", "oldest", "newest"] as const;

/** Input for creating or changing a policy. */
export const PolicyInput = z.object({
  name: z.string().trim().min(1, { error: "Enter a name for the policy." }).max(80),
  enabled: z.boolean().default(false).describe("An enabled policy queues files at the next run of its task"),
  media: PolicyMedia,
  profileId: z.string().min(1, { error: "Choose a profile." }).max(64),
  bounds: PolicyBounds.prefault({}),
  hours: PolicyHours.nullable().default(null),
  orderBy: z.enum(POLICY_ORDERS).default("largest"),
}).meta({ id: "PolicyInput" });
/** Names are unique without case. */
export type PolicyInput = z.infer<typeof PolicyInput>;

/** Returns the form of a name in which names are unique. */
export const policyNameKey = (name: string): string => name.normalize("NFC").toLowerCase();

/** A policy of the user. The first enabled policy in order that includes a file encodes it. */
export const Policy = PolicyInput.extend({
  id: z.string(),
  builtIn: z.literal(false),
  order: z.int().describe("Position, from 1"),
}).meta({ id: "Policy" });
/** The built-in policies are before all others. */
export type Policy = z.infer<typeof Policy>;

/** Auto transcode as a policy. It is always first, and is changed in its settings. */
export const BuiltInPolicy = z.object({
  id: z.literal(AUTO_POLICY_ID),
  builtIn: z.literal(true),
  name: z.string(),
  enabled: z.boolean(),
  order: z.literal(0),
  sources: z.array(z.enum(["movie", "series"])),
  includeExisting: z.boolean(),
  settingsPage: z.string().describe("Path of its settings, relative to the URL base"),
}).meta({ id: "BuiltInPolicy" });
/** `includeExisting` is false if it only encodes remuxes that were added after it was enabled. */
export type BuiltInPolicy = z.infer<typeof BuiltInPolicy>;

/** A policy in the list of all policies. */
export const ListedPolicy = z.discriminatedUnion("builtIn", [BuiltInPolicy, Policy]).meta({ id: "ListedPolicy" });
/** Built-in policies are first. */
export type ListedPolicy = z.infer<typeof ListedPolicy>;

/** New order of the user's policies. */
export const PolicyOrder = z.object({ ids: z.array(z.string().min(1).max(64)).max(MAX_WORDS) }).meta({
  id: "PolicyOrder",
});
/** Contains every policy of the user once. */
export type PolicyOrder = z.infer<typeof PolicyOrder>;
