/** Finds the end of the title, the episode title, and the start of the quality words. */
import { isLanguageTag } from "./language_tags.ts";
import { wordsOf } from "./tokens.ts";

/** Words that occur only as quality words, at any position after the first word. */
const STRONG = new RegExp(
  "(?<![0-9])(?:2160|1440|1080|720|576|540|480|360)[pi](?:\\d\\d)?(?![a-z0-9])|(?<![\\p{L}\\p{N}])(?:" +
    "(?:19[0-9]{2}|1280|3840|640|720|848|852|854|960|1024|1440|4096)[x*×]\\d{3,4}|\\d{3,4}x(?:2160|1080|720|576|480)|" +
    "(?:UHD|BD|DVD)?[-_. ]?Remux|(?:M|UHD)?Blu[-_. ]?Ray(?:\\d{3,4}p)?|BD[-_. ]?Rip|BR[-_. ]?Rip|BD(?:25|50|66|100)|BDISO|BDMV|BDMux|" +
    "WEB[-_. ]?(?:DL|Rip|Mux|Cap|HD)(?:Rip|Mux)?|U?HDTV(?:Rip)?|SDTV|PDTV|DSR(?:ip)?|SAT[-_. ]?Rip|DVB[-_. ]?Rip|TV[-_. ]?Rip|" +
    "HD[-_. ]?Rip|(?:Pre)?DVD[-_. ]?(?:Rip|R|SCR|SCREENER|5|9)|XviDVD|HD[-_. ]?DVD|HDCAM|CAMRip|HDTS|HDTC|TELESYNC|TELECINE|WORKPRINT|" +
    "iTunesHD|NetflixU?HD|[xh][. _]?26[45]|HDTVx264|HEVC|AVC|VC-1|MPEG-?2|XviD|DivX|(?:8|10|12)[-_. ]?bits?|Hi10P?|" +
    "DTS[-_. ]?HD|True[-]?HD|DDP?\\+?[257][. ]?[01]|AAC[257][. ][01]|E-?AC-?3|DUBBED|Ma(?:10|444-10)p|iNTERNAL(?=[-_. ]))(?![\\p{L}\\p{N}])",
  "giu",
);
/** Words that are quality words only after a number or year, and in the case in which releases use them. */
const SOFT =
  /(?<![\p{L}\p{N}])(?:WEB|BD|DVD|HDR(?:10)?|DV|DTS|AAC|AC3|DDP|FLAC|UHD|4K|CAM|HQCAM|TS|TC|R5|SCR|NTSC|PAL|AV1|VP9|SD[ .]?TV|HD[ .]TV|Atmos|Opus|RAW|COMPLETE|BDRip)(?![\p{L}\p{N}])(?!['’]|[ ._](?:in|of|and|the|to|a|is|for|on)[ ._])/gu;
const FLAGS =
  "PROPER|Proper|REPACK\\d?|Repack|RERIP|REAL|READ\\.?NFO|iNTERNAL|INTERNAL|Internal|LIMITED|Limited|LiMiTED|COMPLETE|Complete|DUAL|Dual|DL|ML|" +
  "SUBBED|Subbed|DUBBED|Dubbed|SUBPACK|HC|WS|FS|HR|HQ|CC|LD|MD|LINE|CONVERT|v\\d|RARBG|USA|UK(?!$)|NORDiC";
const EDITIONS =
  "HYBRID|Hybrid|RESTORED|UNCENSORED|EXTENDED|Extended|UNCUT|Uncut|UNRATED|Unrated|REMASTERED|Remastered|THEATRICAL|DIRECTORS|CUT|EDITION";
const SERVICES =
  "AMZN|NF|DSNP|DSNY|HMAX|MAX|A[Tt][Vv]P?|HULU|PCOK|PMTP|STAN|CR|iP|iT|RED|BCORE|MA|CRAV|NOW|SHO|STRP|FUNI|HIDI|ITV|ALL4|CBS|ROKU|TUBI|VRV|VIU";
const VIDEO_TAG = "DV|DoVi|HDR(?:10)?\\+?(?:Plus)?|HLG|SDR|WEB|BD|UHD|4K|3D|HSBS|HOU|SBS|NTSC|PAL|10bit";
const AUDIO = "TrueHD|Atmos|DTS|HD|FLAC|AAC|AC3D?|E?AC3|DDP|DD\\+?|L?PCM|MP3|Opus|AUDIO|Audio|\\d\\.\\d|[0-257]";
/** Quality words that may precede the first strong word: flags, services, video and audio. */
const WEAK = new RegExp(`^(?:${[FLAGS, EDITIONS, SERVICES, VIDEO_TAG, AUDIO].join("|")})$`, "u");

/** Flags that may precede a year or number at the end of a title. */
export const TITLE_FLAGS =
  /^(?:PROPER|REPACK|RERIP|iNTERNAL|INTERNAL|LIMITED|LiMiTED|SUBBED|DUBBED|COMPLETE|UNCENSORED|READNFO|MULTi|DUAL)$/u;
/** Matches `7.1`, whose `1` has already been recognised as a quality word. */
const CHANNELS = /^[257]\.[01](?![\p{L}\p{N}])/u;
const AUDIO_WORD = /^(?:DDP?|DD\+|E?AC3|AAC|DTS|MA|HD|FLAC|TrueHD|Atmos|LPCM|PCM|Opus|[257])$/u;

/** Position of a quality word in the text. `end` is exclusive. */
export interface Strong {
  start: number;
  end: number;
}

/** Finds the first quality word after `from`. With `anchored`, words that need context are included too. */
export function firstStrong(text: string, from: number, anchored: boolean): Strong | undefined {
  const places: Strong[] = [];
  for (const pattern of anchored ? [STRONG, SOFT] : [STRONG]) {
    pattern.lastIndex = Math.max(0, from);
    const match = pattern.exec(text);
    pattern.lastIndex = 0;
    if (match) places.push({ start: match.index, end: match.index + match[0].length });
  }
  return places.sort((a, b) => a.start - b.start)[0];
}

/** Returns `start`, moved back over the flags and languages directly before it, but not beyond `anchor`. */
export function widened(text: string, start: number, anchor: number, flags = WEAK): number {
  const before = wordsOf(text.slice(0, start)).filter((each) => each.start >= anchor);
  let from = start;
  for (let at = before.length - 1; at >= 0; at--) {
    const current = before[at];
    if (!current) break;
    const previous = before[at - 1]?.text;
    const isAudio = AUDIO_WORD.test(previous ?? "") || (anchor > 0 && CHANNELS.test(text.slice(current.start)));
    const weak = (/^\d$/.test(current.text) ? flags === WEAK && isAudio : flags.test(current.text)) &&
      !(at === 0 && anchor === 0);
    const repaired = /^Real$/u.test(current.text) && /^(?:Proper|Repack)$/u.test(before[at + 1]?.text ?? "");
    const language = isLanguageTag(current.text, previous) && !(at === 0 && anchor === 0);
    if (!weak && !repaired && !language) break;
    from = current.start;
  }
  return from;
}

/** Series with a title that ends in a future year. They cannot be distinguished from `Doctor.Who.2005` by a rule. */
const NAMED_YEAR = /^(?:Sealab[ ._]2021|Space[ ._]1999|SeaQuest[ ._]2032)(?!\p{N})/iu;
const FIRST_MOVIE_YEAR = 1_888;
const LAST_YEAR = 2_040;

/** A four-digit year and its position in the text, without brackets. */
export interface Year extends Strong {
  value: number;
}

/**
 * Finds the release year: a year in brackets, or otherwise the last one before `limit` that is not the whole title. A
 * year after quality words is used only if there is none before them.
 */
export function findYear(text: string, limit: number): Year | undefined {
  const all: (Year & { bracketed: boolean })[] = [];
  const named = NAMED_YEAR.exec(text)?.[0].length ?? 0;
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])(\d{4})(?:[-–](?:\d{4})?(?=\)))?(?![\p{L}\p{N}])(?![x*]\d)/gu)) {
    const value = Number(match[1]);
    const bracketed = /[([]/.test(text[match.index - 1] ?? "") &&
      /[)\]]/.test(text[match.index + match[0].length] ?? "");
    if (value < FIRST_MOVIE_YEAR || value > LAST_YEAR || (value < 1_900 && !bracketed) || match.index < named) continue;
    all.push({ value, start: match.index, end: match.index + match[0].length, bracketed });
  }
  const titled = all.filter((year) => year.bracketed || /[\p{L}\p{N}]/u.test(text.slice(0, year.start)));
  const before = titled.filter((year) => year.start < limit);
  return before.findLast((year) => year.bracketed) ?? before.at(-1) ?? titled.find((year) => year.start >= limit);
}
