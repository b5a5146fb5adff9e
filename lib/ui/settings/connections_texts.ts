import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for connections. */
export const CONNECTIONS_TEXTS = {
  "connections.movie.enabled": { section: "connections", label: "Use Radarr for movies" },
  "connections.movie.url": { section: "connections", label: "Radarr URL", help: "Include its URL base, if any." },
  "connections.movie.apiKey": {
    section: "connections",
    label: "Radarr API key",
    help: "In Radarr under Settings, General. Empty = none.",
  },
  "connections.series.enabled": { section: "connections", label: "Use Sonarr for series" },
  "connections.series.url": { section: "connections", label: "Sonarr URL", help: "Include its URL base, if any." },
  "connections.series.apiKey": {
    section: "connections",
    label: "Sonarr API key",
    help: "In Sonarr under Settings, General. Empty = none.",
  },
  "connections.indexer.enabled": { section: "connections", label: "Use Prowlarr to search indexers" },
  "connections.indexer.url": {
    section: "connections",
    label: "Prowlarr URL",
    help: "Include its URL base, if any.",
  },
  "connections.indexer.apiKey": {
    section: "connections",
    label: "Prowlarr API key",
    help: "In Prowlarr under Settings, General. Empty = none.",
  },
  "connections.music.enabled": { section: "connections", label: "Use Lidarr for music" },
  "connections.music.url": { section: "connections", label: "Lidarr URL", help: "Include its URL base, if any." },
  "connections.music.apiKey": {
    section: "connections",
    label: "Lidarr API key",
    help: "In Lidarr under Settings, General. Empty = none.",
  },
  "connections.soulseek.enabled": { section: "connections", label: "Use slskd to search Soulseek for music" },
  "connections.soulseek.url": { section: "connections", label: "slskd URL", help: "Include its URL base, if any." },
  "connections.soulseek.apiKey": {
    section: "connections",
    label: "slskd API key",
    help: "In slskd.yml under web, authentication, api_keys. Empty = none.",
  },
  "connections.music.splitCueImages": {
    section: "connections",
    label: "Split album images",
    help: "A finished download that is one audio file with a cue sheet is split into one file per track.",
  },
  "connections.soulseek.downloadsPath": {
    section: "connections",
    label: "Download folder",
    help: "Where slskd puts finished downloads, as slskd sees it. Empty = use the path slskd reports.",
  },
  "connections.soulseek.maxQueueLength": {
    section: "connections",
    label: "Maximum queue of a peer",
    help: "Peers with more waiting uploads are skipped.",
    advanced: true,
  },
  "connections.soulseek.searchTimeoutSeconds": {
    section: "connections",
    label: "Search timeout (seconds)",
    advanced: true,
  },
  "pathMappings": {
    section: "paths",
    label: "Path mappings",
    help: "Remote path as the application sees it, local path as Lathe sees it.",
    anchor: "paths",
  },
} as const satisfies Record<string, SettingText>;
