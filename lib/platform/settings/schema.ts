import * as z from "zod";
import { ConnectionSettings } from "./connections.ts";
import { DiscSettings } from "./disc.ts";
import { GeneralSettings } from "./general.ts";
import { neutralWord } from "../managers/manager_words.ts";
import { LocalMediaSettings } from "./local_media.ts";
import { NotificationSettings } from "./notifications.ts";
import { absolutePath, profileRef, secret } from "./fields.ts";

/** All settings with type, default, description and secret mark. */
export const Settings = z.object({
  general: GeneralSettings.prefault({}),
  connections: ConnectionSettings.prefault({}),
  encodertoolPath: absolutePath("The audio encoder tool; empty = auto-detect"),
  doviToolPath: absolutePath("Keeps Dolby Vision; empty = auto-detect"),
  hdr10plusToolPath: absolutePath("Keeps HDR10+; empty = auto-detect"),
  pathMappings: z.array(z.object({
    remote: z.string().min(1).max(4096).describe("The path as the manager reports it"),
    local: z.string().min(1).max(4096).describe("The path on this server"),
    app: z.preprocess(neutralWord, z.enum(["all", "movie", "series", "music", "soulseek"]).default("all")),
  })).max(200).default([]),
  localMedia: LocalMediaSettings.prefault({}),
  ffmpegPath: absolutePath("Empty = auto-detect"),
  ffprobePath: absolutePath("Empty = auto-detect"),
  concurrency: z.int().min(0).max(32).default(1).describe("Concurrent encodes; 0 starts none"),
  pollIntervalSeconds: z.int().min(5).max(86_400).default(60)
    .describe("How often waiting jobs check whether the manager has imported their release"),
  transcodeTemp: z.enum(["transcodes", "output"]).default("transcodes")
    .describe("Encodes are written in the transcodes folder, or next to the final file"),
  stallTimeoutMinutes: z.int().min(0).max(1440).default(10)
    .describe("Minutes without progress before an encode is stopped; 0 = never"),
  preventSleep: z.boolean().default(true),
  transcoding: z.object({
    hardwareAcceleration: z.enum(["none", "amf", "nvenc", "qsv", "vaapi", "rkmpp", "videotoolbox", "v4l2"])
      .default("none"),
    device: z.string().max(200).default("").describe("GPU index or render node; empty = the first"),
    hardwareDecoding: z.boolean().default(true),
    fallbackToSoftware: z.boolean().default(true),
    keepOriginalDays: z.int().min(0).max(3650).default(7).describe("Days a replaced original is kept"),
    verify: z.enum(["off", "windows", "full"]).default("windows")
      .describe("How much of a finished file is decoded; always in full before an original is replaced"),
    schedule: z.object({
      enabled: z.boolean().default(false),
      from: timeOfDay("22:00"),
      to: timeOfDay("06:00"),
      days: z.array(z.int().min(0).max(6)).max(7).default([]).describe("0 = Sunday; empty = every day"),
    }).prefault({}),
  }).prefault({}),
  languages: z.object({
    preferred: z.array(z.string().regex(/^[a-z]{2,3}$/, "Use language codes such as eng, deu.")).max(20).default([])
      .describe("The user's own languages; empty = each profile keeps its own list"),
  }).prefault({}),
  defaultProfiles: z.object({
    movie: profileRef("builtin-movie-1080p"),
    tv: profileRef("builtin-tv-1080p"),
    anime: profileRef("builtin-anime-x265"),
    music: profileRef("builtin-music-flac"),
  }).prefault({}),
  remuxOnly: z.boolean().default(true),
  searchDiscReleases: z.boolean().default(true),
  auto: z.object({
    enabled: z.boolean().default(false),
    includeExisting: z.boolean().default(false),
    sources: z.object({ movie: z.boolean().default(true), series: z.boolean().default(true) }).prefault({}),
    scanIntervalMinutes: z.int().min(1).max(10_080).default(15),
    maxPerScan: z.int().min(1).max(1000).default(10),
    profiles: z.object({ movie: profileRef(""), tv: profileRef(""), anime: profileRef("") }).prefault({})
      .describe("Empty = the default profile"),
  }).prefault({}),
  animedb: z.object({ enabled: z.boolean().default(false) }).prefault({}),
  releasedb: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  discdb: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  cddb: z.object({
    enabled: z.boolean().default(true),
    server: z.url({ protocol: /^https?$/ }).default("http://gnudb.gnudb.org/~cddb/cddb.cgi"),
  }).prefault({}),
  ocr: z.object({
    enabled: z.boolean().default(false),
    ocrPath: absolutePath("Empty = auto-detect"),
    languages: z.array(z.string().regex(/^[a-z]{3}$/, "Use three-letter codes such as eng, deu.")).max(20).default(
      [],
    ).describe("Empty = the language of each stream"),
  }).prefault({}),
  omdb: z.object({ enabled: z.boolean().default(false), apiKey: secret() }).prefault({}),
  sharedb: z.object({
    enabled: z.boolean().default(false),
    indexUrl: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
    contribute: z.enum(["never", "ask", "always"]).default("ask"),
  }).prefault({}),
  agents: z.object({
    enabled: z.boolean().default(false),
    requireApproval: z.boolean().default(true),
    keepLocal: z.int().min(0).max(32).default(1),
    listen: z.string().max(200).regex(/^(|(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]*):\d{1,5})$/, "Use host:port.").default(""),
    server: secret().refine(
      (url) => url === "" || /^(nats|tls):\/\/\S+$/.test(url),
      "Use nats://user:password@host:4222.",
    ),
    token: secret(),
  }).prefault({}),
  experiments: z.object({ barcode: z.boolean().default(false), wanted: z.boolean().default(false) }).prefault({}),
  notifications: NotificationSettings.prefault({}),
  disc: DiscSettings.prefault({}),
});
/** All sections with defaults filled in and secrets in clear text. The settings file contains the same tree. */
export type Settings = z.infer<typeof Settings>;

/**
 * Options for parsing the tree. It is parsed only a few times, for which compiling the schemas would take longer than
 * parsing.
 */
export const READ_RARELY = { jitless: true } as const;

function timeOfDay(standard: string) {
  return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 22:00.").default(standard);
}
