import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for auto transcode. */
export const AUTO_TEXTS = {
  "auto.enabled": { section: "auto", label: "Queue new remuxes" },
  "auto.includeExisting": {
    section: "auto",
    label: "Include existing files",
    help: "Off: only files that are added after this is switched on.",
  },
  "auto.sources.movie": { section: "auto", label: "From Radarr" },
  "auto.sources.series": { section: "auto", label: "From Sonarr" },
  "auto.scanIntervalMinutes": { section: "auto", label: "Scan interval (minutes)" },
  "auto.maxPerScan": {
    section: "auto",
    label: "Maximum files per scan",
    help: "The rest are queued by the next scan.",
  },
  "auto.profiles.movie": { section: "auto", label: "Profile for new movies" },
  "auto.profiles.tv": { section: "auto", label: "Profile for new series" },
  "auto.profiles.anime": { section: "auto", label: "Profile for new anime" },
} as const satisfies Record<string, SettingText>;
