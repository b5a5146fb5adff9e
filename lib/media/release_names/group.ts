import { editionOf } from "./words/editions.ts";
import { languagesOf } from "./words/language_tags.ts";
import { resolutionOf } from "./words/quality.ts";
import { word } from "./words/tokens.ts";

/** Matches quality words that look like a group: `WEB-DL`, `DTS-HD`, `Blu-ray`. */
const NOT_A_GROUP =
  /^(?:DL|Rip|HD|HDMA|MA|HRA|ES|X|Ray|Mux|Cap|10bit|8bit|bit|AC3|AC-3|AAC\S*|FLAC|DTS|x26[45]|h26[45]|26[45]|1|2|3|1080[pi]|720p|2160p|480p|576p|Audio|[EM]?Subs?|Dubbed|Lang|Sub|Scene|TV|R|S?SBS|OU|\d{1,2}|Raws?|SUB|DUB|PL|LEK|disc\d?|cd\d|part\d?|pt\d|dvd\d|BD\d\d)$/iu;
const EXCEPTIONS =
  /(?<=[-. _])(D[- ]Z0N3|Blu-bits|DX-TV|FTW-HS|VH-PROD|Fight-BB|E\.N\.D|KRaLiMaRKo|BluDragon|Koten_Gars|DarQ|ZR|ZONEHD|HQMUX|TAoE|QxR|Tigole|YIFY|YTS\.(?:MX|LT|AG|AM)|RARBG|126811)(?=$|[\])\s])/u;
/** Matches the collection that released the encode of another group: `… - WEM) [TAoE]`. */
const COLLECTION = /[ ._]-[ ._][\p{L}\p{N}]{2,20}\) ?\[([\p{L}\p{N}]{2,20})\]$/u;
const LANGUAGE_BEHIND =
  /[ ._](?:English|German|French|Spanish|Italian|Russian|Polish|Dutch|Hindi|Japanese|Korean|Chinese|Multi)$/iu;
