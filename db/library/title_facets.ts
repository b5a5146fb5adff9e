/** The words that titles are narrowed by beside their names. */

/** What a list can be narrowed to; spelled as they are stored. */
export const CODECS = ["hevc", "h264", "av1", "vc1", "mpeg2", "mpeg4", "vp9"] as const;
/** By the width of the picture, so that letterboxed films count as what they were cut from. */
export const RESOLUTIONS = ["2160p", "1080p", "720p", "sd"] as const;
/** `hdr` is any high dynamic range, `dv` Dolby Vision alone. */
export const RANGES = ["hdr", "dv", "sdr"] as const;

/** What the word of a language begins with. */
export const LANGUAGE = "lang:";

/** The word by which a language is found; languages of several words stay one. */
export const languageFacet = (name: string): string =>
  `${LANGUAGE}${name.trim().toLowerCase().replaceAll(/\s+/g, "-")}`;
