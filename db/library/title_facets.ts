/** Facets of titles: words such as a codec or a resolution, by which lists of titles can be filtered. */

/** Filter values for video codecs, spelled as stored. */
export const CODECS = ["hevc", "h264", "av1", "vc1", "mpeg2", "mpeg4", "vp9"] as const;
/**
 * Filter values for the resolution. It is determined by the width of the video, so that letterboxed movies are treated
 * as their original resolution.
 */
export const RESOLUTIONS = ["2160p", "1080p", "720p", "sd"] as const;
/** Filter values for the dynamic range. `hdr` is any high dynamic range, `dv` is Dolby Vision only. */
export const RANGES = ["hdr", "dv", "sdr"] as const;
/** Filter values for the format of music files. */
export const AUDIO_FORMATS = [
  ...["flac", "alac", "wav", "ape", "wavpack", "dsd"] as const,
  ...["mp3", "aac", "opus", "vorbis", "wma"] as const,
] as const;
/** Filter values for the audio quality. `hires` is lossless with more than 16 bits or 48 kHz. */
export const SOUNDS = ["lossless", "lossy", "hires"] as const;

/** Prefix of language facets. */
export const LANGUAGE = "lang:";

/** Returns the facet of a language. A name with several words becomes one facet. */
export const languageFacet = (name: string): string =>
  `${LANGUAGE}${name.trim().toLowerCase().replaceAll(/\s+/g, "-")}`;

/**
 * Joins facets for storage. Each facet occurs once, with a space before and after it. Returns an empty string if there
 * are no facets.
 */
export function facetText(words: Iterable<string>): string {
  const all = [...new Set(words)].sort();
  return all.length === 0 ? "" : ` ${all.join(" ")} `;
}

/** Names of codecs, as used by standards, encoders or MediaInfo. */
const CODEC_NAMES: readonly [(typeof CODECS)[number], RegExp][] = [
  ["hevc", /hevc|265/i],
  ["h264", /avc|264/i],
  ["av1", /av1/i],
  ["vc1", /vc-?1/i],
  ["mpeg2", /mpeg-?2/i],
  ["vp9", /vp9/i],
  ["mpeg4", /mpeg-?4|xvid|divx/i],
];

/** Returns the facet of a video codec. Accepts all common names of the codec. */
export const codecFacet = (name: string | undefined): (typeof CODECS)[number] | undefined =>
  CODEC_NAMES.find(([, pattern]) => pattern.test(name ?? ""))?.[0];

const FORMAT_NAMES: readonly [(typeof AUDIO_FORMATS)[number], RegExp][] = [
  ["flac", /flac/i],
  ["alac", /alac|apple lossless/i],
  ["wavpack", /wavpack|\bwv\b/i],
  ["ape", /\bape\b|monkey/i],
  ["dsd", /\bds[df]\b|\bdff\b/i],
  ["wav", /\bwave?\b|pcm|aiff?/i],
  ["opus", /opus/i],
  ["vorbis", /vorbis|\bogg\b/i],
  ["wma", /wma|windows media/i],
  ["mp3", /mp3|mpeg audio|\bmpga\b/i],
  ["aac", /aac|\bm4a\b/i],
];

/** Returns the facet of an audio format by its codec, quality or file extension. */
export const formatFacet = (name: string | undefined): (typeof AUDIO_FORMATS)[number] | undefined =>
  FORMAT_NAMES.find(([, pattern]) => pattern.test(name ?? ""))?.[0];
