import * as z from "zod";
import { type ManagerKind, MANAGERS, neutralWord } from "../../managers/kinds.ts";
import { address, anyPath, secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

const connection = settingIn("connections");
const paths = settingIn("paths");

/**
 * Returns the settings that all applications share. `use` is the label of the switch, `keyPlace` is where the API key
 * is found.
 */
function manager(
  kind: ManagerKind,
  { use, details, url, keyPlace }: { use: string; details?: string; url: string; keyPlace?: string },
) {
  const { app } = MANAGERS[kind];
  return {
    enabled: connection(toggle(false), { label: use, details, reveals: true }),
    url: connection(address(url), { label: `${app} URL`, help: "Include its URL base, if any." }),
    apiKey: connection(secret(), {
      label: `${app} API key`,
      help: `In ${keyPlace ?? `${app} in Settings > General`}.`,
      empty: "none",
    }),
  };
}

/** Settings of external applications: Radarr, Sonarr, Prowlarr, Lidarr and slskd, by neutral name. */
export const ConnectionSettings = group({
  movie: group(manager("movie", { use: "Use Radarr for movies", url: "http://localhost:7878" })),
  series: group(manager("series", { use: "Use Sonarr for series", url: "http://localhost:8989" })),
  indexer: group(manager("indexer", { use: "Use Prowlarr to search indexers", url: "http://localhost:9696" })),
  music: group({
    ...manager("music", { use: "Use Lidarr for music", url: "http://localhost:8686" }),
    splitCueImages: connection(toggle(true), {
      label: "Split album images",
      help: "A finished download that is one audio file with a cue sheet is split into one file per track.",
    }),
  }),
  soulseek: group({
    ...manager("soulseek", {
      use: "Use slskd to search Soulseek for music",
      details: "Requires Lidarr.",
      url: "http://localhost:5030",
      keyPlace: "slskd.yml under web, authentication, api_keys",
    }),
    downloadsPath: connection(anyPath(), {
      label: "Download folder",
      help: "Where slskd puts finished downloads, as slskd sees it.",
      empty: "use the path slskd reports",
    }),
    maxQueueLength: connection(z.int().min(0).max(10_000).default(50), {
      label: "Maximum peer queue",
      help: "Peers with more waiting uploads are skipped.",
      advanced: true,
    }),
    searchTimeoutSeconds: connection(z.int().min(1).max(120).default(15), {
      label: "Search timeout (seconds)",
      details: "Increase it for rare music.",
      advanced: true,
    }),
  }),
});

/** Differences between the paths on the managers' machines and the paths on this machine. */
export const PathMappings = paths(
  z.array(z.object({
    remote: z.string().min(1).max(4096).describe("The path as the manager reports it"),
    local: z.string().min(1).max(4096).describe("The path on this server"),
    app: z.preprocess(neutralWord, z.enum(["all", "movie", "series", "music", "soulseek"]).default("all"))
      .describe("The application"),
  })).max(200).default([]),
  {
    label: "Path mappings",
    help: "Remote path as the application sees it, local path as Lathe sees it.",
    anchor: "paths",
  },
);
