import { word } from "./tokens.ts";

/**
 * Creates the pattern for an audio codec, which its channels (`DDP5.1`) or a number of tracks (`FLACx2`) may follow
 * directly.
 */
const audio = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?=x?\\d(?:[. ]?\\d)?(?!\\d)|[^\\p{L}\\p{N}]|$)`, "iu");

const VIDEO: [string, RegExp][] = [
  ["x265", word("x[. ]?265(?:-?10bit)?")],
  ["x264", word("x[. ]?264(?:-?10bit)?")],
  ["x264", /HDTVx264/i],
  ["h265", word("h[. ]?265|HEVC(?:10)?")],
  ["h264", word("h[. ]?264|AVC|MVC")],
  ["av1", word("AV1")],
  ["vp9", word("VP9")],
  ["xvid", word("XviD(?:VD)?")],
  ["divx", word("DivX\\d?")],
  ["mpeg2", word("MPEG[-. ]?2")],
  ["vc1", word("VC[-. ]?1")],
];

/** Audio codecs. If two start at the same position, the earlier row takes precedence. */
const AUDIO: [string, RegExp][] = [
  ["TrueHD", audio("True[-. ]?HD")],
  ["DTS-HD HRA", audio("DTS[-. ]?HD[-. ]?HR(?:A)?|DTS[-. ]?HRA?")],
  ["DTS:X", audio("DTS[-: ]?X")],
  ["DTS-HD MA", audio("DTS[-. ]?HD(?:[-. ]?MA)?|DTS[-. ]MA")],
  ["DTS", audio("DTS(?:[-. ]?ES)?")],
  ["E-AC-3 Atmos", audio("DDPA|DDP[-. ]?Atmos")],
  ["E-AC-3", audio("DDP|DD\\+|E[-. ]?AC[-. ]?3|Dolby[. ]Digital[. ]Plus")],
  ["AC-3", audio("DD|AC[-. ]?3D?|Dolby[. ]Digital")],
  ["AAC", audio("(?:HE-?|x)?AAC(?:-LC)?")],
  ["FLAC", audio("FLAC")],
  ["LPCM", audio("L?PCM")],
  ["Opus", audio("Opus")],
  ["MP3", audio("MP3")],
  ["Vorbis", audio("Vorbis|OGG")],
];
const ATMOS = word("Atmos");

const CHANNELS = /(?<!\d)(?<!(?<!AC)\d\.)([1-9])[. ]([01])(?:\.\d)?(?![\dpi])(?:ch)?(?![\p{L}])/iu;
const COUNTED: Record<string, string> = { "1": "1.0", "2": "2.0", "6": "5.1", "8": "7.1" };
const HDR: [string, RegExp][] = [
  ["DV", word("DV|DoVi|Dolby[-. ]?Vision|DVHDR(?:10)?(?:\\+|P(?:lus)?)?|DV\\d?P?\\d?")],
  ["HDR10+", /(?<![\p{L}\p{N}])(?:DV)?HDR10(?:\+|P(?:lus)?(?![\p{L}\p{N}]))/iu],
  ["HDR10", /(?<![\p{L}\p{N}])(?:DV)?HDR10(?![\p{L}\p{N}+])/iu],
  ["HDR", word("(?:DV)?HDR")],
  ["HLG", word("HLG")],
  ["PQ", word("PQ", "u")],
  ["SDR", word("SDR")],
];

/** Returns the video codec. If a name has both encoder and format, the encoder is used: `x265 HEVC` is x265. */
export const videoCodec = (tags: string): string | undefined => VIDEO.find(([, words]) => words.test(tags))?.[0];

/**
 * Returns the first audio codec. Atmos is combined with its codec, or with the usual codec of the source if there is
 * none.
 */
export function audioCodec(tags: string, fromDisc: boolean): string | undefined {
  let first: { name: string; at: number } | undefined;
  for (const [name, words] of AUDIO) {
    const at = tags.search(words);
    if (at >= 0 && (!first || at < first.at)) first = { name, at };
  }
  if (!ATMOS.test(tags)) return first?.name;
  if (!first) return fromDisc ? "TrueHD Atmos" : "E-AC-3 Atmos";
  return first.name === "TrueHD" || first.name === "E-AC-3" ? `${first.name} Atmos` : first.name;
}

/** Returns `5.1` for `DD5 1`, `DDP51` and `6CH`. */
export function audioChannels(tags: string): string | undefined {
  const counted = word("([1268])[- ]?ch").exec(tags)?.[1];
  const spelled = CHANNELS.exec(tags);
  if (spelled) return `${spelled[1]}.${spelled[2]}`;
  if (counted) return COUNTED[counted];
  const joined = word("(?:DDP?|AAC|AC3|DTS|EAC3)([257])([01])").exec(tags);
  if (joined) return `${joined[1]}.${joined[2]}`;
  return word("Mono").test(tags) ? "1.0" : undefined;
}

/** Returns all HDR formats in a name, for example `DV` and `HDR10`. Empty if there are none. */
export const dynamicRange = (tags: string): string[] =>
  HDR.filter(([, words]) => words.test(tags)).map(([name]) => name);

/** Returns 8, 10 or 12 if the name contains the bit depth. Undefined otherwise, which does not always mean 8. */
export function bitDepth(tags: string): number | undefined {
  const bits = word("(8|10|12)[-. ]?bits?|(8|10|12)b").exec(tags);
  if (bits) return Number(bits[1] ?? bits[2]);
  const joined = /26[45]-?(8|10|12)bit|HEVC(10)(?!\d)/iu.exec(tags);
  if (joined) return Number(joined[1] ?? joined[2]);
  return word("Hi10P?|Hi422P?|Hi444PP?|Ma10p|Ma444-10p").test(tags) ? 10 : undefined;
}
