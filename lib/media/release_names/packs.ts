import { range } from "./episodes.ts";
import type { Numbering } from "./model.ts";
import { noNumbers } from "./model.ts";

const WORDS =
  "Seasons?|(?<=[\\p{L}\\p{N}][ ._-]{1,3})Series(?=[ ._]\\d{1,2}(?!\\d))|Saisons?|Livres?|Staffeln?|Temporadas?|Stagion[ei]|Seizoen(?:en)?|Сезоны?|Sezon|Sæson|Säsong";
const SHORT = /(?<![\p{L}\p{N}])S(\d{1,4})(?:[ ._]?[-~+&][ ._]?S(\d{1,4})|[-~](\d{1,2}))?(?:v(\d))?(?![\p{L}\p{N}])/iu;
const SHORT_SPACED = /(?<![\p{L}\p{N}'])S (\d{2})(?![\p{L}\p{N}])/u;
const DISC = /(?<![\p{L}\p{N}])S(\d{1,2})[ ._-]?(?:D|Disc[ ._]?|DVD[ ._]?)(\d{1,2})(?![\p{L}\p{N}])/iu;
const LIST = /(?<![\p{L}\p{N}])S\d{1,2}(?:[ ._,+&-]{1,3}S\d{1,2}){1,30}(?![\p{L}\p{N}])/iu;
const SPELLED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${WORDS})[ ._:]{0,3}(\\d{1,4})(?:(?:-(?=\\d)|~|[ ._](?:to|bis|à|a|&|and|\\+)[ ._]|[ ._]?[-&+][ ._]?(?:${WORDS})[ ._]?|&|\\+)(?:${WORDS})?[ ._]?(\\d{1,3}))?(?![\\p{L}\\p{N}])`,
  "iu",
);
const ORDINAL =
  /(?<![\p{L}\p{N}])(\d{1,2})(?:st|nd|rd|th|\.?[ªºª]|[eèa]|ère|\.)?[ ._](?:Season|Staffel|Temporada|Saison|Stagione|сезон)(?![\p{L}\p{N}])/iu;
/** Matches French `Saison sept`. */
const FRENCH_NAMES = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"];
const FRENCH = new RegExp(
  `(?<=[\\p{L}\\p{N}][ ._-]{1,3})Saison[ ._](${FRENCH_NAMES.join("|")})(?![\\p{L}\\p{N}])`,
  "iu",
);
const ROMANS = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
/** Matches French `Livre IV`, and seasons with Roman numerals in other languages. */
const ROMAN = new RegExp(
  `(?<=[\\p{L}\\p{N}][ ._-]{1,3})(?:Season|Saison|Livre|Staffel|Temporada|Stagione)[ ._](${
    ROMANS.join("|")
  })(?![\\p{L}\\p{N}])`,
  "iu",
);
const NAMES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:The[ ._])?(?:Complete[ ._])?(${
    ORDINALS.join("|")
  })[ ._](?:Season|Series)|(?:Season|Series)[ ._](${NAMES.join("|")}))(?![\\p{L}\\p{N}])`,
  "iu",
);
/** Matches Spanish `Serie T2`, followed by quality words. */
const TEMPORADA =
  /(?<=[\p{L}\p{N}][ ._-]{1,3})T(\d{1,2})(?=[ ._-]*[[(]|[ ._-]+(?:\d{3,4}p|HDTV|WEB|BluRay|BDRip|DVDRip|Castellano|Completa)(?!\p{L}))/u;
const CHINESE = /第([一二三四五六七八九十]|\d{1,2})季/u;
const CHINESE_DIGITS = "一二三四五六七八九十";
const COMPLETE =
  /(?<![\p{L}\p{N}])(?:The[ ._])?(?:Complete[ ._](?:(?:TV|Animated|Mini)[ ._])?(?:Series|Collection)|Int[eé]grale(?:[ ._]de[ ._]la[ ._]s[eé]rie)?|(?:Die[ ._])?Komplette[ ._]Serie|Serie[ ._]Completa|Complete[ ._]Box[ ._]?Set)(?![\p{L}\p{N}])/iu;
const EPISODE_AFTER =
  /^(?:[ ._]Part[ ._]\d)?\s*[\])]?(?:[\s_]*-[\s_]*|\s+(?=#)|\s*\[|\s*\((?=\d{2,3}[-~]\d{2,4}\))|[ ._]+-?[ ._]*(?=E))(?:EP?|Episode|#)?[ ._]?(\d{1,4}(?:\.5)?)(?:v(\d))?(?:\s?[-~]\s?(\d{2,4}))?(?:v\d)?(?:\s?END)?(?![\p{L}\dpi]|\.\d)[\])]?/iu;

const span = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });

