import * as z from "zod";
import { profileRef, secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

/** Names of folders without titles: recycle bins, game libraries, extras. Compared at any depth, ignoring case. */
const EXCLUDED = [
  "@eaDir",
  "#recycle",
  "$RECYCLE.BIN",
  "System Volume Information",
  "lost+found",
  "SteamLibrary",
  "steamapps",
  "node_modules",
  ".lathe-split",
  "Sample",
  "Samples",
  "Extras",
  "Featurettes",
  "Trailers",
  "Behind The Scenes",
  "Deleted Scenes",
  "Interviews",
];

const local = settingIn("local");
const searching = settingIn("searching");
const auto = settingIn("auto");

/** Settings for the index of media files that are not in a manager's library. */
export const LocalMediaSettings = group({
  enabled: local(toggle(true), { label: "Index local media", reveals: true }),
  usePathMappings: local(toggle(true), { label: "Scan the local folders of the path mappings" }),
  hideArrManaged: local(toggle(true), { label: "Hide files in a manager's library" }),
  metadata: local(toggle(true), { label: "Look up titles and posters" }),
  rescanHours: local(z.int().min(0).max(8760).default(12), {
    label: "Rescan interval (hours)",
    help: "0 = manual only.",
  }),
  watch: local(toggle(false), {
    label: "Watch folders for changes",
    help: "New files are indexed within a minute. Network shares are rescanned every 15 minutes instead.",
  }),
  tmdbApiKey: local(secret(), {
    label: "TMDB API key",
    help: "For movies and series.",
    empty: "use the managers instead",
  }),
  metadataLanguage: local(
    z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, "Use a language such as en-US or de.").default("en-US"),
    { label: "Title language", help: "Such as de or pt-BR." },
  ),
  folders: local(
    z.array(z.object({
      path: z.string().min(1).max(4096).describe("The folder"),
      kind: z.enum(["auto", "movie", "series", "anime", "music"]).default("auto")
        .describe("Its content; set it if folder names do not show it"),
    })).max(200).default([]),
    {
      label: "Local media folders",
      help: "Scanned in addition to the local folders of path mappings.",
      anchor: "local-folders",
    },
  ),
  exclude: local(z.array(z.string().min(1).max(255)).max(500).default(EXCLUDED), {
    label: "Folder names to skip",
    help: "One per line; matched at any depth, case-insensitive.",
    control: "lines",
    advanced: true,
  }),
});

/** Default filters of searches. */
export const SEARCH_SETTINGS = {
  remuxOnly: searching(toggle(true), {
    label: "Show remuxes only",
    help: "The default for searches; it can be changed on the page.",
  }),
  searchDiscReleases: searching(toggle(true), {
    label: "Show full discs",
    help: "Releases that are disc images or disc folders. They are ripped after the download.",
  }),
};

/** Settings for encoding new remuxes automatically. */
export const AutoSettings = group({
  enabled: auto(toggle(false), { label: "Queue new remuxes", reveals: true }),
  includeExisting: auto(toggle(false), {
    label: "Include existing files",
    help: "If disabled, only files that are added later are queued.",
  }),
  sources: group({
    movie: auto(toggle(true), { label: "From Radarr" }),
    series: auto(toggle(true), { label: "From Sonarr" }),
  }),
  scanIntervalMinutes: auto(z.int().min(1).max(10_080).default(15), {
    label: "Scan interval (minutes)",
    details: "A webhook starts a scan sooner.",
  }),
  maxPerScan: auto(z.int().min(1).max(1000).default(10), {
    label: "Maximum files per scan",
    help: "The rest are queued by the next scan.",
  }),
  profiles: group({
    movie: auto(profileRef(""), { label: "Profile for new movies", control: "profile", empty: "the default profile" }),
    tv: auto(profileRef(""), { label: "Profile for new series", control: "profile", empty: "the default profile" }),
    anime: auto(profileRef(""), { label: "Profile for new anime", control: "profile", empty: "the default profile" }),
  }),
});
