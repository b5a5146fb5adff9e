import { codecFacet, facetText, formatFacet, RESOLUTIONS } from "../../../../db/library/title_facets.ts";

/** The parts of a release name that are needed for recognition. `parseReleaseName` returns at least these. */
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

/** Expected contents of the folder, for ambiguous names. */
export type NameHint = "movie" | "series" | "anime" | "music";
/** Parser of release names, which the caller provides so that recognition does not depend on it. */
export type ParseName = (name: string, hint?: NameHint) => ParsedName;

/** Returns the quality to show to users. */
export const knownQuality = ({ quality }: ParsedName): string | undefined =>
  quality === "" || quality === "Unknown" ? undefined : quality;

/**
 * Returns codec, resolution and range from the name of a video. A name with a resolution but without a range means SDR.
 */
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

/** Returns the facets determined by the extension and quality of a music file. */
export function audioNameFacets(ending: string, quality: string | undefined): string {
  const format = formatFacet(ending.replace(".", "")) ?? formatFacet(quality);
  if (format === undefined) return "";
  const isLossless = LOSSLESS.has(format);
  const isHiRes = isLossless && /24 ?bit/i.test(quality ?? "");
  return facetText([format, isLossless ? "lossless" : "lossy", ...(isHiRes ? ["hires"] : [])]);
}
