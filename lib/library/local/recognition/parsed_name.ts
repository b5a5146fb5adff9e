import { codecFacet, facetText, formatFacet, RESOLUTIONS } from "../../../../db/library/title_facets.ts";

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
  videoCodec?: string;
  hdr?: string[];
}

/** What the folder is said to hold, where a name alone could be read in several ways. */
export type NameHint = "movie" | "series" | "anime" | "music";
/** Given by the caller, so that recognition does not depend on the parser of release names. */
export type ParseName = (name: string, hint?: NameHint) => ParsedName;

/** The quality that people may be told. */
export const knownQuality = ({ quality }: ParsedName): string | undefined =>
  quality === "" || quality === "Unknown" ? undefined : quality;

/** What the name of a video tells of codec, resolution and range; a name that tells a resolution and no range is SDR. */
export function videoNameFacets({ videoCodec, resolution, hdr = [] }: ParsedName): string {
  const codec = codecFacet(videoCodec);
  const lines = Number.parseInt(resolution ?? "", 10);
  const size = lines > 0
    ? RESOLUTIONS.find((one) => one === resolution) ?? (lines < 720 ? "sd" : undefined)
    : undefined;
  const range = hdr.length > 0 ? ["hdr", ...(hdr.includes("DV") ? ["dv"] : [])] : lines > 0 ? ["sdr"] : [];
  return facetText([...(codec ? [codec] : []), ...(size ? [size] : []), ...range]);
}

const LOSSLESS = new Set(["flac", "alac", "wav", "ape", "wavpack", "dsd"]);

/** What the ending and the quality of a music file tell. */
export function soundNameFacets(ending: string, quality: string | undefined): string {
  const format = formatFacet(ending.replace(".", "")) ?? formatFacet(quality);
  if (format === undefined) return "";
  const isLossless = LOSSLESS.has(format);
  const isHiRes = isLossless && /24 ?bit/i.test(quality ?? "");
  return facetText([format, isLossless ? "lossless" : "lossy", ...(isHiRes ? ["hires"] : [])]);
}
