import { codecFacet, facetText, languageFacet, RESOLUTIONS } from "../../../../db/library/title_facets.ts";
import type { MediaFile } from "../../video_model.ts";

/** Search facets of a title's files: codec, resolution, range and languages. Pure. */

/** Facets of all files of a title, each between two spaces. Empty without files. */
export const facetsOf = (files: readonly MediaFile[]): string => facetText(files.flatMap(wordsOf));

function wordsOf({ videoCodec, resolution, quality, hdr, languages }: MediaFile): string[] {
  const codec = codecFacet(videoCodec);
  const height = resolutionOf(resolution) ?? RESOLUTIONS.find((one) => quality.includes(one));
  const range = hdr === undefined ? ["sdr"] : /\bDV\b|dolby/i.test(hdr) ? ["hdr", "dv"] : ["hdr"];
  return [...(codec ? [codec] : []), ...(height ? [height] : []), ...range, ...languages.map(languageFacet)];
}

/** Converts `1920x800` to `1080p`. */
function resolutionOf(size: string | undefined): (typeof RESOLUTIONS)[number] | undefined {
  const [width = 0, height = 0] = (size ?? "").split("x").map(Number);
  if (!(width > 0)) return undefined;
  if (width >= 2600 || height >= 1500) return "2160p";
  if (width >= 1600 || height >= 1000) return "1080p";
  return width >= 1100 || height >= 700 ? "720p" : "sd";
}
