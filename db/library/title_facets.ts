/** Words for filtering titles, in addition to their names. */

/** Filter values, spelled as stored. */
export const CODECS = ["hevc", "h264", "av1", "vc1", "mpeg2", "mpeg4", "vp9"] as const;
/** By the width of the video, so that letterboxed movies count as their original resolution. */
export const RESOLUTIONS = ["2160p", "1080p", "720p", "sd"] as const;
/** `hdr` is any high dynamic range, `dv` is Dolby Vision only. */
export const RANGES = ["hdr", "dv", "sdr"] as const;
/** Kinds of music files. */
export const AUDIO_FORMATS = [
  ...["flac", "alac", "wav", "ape", "wavpack", "dsd"] as const,
  ...["mp3", "aac", "opus", "vorbis", "wma"] as const,
] as const;
/** `hires` is lossless with more than 16 bits or 48 kHz. */
export const SOUNDS = ["lossless", "lossy", "hires"] as const;

/** Prefix of language facets. */
export const LANGUAGE = "lang:";

/** Returns the facet of a language. Names with several words become one facet. */
export const languageFacet = (name: string): string =>
  `${LANGUAGE}${name.trim().toLowerCase().replaceAll(/\s+/g, "-")}`;

/** Joins facets for storage, each once and between two spaces. Empty without facets. */
export function facetText(words: Iterable<string>): string {
  const all = [...new Set(words)].sort();
  return all.length === 0 ? "" : ` ${all.join(" ")} `;
}

/** Names of codecs: by standard, by encoder, or as in MediaInfo. */
const CODEC_NAMES: readonly [(typeof CODECS)[number], RegExp][] = [
  ["hevc", /hevc|265/i],
  ["h264", /avc|264/i],
  ["av1", /av1/i],
  ["vc1", /vc-?1/i],
  ["mpeg2", /mpeg-?2/i],
  ["vp9", /vp9/i],
  ["mpeg4", /mpeg-?4|xvid|divx/i],
];

/** Returns the facet of a video codec, however it is named. */
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
