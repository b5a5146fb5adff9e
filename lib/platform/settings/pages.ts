/** One settings page with its sections in order. */
interface SettingsPageEntry {
  id: string;
  label: string;
  /** Short description of the contents. */
  about: string;
  sections: readonly { id: string; label: string; advanced?: boolean }[];
}

/** Settings pages, grouped by topic. Their paths are `/settings/<id>`. */
export const SETTINGS_PAGES = [
  {
    id: "connections",
    label: "Connections",
    about: "Radarr, Sonarr, Prowlarr, Lidarr, slskd and path mappings",
    sections: [{ id: "connections", label: "Applications" }, { id: "paths", label: "Path mappings" }],
  },
  {
    id: "encoding",
    label: "Encoding",
    about: "Concurrency, hours, hardware, bitmap subtitles, programs",
    sections: [
      { id: "encoding", label: "Encodes" },
      { id: "hardware", label: "Hardware" },
      { id: "subtitles", label: "Bitmap subtitles" },
      { id: "programs", label: "Programs", advanced: true },
    ],
  },
  {
    id: "profiles",
    label: "Default profiles",
    about: "Profiles for movies, series, anime and music, and your languages",
    sections: [{ id: "defaults", label: "Default profiles" }],
  },
  {
    id: "library",
    label: "Library",
    about: "Local media, search, metadata services",
    sections: [
      { id: "local", label: "Local media" },
      { id: "searching", label: "Search" },
      { id: "metadata", label: "Metadata services" },
    ],
  },
  {
    id: "auto",
    label: "Auto transcode",
    about: "New remuxes that are queued automatically",
    sections: [{ id: "auto", label: "Auto transcode" }],
  },
  {
    id: "discs",
    label: "Discs",
    about: "Drives, ripping, delivery, audio CDs",
    sections: [{ id: "discs", label: "Discs" }],
  },
  {
    id: "notifications",
    label: "Notifications",
    about: "Discord, Telegram, ntfy and others, webhooks, scripts",
    sections: [{ id: "notifications", label: "Notifications" }],
  },
  {
    id: "players",
    label: "Players",
    about: "Plex, Jellyfin and Emby: rescans, watched state, encodes that wait",
    sections: [{ id: "players", label: "Players" }],
  },
  {
    id: "dashboards",
    label: "Dashboards",
    about: "Home Assistant over MQTT; Homepage and Homarr",
    sections: [{ id: "mqtt", label: "MQTT" }],
  },
  {
    id: "general",
    label: "General",
    about: "Name, address and port, HTTPS, proxy, log, updates, backups",
    sections: [
      { id: "host", label: "Host" },
      { id: "proxy", label: "Proxy" },
      { id: "logging", label: "Logging" },
      { id: "updates", label: "Updates", advanced: true },
      { id: "backups", label: "Backups" },
    ],
  },
  {
    id: "security",
    label: "Security",
    about: "Login, API key, certificates, media folders",
    sections: [{ id: "security", label: "Security" }, { id: "api-key", label: "API key" }],
  },
  {
    id: "agents",
    label: "Agents",
    about: "Remote encoding and experiments",
    sections: [{ id: "agents", label: "Agents" }, { id: "experiments", label: "Experiments" }],
  },
] as const satisfies readonly SettingsPageEntry[];

/** Last path segment of a settings page. */
export type SettingsPageId = (typeof SETTINGS_PAGES)[number]["id"];
/** Anchor of a section. */
export type SectionId = (typeof SETTINGS_PAGES)[number]["sections"][number]["id"];

/** A section and its page. */
export interface SectionPlace {
  id: SectionId;
  label: string;
  advanced: boolean;
  page: { id: SettingsPageId; label: string };
}

/** All sections with their pages. */
export const SECTION_PLACES: readonly SectionPlace[] = SETTINGS_PAGES.flatMap((page) =>
  page.sections.map((section) => ({
    id: section.id,
    label: section.label,
    advanced: "advanced" in section,
    page: { id: page.id, label: page.label },
  }))
);

/** Returns the location of a section. */
export function sectionPlace(id: SectionId): SectionPlace {
  const place = SECTION_PLACES.find((one) => one.id === id);
  if (place === undefined) throw new TypeError(`Section ${id} does not exist.`);
  return place;
}