const LAST = /-[ _]?([\p{L}\p{N}][\p{L}\p{N}_.@&+!']*|\[[\p{L}\p{N}_.-]+\])$/u;
const BRACKET = /[[({]([^\])}[({]{1,60})[\])}]$/u;
const TAG =
  /^(?:\d{3,4}[pi]|SDTV|PDTV|DSR|DVD-?R|VHS|WEBDL\S*|HDTV-\S+|Lossless|CAM|TS|4K|UHD|HD|SD|HDTV|WEB|WEB-?DL|WEBRip|BD|BDRip|Blu-?Ray|BluRay|DVD|DVDRip|Remux|HEVC|AVC|[xh]\.?26[45]|AV1|XviD|AAC\S*|AC3|E-?AC-?3|DDP?(?:[\d+.]\S*|A)?|DTS\S*|FLAC\S*|Opus|TrueHD|Atmos|MP3|10-?bit|8-?bit|Hi10P?|HDR\S*|DV|SDR|Dual|Dual-?Audio|Audio|Multi\S*|Subs?|Subtitles?|Batch|Complete|END|v\d|Uncensored|\d(?:\.\d)?|\d{1,2}ch|MKV|MP4|AVI|RAW|TV|English|ENG|EN|Eng|JPN|JP|CHS|CHT|GB|BIG5|Dub|Dubbed|Sub|German|French|PROPER|REPACK|IMAX|Extended|Remastered|Unrated|Theatrical|Hybrid|NF|AMZN|CR|DSNP|MA|HD-MA|iTunes|MULTI|V2|BILIBILI|B-Global|Baha|softsubs?|HardSub|1of\d|REAL|INTERNAL|Korean|Japanese|Hindi|Ita|Italian|Spanish|Castellano|Inglés|Extras|Cap\.\d{3,4}|WEB-Rip|S\d\d|S8\d|Q\d\d|x265-10bit|ESub|ESubs|MSubs)$/iu;

/** Returns the word or bracket at the end that is the release group. `from` is the start of the quality words. */
export function groupAtEnd(
  text: string,
  from: number,
  { tagged, dotted }: { tagged: boolean; dotted: boolean },
): string | undefined {
  // If a bracket opens directly before the quality tokens, it is not part of the text before them.
  let tail = text.slice(/[[({]/.test(text[from - 1] ?? "") ? from - 1 : from).trimEnd().replace(/[_.\s]+$/u, "");
  tail = tail.replace(/\s*\[v\d\]$/iu, "");
  const softsubs = /\[Softsubs \(([^)\]]+)\)?\]?$/iu.exec(tail)?.[1];
  if (softsubs) return softsubs.trim();
  const known = EXCEPTIONS.exec(tail)?.[1] ?? COLLECTION.exec(tail)?.[1];
  if (known) return known;
  const bracket = BRACKET.exec(tail);
  if (bracket) {
    const round = tail[bracket.index] === "(";
    const inside = round && !tagged ? undefined : lastUnknownWord(bracket[1] ?? "", tail);
    const before = tail.slice(0, bracket.index).trimEnd();
    // In `-GROUP [tracker]` and `(… Group) [Team]`, returns the encoder instead of the uploader.
    const earlier = afterDash(before, tagged) ?? fromRound(before);
    return earlier ?? inside ?? (tagged ? bracketBefore(text.slice(0, from)) : undefined);
  }
  const shorter = tail.replace(LANGUAGE_BEHIND, "");
  return afterDash(shorter, tagged || (dotted && !/- \S+$/u.test(shorter))) ??
    (tagged ? dotted ? afterOnlySpace(text, shorter) : afterSpacedDash(shorter) : undefined);
}

/** Returns the group after the only space in a name: `…x264.DTS WiKi`. */
function afterOnlySpace(text: string, tail: string): string | undefined {
  const name = /^\S+ (\p{L}[\p{L}\p{N}]{1,20})$/u.exec(tail)?.[1];
  const isTag = name === undefined || NOT_A_GROUP.test(name) || TAG.test(name) || editionOf(name) !== undefined ||
    languagesOf(name).length > 0;
  return isTag || (text.trim().match(/ /gu) ?? []).length > 1 ? undefined : name;
}

/** Returns a name in mixed case in the brackets before the quality: `[KaiDubs] [1080p]`. */
function bracketBefore(head: string): string | undefined {
  const brackets = /(?:\[[^\][]{1,60}\]\s*){1,4}$/u.exec(head.slice(-260).replace(/[[({\s]+$/u, ""))?.[0] ?? "";
  const names = [...brackets.matchAll(/\[(\p{L}[\p{L}\p{N}_-]{2,30})\]/gu)].map((match) => match[1] ?? "");
  return names.find((name) =>
    /\p{Ll}\p{Lu}/u.test(name) && !TAG.test(name) && !NOT_A_GROUP.test(name) && languagesOf(name).length === 0
  );
}

const SPACED_LAST = / - (\p{L}[\p{L}\p{N}.&+!']*(?: [\p{L}\p{N}.&+!']+){1,2})$/u;

/** Returns a group of several words without quality words: `… H.264 - Two Words`. */
function afterSpacedDash(tail: string): string | undefined {
  const name = SPACED_LAST.exec(tail)?.[1];
  if (name === undefined || editionOf(name) !== undefined || languagesOf(name).length > 0) return undefined;
  const [first = "", ...others] = name.split(" ");
  // `DTS - HD Group` is accepted, because HD without MA is not an audio format.
  const isTag = (each: string) => NOT_A_GROUP.test(each) || TAG.test(each) || resolutionOf(each) !== undefined;
  return others.some(isTag) || (isTag(first) && !/^HD$/u.test(first)) ? undefined : name;
}

/** Matches a group directly after the codec, which may contain a dash: `XviD-AlFleNi-TeaM`. */
const DASHED_GROUP = /(?<=[ ._](?:XviD|DivX|[xh]\.?26[45])-)(\p{L}[\p{L}\p{N}]{1,20}-\p{L}[\p{L}\p{N}]{2,20})$/iu;

function afterDash(tail: string, allowed: boolean): string | undefined {
  const whole = allowed ? DASHED_GROUP.exec(tail)?.[1] : undefined;
  if (whole !== undefined) return whole;
  const match = LAST.exec(tail);
  const name = match?.[1]?.replaceAll(/[[\]]/g, "").replace(/[.!']+$/u, "");
  if (!match || !name || !allowed || NOT_A_GROUP.test(name) || resolutionOf(name)) return undefined;
  if (/^WEB.DL/iu.test(tail.slice(match.index - 3)) || /(?:^|[ ._])\d+$/u.test(name)) return undefined;
  // In `DTS-HD.MA.5.1`, the text after the dash belongs to the quality words.
  if (/^(?:HD|MA|X|ES|DL|Ray|HRA|Audio)[ ._]/iu.test(name) || /^(?:\d\.\d|[xh]\.26[45])$/iu.test(name)) {
    return undefined;
  }
  if (/\.(?:\d{3,4}p|[xh]\.?26[45]|\d\.\d|MA|AVC|HEVC|DTS)(?:\.|$)/iu.test(name)) return undefined;
  return name;
}

function fromRound(tail: string): string | undefined {
  const round = /[([]([^()[\]]{1,200})[)\]]$/u.exec(tail);
  return round?.[1] && / /.test(round[1]) && resolutionOf(round[1]) ? lastUnknownWord(round[1], tail) : undefined;
}

/** Returns `Tigole` for `1080p BluRay x265 10bit AAC 7.1 Tigole`, or the whole text if it is a single name. */
function lastUnknownWord(inside: string, tail: string): string | undefined {
  const words = inside.trim().split(/[ _,]+/u);
  const last = words.at(-1) ?? "";
  // `[itz_theo]` is a single name.
  if (/^\p{Ll}{2,20}_\p{Ll}{2,20}$/u.test(inside) && !words.some((each) => TAG.test(each))) return inside;
  if (words.length === 1) {
    if (/^(?:19|20)\d\d$/u.test(last) || TAG.test(last) || /^\d+$/u.test(last) || resolutionOf(last)) return undefined;
    if (/^[\p{Lu}]{2}(?:[-+][\p{Lu}]{2})+$/u.test(last)) return undefined;
    return / |\.|\[|_/.test(tail) && last !== "" && !/[&+/]/.test(last) ? last : undefined;
  }
  if (words.some((each) => resolutionOf(each)) || word("x26[45]|BluRay|WEB-DL|HEVC|BD").test(inside)) {
    const name = last.split(/^-/u).at(-1) ?? last;
    return TAG.test(name) || /^\d/u.test(name) && !/[\p{L}]{2}/u.test(name) ? undefined : name;
  }
  return words.length <= 3 && !words.some((each) => TAG.test(each)) && !/\d{4}/.test(inside) &&
      /(?:Fansub|Subs|Raws|Anime|Team)/iu.test(inside)
    ? inside.trim()
    : undefined;
}
