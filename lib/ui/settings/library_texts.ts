import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for libraries, search and metadata. */
export const LIBRARY_TEXTS = {
  "remuxOnly": {
    section: "searching",
    label: "Show remuxes only",
    help: "The default for searches; it can be changed on the page.",
  },
  "searchDiscReleases": {
    section: "searching",
    label: "Show full discs",
    help: "Releases that are a disc image or disc folder. They are ripped after the download.",
  },
  "localMedia.enabled": { section: "local", label: "Index local media" },
  "localMedia.usePathMappings": { section: "local", label: "Scan the local folders of the path mappings" },
  "localMedia.hideArrManaged": { section: "local", label: "Hide files that a manager manages" },
  "localMedia.metadata": { section: "local", label: "Look up titles and posters" },
  "localMedia.rescanHours": { section: "local", label: "Rescan interval (hours)", help: "0 = manual only." },
  "localMedia.tmdbApiKey": {
    section: "local",
    label: "TMDB API key",
    help: "For movies and series. Empty = use the managers instead.",
  },
  "localMedia.metadataLanguage": { section: "local", label: "Title language", help: "Such as de or pt-BR." },
  "localMedia.folders": {
    section: "local",
    label: "Local media folders",
    help: "Scanned in addition to the local folders of path mappings.",
    anchor: "local-folders",
  },
  "localMedia.exclude": {
    section: "local",
    label: "Folder names to skip",
    help: "One per line; matched at any depth, case-insensitive.",
    advanced: true,
  },
  "animedb.enabled": {
    section: "metadata",
    label: "Anime titles (AniDB)",
    help: "Romaji titles, season names and absolute numbers.",
  },
  "releasedb.enabled": {
    section: "metadata",
    label: "Music releases (MusicBrainz)",
    help: "Albums, tracks and cover art.",
  },
  "discdb.enabled": {
    section: "metadata",
    label: "Disc contents (TheDiscDB)",
    help: "Identifies the titles of a disc by barcode or contents.",
  },
  "cddb.enabled": { section: "metadata", label: "CD titles (CDDB)", help: "Used when MusicBrainz finds nothing." },
  "cddb.server": { section: "metadata", label: "CDDB server", advanced: true },
  "omdb.enabled": {
    section: "metadata",
    label: "Genre, year and type (OMDb)",
    help: "For titles the managers do not have. Requires a key.",
  },
  "omdb.apiKey": { section: "metadata", label: "OMDb API key", help: "Free for 1,000 requests per day. Empty = none." },
  "sharedb.enabled": {
    section: "metadata",
    label: "Shared disc index",
    help: "Which episode is on which disc. Requires an index URL.",
  },
  "sharedb.indexUrl": { section: "metadata", label: "Index URL", help: "Empty = none." },
  "sharedb.contribute": {
    section: "metadata",
    label: "Add confirmed matches to the index",
    help: "Hash, IDs, numbers and lengths; never paths, labels or keys.",
  },
} as const satisfies Record<string, SettingText>;
