import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for libraries, search and metadata. */
export const LIBRARY_TEXTS = {
  "remuxOnly": {
    section: "searching",
    label: "Show remuxes only",
    help: "What a search starts with; the filter stays on the page.",
  },
  "searchDiscReleases": {
    section: "searching",
    label: "Show whole discs",
    help: "Releases that are a disc image or a disc folder. They are ripped once they are here.",
  },
  "localMedia.enabled": { section: "local", label: "Keep an index of local media" },
  "localMedia.usePathMappings": { section: "local", label: "Look in the local folders of the path mappings" },
  "localMedia.hideArrManaged": { section: "local", label: "Hide what a manager manages" },
  "localMedia.metadata": { section: "local", label: "Look up titles and posters" },
  "localMedia.rescanHours": { section: "local", label: "Rescan every, hours", help: "0 = only manually." },
  "localMedia.tmdbApiKey": {
    section: "local",
    label: "TMDB API key",
    help: "For films and series. Empty = ask the managers instead.",
  },
  "localMedia.metadataLanguage": { section: "local", label: "Language of titles", help: "Such as de or pt-BR." },
  "localMedia.folders": {
    section: "local",
    label: "Folders of local media",
    help: "Scanned beside the local folders of path mappings.",
    anchor: "local-folders",
  },
  "localMedia.exclude": {
    section: "local",
    label: "Folder names to skip",
    help: "One a line; matched anywhere in the tree, capitals or not.",
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
    help: "Tells by barcode or content which title is what.",
  },
  "cddb.enabled": { section: "metadata", label: "CD titles (CDDB)", help: "Asked when MusicBrainz knows nothing." },
  "cddb.server": { section: "metadata", label: "CDDB server", advanced: true },
  "omdb.enabled": {
    section: "metadata",
    label: "Genre, year and kind (OMDb)",
    help: "For titles the managers do not have. Needs a key.",
  },
  "omdb.apiKey": { section: "metadata", label: "OMDb API key", help: "Free for 1,000 calls a day. Empty = none." },
  "sharedb.enabled": {
    section: "metadata",
    label: "Shared disc index",
    help: "Which episode is on which disc. Needs an index URL.",
  },
  "sharedb.indexUrl": { section: "metadata", label: "Index URL", help: "Empty = none." },
  "sharedb.contribute": {
    section: "metadata",
    label: "Add what you confirm to the index",
    help: "Hash, ids, numbers and lengths; never paths, labels or keys.",
  },
} as const satisfies Record<string, SettingText>;
