/** Data model of a parsed release name or library path. */

/** The kind of manager to which a name belongs, if the caller knows it. */
export type ReleaseHint = "movie" | "series" | "anime" | "music";

/** Source of a release. The quality names of Radarr and Sonarr depend on it. */
export type Source =
  | "bluray"
  | "web-dl"
  | "webrip"
  /** Any television source: HDTV, PDTV, DSR, SATRip, TVRip. SDTV and HDTV are distinguished by the quality. */
  | "hdtv"
  | "dvd"
  | "cam"
  | "telesync"
  | "telecine"
  | "workprint"
  /** Music only. */
  | "cd"
  | "vinyl";

/** Part of a quality name in addition to source and resolution. */
export type Modifier = "remux" | "brdisk" | "rawhd" | "screener" | "regional";

/** Information from the quality words of a name. */
export interface TagFacts {
  resolution?: string;
  source?: Source;
  modifier?: Modifier;
  remux: boolean;
  /** True for an unchanged disc: BR-DISK, DVD-R. */
  disc: boolean;
  videoCodec?: string;
  audioCodec?: string;
  audioChannels?: string;
  hdr: string[];
  bitDepth?: number;
}

/** Information from season, episode and date numbers. */
export interface Numbers {
  season?: number;
  seasons: number[];
  episodes: number[];
  /** Absolute episode numbers across all seasons. A recap special may be 12.5. */
  absolute: number[];
  /** YYYY-MM-DD */
  airDate?: string;
  fullSeason: boolean;
  special: boolean;
}

/** All information in a name. A field is absent if the name does not contain it. */
export interface ReleaseName extends TagFacts, Numbers {
  /** Title of the work. For music, "Artist - Album". */
  title: string;
  year?: number;
  episodeTitle?: string;
  /** Name of the quality in the manager: Radarr for movies, Sonarr for series, Lidarr for music. */
  quality: string;
  edition?: string;
  releaseGroup?: string;
  languages: string[];
  proper: boolean;
  repack: boolean;
  /** Version of the release: 2 for v2. */
  version?: number;
  /** The CRC at the end of anime names, uppercase. */
  hash?: string;
  /** File extension, lowercase, without the dot. */
  container?: string;
}

/** Season and episode numbers, and their position in the text. */
export interface Numbering extends Numbers {
  start: number;
  end: number;
  kind: "episode" | "pack" | "daily" | "absolute" | "special";
  version?: number;
}

/**
 * Returns the result for a name without season and episode numbers. It is a new object each time, because callers
 * append to the lists.
 */
export const noNumbers = (): Numbers => ({
  seasons: [],
  episodes: [],
  absolute: [],
  fullSeason: false,
  special: false,
});
