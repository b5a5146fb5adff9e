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

/** What the folder is said to hold, where a name alone could be read in several ways. */
export type NameHint = "movie" | "series" | "anime" | "music";
/** Given by the caller, so that recognition does not depend on the parser of release names. */
export type ParseName = (name: string, hint?: NameHint) => ParsedName;

/** The quality that people may be told. */
export const knownQuality = ({ quality }: ParsedName): string | undefined =>
  quality === "" || quality === "Unknown" ? undefined : quality;
