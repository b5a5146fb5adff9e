import { CODECS, languageFacet, RESOLUTIONS } from "../../../../db/library/title_facets.ts";
import type { MediaFile } from "../model.ts";

/** What the files of a title are found by beside its name: codec, resolution, range and languages. Pure. */

/** How managers name codecs: by standard, by encoder, or as MediaInfo does. */
const CODEC_NAMES: readonly [(typeof CODECS)[number], RegExp][] = [
  ["hevc", /hevc|265/i],
  ["h264", /avc|264/i],
  ["av1", /av1/i],
  ["vc1", /vc-?1/i],
  ["mpeg2", /mpeg-?2/i],
  ["vp9", /vp9/i],
  ["mpeg4", /mpeg-?4|xvid|divx/i],
];

/** The words of all files of a title, each between two spaces; empty without files. */
export function facetsOf(files: readonly MediaFile[]): string {
  const words = new Set(files.flatMap(wordsOf));
  return words.size === 0 ? "" : ` ${[...words].sort().join(" ")} `;
}

function wordsOf({ videoCodec, resolution, quality, hdr, languages }: MediaFile): string[] {
  const codec = CODEC_NAMES.find(([, pattern]) => pattern.test(videoCodec ?? ""))?.[0];
  const height = resolutionOf(resolution) ?? RESOLUTIONS.find((one) => quality.includes(one));
  const range = hdr === undefined ? ["sdr"] : /\bDV\b|dolby/i.test(hdr) ? ["hdr", "dv"] : ["hdr"];
  return [...(codec ? [codec] : []), ...(height ? [height] : []), ...range, ...languages.map(languageFacet)];
}

/** `1920x800` as `1080p`. */
function resolutionOf(size: string | undefined): (typeof RESOLUTIONS)[number] | undefined {
  const [width = 0, height = 0] = (size ?? "").split("x").map(Number);
  if (!(width > 0)) return undefined;
  if (width >= 2600 || height >= 1500) return "2160p";
  if (width >= 1600 || height >= 1000) return "1080p";
  return width >= 1100 || height >= 700 ? "720p" : "sd";
}