/** Finds one or more seasons, or an episode if an anime number follows. */
export function findSeason(text: string): Numbering | undefined {
  const list = LIST.exec(text);
  if (list && !/^\S+\s?[-~]\s?S?\d+$/iu.test(list[0])) {
    const seasons = [...new Set([...list[0].matchAll(/\d+/g)].map((match) => Number(match[0])))];
    return pack(span(list), seasons);
  }
  const disc = DISC.exec(text);
  if (disc) return { ...pack(span(disc), [Number(disc[1])]), fullSeason: false };
  const short = [SHORT, SHORT_SPACED].map((pattern) => pattern.exec(text)).find((match) => match && isSeason(match));
  const numbered = short ?? ORDINAL.exec(text) ?? SPELLED.exec(text);
  if (numbered) {
    const found = pack(span(numbered), range(Number(numbered[1]), Number(numbered[2] ?? numbered[3] ?? 0)));
    const version = numbered === short ? numbered[4] : undefined;
    return behind(text, version ? { ...found, version: Number(version) } : found);
  }
  const named = NAMED.exec(text);
  if (named && named.index > 0) {
    const season = named[1] ? ORDINALS.indexOf(named[1].toLowerCase()) : NAMES.indexOf(named[2]?.toLowerCase() ?? "");
    return behind(text, pack(span(named), [season + 1]));
  }
  const french = FRENCH.exec(text);
  if (french) return behind(text, pack(span(french), [FRENCH_NAMES.indexOf(french[1]?.toLowerCase() ?? "") + 1]));
  const roman = ROMAN.exec(text);
  if (roman) return behind(text, pack(span(roman), [ROMANS.indexOf(roman[1]?.toLowerCase() ?? "") + 1]));
  const temporada = TEMPORADA.exec(text);
  if (temporada) return pack(span(temporada), [Number(temporada[1])]);
  const chinese = CHINESE.exec(text);
  if (!chinese) return undefined;
  const digit = CHINESE_DIGITS.indexOf(chinese[1] ?? "");
  return behind(text, pack(span(chinese), [digit >= 0 ? digit + 1 : Number(chinese[1])]));
}

/** Returns the position of "Complete Series" directly before `start`, because it is not part of the title. */
export function beforeComplete(text: string, start: number): number {
  const from = Math.max(0, start - LONGEST_COMPLETE);
  const head = text.slice(from, start);
  const match = COMPLETE.exec(head);
  if (!match || from + match.index === 0 || !/^[\s._)\]-]*\(?$/u.test(head.slice(match.index + match[0].length))) {
    return start;
  }
  return from + match.index;
}
/** Number of characters in the longest form of "Complete Series", with the separators after it. */
const LONGEST_COMPLETE = 40;

/** Finds a complete series without season numbers. */
export function findCompleteSeries(text: string): Numbering | undefined {
  const match = COMPLETE.exec(text);
  return match && match.index > 0 ? { ...noNumbers(), ...span(match), fullSeason: true, kind: "pack" } : undefined;
}

const isSeason = (match: RegExpExecArray): boolean => {
  const season = Number(match[1]);
  return season < 100 || (season >= 1_900 && season < 2_100);
};

function pack(place: { start: number; end: number }, seasons: number[]): Numbering {
  const season = seasons[0] ?? 1;
  return { ...noNumbers(), season, seasons, fullSeason: true, special: season === 0, ...place, kind: "pack" };
}

/**
 * Adds the episode in `Title S2 - 05`. The number is relative to the season, although it is written in the style of
 * anime groups.
 */
function behind(text: string, found: Numbering): Numbering {
  const match = EPISODE_AFTER.exec(text.slice(found.end, found.end + 40));
  if (!match || found.seasons.length > 1) return found;
  const first = Number(match[1]);
  const absolute = Number.isInteger(first) ? range(first, Number(match[3] ?? 0)) : [first];
  const end = found.end + match[0].length;
  const version = match[2] ? { version: Number(match[2]) } : {};
  return {
    ...found,
    absolute,
    fullSeason: false,
    special: !Number.isInteger(first),
    end,
    kind: "absolute",
    ...version,
  };
}
