import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for default profiles. */
export const PROFILES_TEXTS = {
  "defaultProfiles.movie": { section: "defaults", label: "Profile for movies" },
  "defaultProfiles.tv": { section: "defaults", label: "Profile for series" },
  "defaultProfiles.anime": { section: "defaults", label: "Profile for anime" },
  "defaultProfiles.music": { section: "defaults", label: "Profile for music" },
  "languages.preferred": {
    section: "defaults",
    label: "My languages",
    help:
      "Audio and subtitles that every built-in profile keeps in addition to the original language, such as eng, deu. Empty = as set in each profile.",
  },
} as const satisfies Record<string, SettingText>;
