/** A JSON object whose properties have not been validated. */
export type Fields = Record<string, unknown>;

export type AppName = "Radarr" | "Sonarr" | "Lidarr" | "Prowlarr";

export interface Named {
  id: number;
  name: string;
}

export type Language = Named;

export interface Quality extends Named {
  source?: string;
  resolution?: number;
  modifier?: string;
}

export interface QualityModel {
  quality: Quality;
  revision: { version: number; real: number; isRepack: boolean };
}

/** The manager's data about the streams of a video file. */
export interface MediaInfo {
  audioBitrate: number;
  audioChannels: number;
  audioCodec: string;
  audioLanguages: string;
  audioStreamCount: number;
  videoBitDepth: number;
  videoBitrate: number;
  videoCodec: string;
  videoFps: number;
  videoDynamicRange: string;
  videoDynamicRangeType: string;
  resolution: string;
  runTime: string;
  scanType: string;
  subtitles: string;
}

/** A video file in a library. `relativePath` is relative to the folder of the title. */
export interface MediaFile {
  id: number;
  relativePath: string;
  size: number;
  dateAdded: string;
  sceneName?: string;
  releaseGroup?: string;
  edition?: string;
  originalFilePath?: string;
  languages: Language[];
  quality: QualityModel;
  /** Absent until the file has been scanned. */
  mediaInfo?: MediaInfo;
}

export const LANGUAGES: Language[] = [
  { id: 0, name: "Unknown" },
  { id: 1, name: "English" },
  { id: 2, name: "French" },
  { id: 3, name: "Spanish" },
  { id: 4, name: "German" },
  { id: 5, name: "Italian" },
  { id: 8, name: "Japanese" },
  { id: 10, name: "Chinese" },
  { id: 21, name: "Korean" },
];

export const ENGLISH: Language = { id: 1, name: "English" };
export const JAPANESE: Language = { id: 8, name: "Japanese" };

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
