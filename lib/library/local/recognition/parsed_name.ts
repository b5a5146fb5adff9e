/** What recognition reads out of a release name; `parseReleaseName` answers at least this. */
export interface ParsedName {
  title: string;
  year?: number;
  season?: number;
  seasons: number[];
  episodes: number[];
  absolute: number[];
  airDate?: string;
  special: boolean;
  quality: string;
  resolution?: string;
  remux: boolean;
}

export type NameHint = "movie" | "series" | "anime" | "music";
export type ParseName = (name: string, hint?: NameHint) => ParsedName;

/** The quality that people may be told. */
export const knownQuality = ({ quality }: ParsedName): string | undefined =>
  quality === "" || quality === "Unknown" ? undefined : quality;
