/** What a release name or a library path tells. */

/** Which manager's world a name belongs to, when the caller knows. */
export type ReleaseHint = "movie" | "series" | "anime" | "music";

/** Where a release was copied from; the quality names of Radarr and Sonarr are built on it. */
export type Source =
  | "bluray"
  | "web-dl"
  | "webrip"
  /** Any television: HDTV, PDTV, DSR, SATRip, TVRip; the quality tells SDTV from HDTV. */
  | "hdtv"
  | "dvd"
  | "cam"
  | "telesync"
  | "telecine"
  | "workprint"
  /** Music only. */
  | "cd"
  | "vinyl";

/** What a quality name has beyond source and resolution. */
export type Modifier = "remux" | "brdisk" | "rawhd" | "screener" | "regional";

/** The facts that quality words tell. */
export interface TagFacts {
  resolution?: string;
  source?: Source;
  modifier?: Modifier;
  remux: boolean;
  /** A whole disc: BR-DISK, DVD-R. */
  disc: boolean;
  videoCodec?: string;
  audioCodec?: string;
  audioChannels?: string;
  hdr: string[];
  bitDepth?: number;
}

/** The facts that season, episode and date numbers tell. */
export interface Numbers {
  season?: number;
  seasons: number[];
  episodes: number[];
  /** Episode numbers counted through all seasons; a recap special may be 12.5. */
  absolute: number[];
  /** YYYY-MM-DD */
  airDate?: string;
  fullSeason: boolean;
  special: boolean;
}

/** Everything a name tells; what it does not say is absent. */
export interface ReleaseName extends TagFacts, Numbers {
  /** Music: "Artist - Album". */
  title: string;
  year?: number;
  episodeTitle?: string;
  /** As the manager of this kind calls it: Radarr for films, Sonarr for series, Lidarr for music. */
  quality: string;
  edition?: string;
  releaseGroup?: string;
  languages: string[];
  proper: boolean;
  repack: boolean;
  /** 2 for v2. */
  version?: number;
  /** The CRC at the end of anime names, upper case. */
  hash?: string;
  /** File type, lower case, without the dot. */
  container?: string;
}

/** Numbers and the part of the text that spells them. */
export interface Numbering extends Numbers {
  start: number;
  end: number;
  kind: "episode" | "pack" | "daily" | "absolute" | "special";
  version?: number;
}

/** For a name in which no number counts; a new object each time, because callers add to the lists. */
export const noNumbers = (): Numbers => ({
  seasons: [],
  episodes: [],
  absolute: [],
  fullSeason: false,
  special: false,
});
