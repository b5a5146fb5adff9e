import { range } from "./episodes.ts";
import type { Numbering } from "./model.ts";
import { noNumbers } from "./model.ts";

/** Matches an episode number or range: `05`, `05v2`, `12.5`, `01-12`, `01 ~ 12`. */
const NUMBER =
  "(\\d{1,4}(?:\\.5)?)(?:v(\\d))?(?:[ _]?[-~][ _]?(?:\\d{2,3}-(?=\\d{2,3}))?(\\d{2,4})(?:v\\d)?)?(?:[-~]\\d{2,3})?(?:[ _]?(?:END|FINAL))?(?:[ _]?[+&][ _]?(?:OVA|OAD|ONA|SP|Special|Movie)s?)?";
const AFTER =
  "(?=[\\s_.]*$|[ _.]*[-–[({+]|[ _.]+(?:\\d{3,4}[pi]|\\d{3,4}x\\d{3,4}|BD|DVD|WEB|TV|VOSTFR|RAW|MULTi|HEVC|x26[45]|x265|v\\d)(?![\\p{L}])|[ _.]*\\])";
const DASHED = new RegExp(`(?<=\\S[ _.]{0,3})[ _.]*[-–][ _.]+#?${NUMBER}${AFTER}`, "giu");
const GLUED = new RegExp(`(?<=[\\p{L}!])-${NUMBER}(?=\\s*[[({]|\\s*$)`, "giu");
const BRACKETED = /\[(\d{2,4}(?:\.5)?)(?:v(\d))?(?:[-~](\d{2,4}))?(?:[ _]?(?:END|FIN|完|Fin))?\]/giu;
const ROUND = /\((\d{2,3})[-~](\d{2,4})\)/gu;
const BARE = new RegExp(
  `(?<=[\\p{L}\\p{N}!?'):][ _.]+)${NUMBER}(?=[\\s_]*$|[ _.]*[[({]|[ _.]+(?:VOSTFR|RAW|BD|TV)(?![\\p{L}]))`,
  "giu",
);
/** Matches `01 - 119` before brackets, but not `Title 2 - 05`, in which the first number has no leading zero. */
const SPACED_RANGE = /(?<=[\p{L}!?][ _.]+)(0\d{1,2}) [-~] (\d{2,4})(?=[\s_.]*$|[ _.]*[[(])/gu;
const BARE_RANGE = /(?<=[\p{L}!?][ _.]+)(\d{1,3})[ _]?[-~][ _]?(\d{2,4})(?=[\s_.]*$|[ _.]*[[(])/gu;
const NAMED_BEHIND = /(?<=[\p{L}!?'][ _])(\d{2,3})(?:v(\d))?(?=[ _]\p{L}[^[(]{0,80}[[(])/gu;
const SHARP = /(?<![\p{L}\p{N}])#(\d{1,4})(?:v(\d))?(?:-(\d{1,4}))?(?![\p{L}\p{N}])/u;
const ORIENTAL =
  /第?(?<!\d)(\d{1,4})(?:-(\d{1,4}))?\s?[話话集回화](?!\p{N})|第(\d{1,4})(?:-(\d{1,4}))?(?:話|话|集|回|巻)/u;
const CREDITLESS =
  /(?<![\p{L}\p{N}])(?:NC(?:OP|ED)|Creditless[ _](?:Opening|Ending|OP|ED)|PV|CM|Menu|Trailer|Preview)[ _]?(\d{1,2}(?:-\d{1,2})?[a-z]?)?(?:v(\d))?(?![\p{L}\p{N}])/u;
const SPECIAL =
  /(?<![\p{L}\p{N}]|[+&][ _]?)(?:OVA|OAD|OAV|ONA|OVD|SP|Specials?)(?:[ _]?-[ _]|[ _.]*)(?:(\d{1,3})(?:v(\d))?)?(?:-(\d{1,3}))?(?![\p{L}\p{N}])/u;

/** Finds `OVA 1` in the name of a series that is not known to be anime. An OVA is not an episode of a season. */
export const findOva = (text: string, limit: number): Numbering | undefined => {
  const head = text.slice(0, limit);
  return OVA.test(head) ? special(SPECIAL, head, true) : undefined;
};
const OVA = /(?<![\p{L}\p{N}])(?:OVA|OAD|OAV)[ _.]?\d{0,3}(?![\p{L}\p{N}])/u;

/**
 * Finds an absolute episode number. Recap specials are numbered between two episodes. The number of a movie is part of
 * its title.
 */
export function findAbsolute(text: string, limit: number, anime: boolean): Numbering | undefined {
  const head = text.slice(0, limit);
  if (anime && CREDITLESS.test(head)) return special(CREDITLESS, head, false);
  if (anime && SPECIAL.test(head)) {
    const found = special(SPECIAL, head, true);
    if (found) return found;
  }
  const oriental = ORIENTAL.exec(head);
  if (oriental) return absolute(oriental, oriental[1] ?? oriental[3], undefined, oriental[2] ?? oriental[4]);
  const sharp = SHARP.exec(head);
  if (sharp) return absolute(sharp, sharp[1], sharp[2], sharp[3]);
  const order = anime
    ? [SPACED_RANGE, DASHED, BRACKETED, ROUND, BARE_RANGE, GLUED, BARE, NAMED_BEHIND]
    : [DASHED, ROUND, BRACKETED];
  for (const pattern of order) {
    const found = [...head.matchAll(pattern)].filter((match) => plausible(match, pattern, anime, head));
    const match = pattern === DASHED ? found.at(0) : found.at(-1);
    if (!match) continue;
    const ranged = pattern === ROUND || pattern === BARE_RANGE || pattern === SPACED_RANGE;
    return absolute(match, match[1], ranged ? undefined : match[2], ranged ? match[2] : match[3]);
  }
  return undefined;
}

function plausible(match: RegExpExecArray, pattern: RegExp, anime: boolean, head: string): boolean {
  const number = Number(match[1]);
  if (match.index === 0) return false;
  if (!anime && (match[1]?.length ?? 0) < 2) return false;
  if (/(?:Movie|Film|Vol\.?|Volume|Part|Gekijouban)[ _.]*$/iu.test(head.slice(0, match.index))) {
    return false;
  }
  // `Evangelion 2.22` contains a decimal number, unless dots separate the words.
  if (/\d\.$/u.test(head.slice(0, match.index)) && / /u.test(head)) return false;
  const year = number >= 1_900 && number < 2_100;
  return !(year && (pattern !== DASHED || !anime));
}

function absolute(match: RegExpExecArray, first = "", version?: string, last?: string): Numbering {
  const number = Number(first);
  const whole = Number.isInteger(number);
  return {
    ...noNumbers(),
    absolute: whole ? range(number, Number(last ?? 0)) : [number],
    special: !whole,
    start: match.index,
    end: match.index + match[0].length,
    kind: "absolute",
    ...(version ? { version: Number(version) } : {}),
  };
}

/**
 * Finds an OVA, opening or similar extra, and its number. The numbers of OVAs are independent of the episodes. Openings
 * and similar extras have no episode number.
 */
function special(pattern: RegExp, head: string, counted: boolean): Numbering | undefined {
  const match = pattern.exec(head);
  // At the start of a name, only a numbered OVA is accepted: `OVA 1.mkv` in the folder of its show.
  if (!match || (match.index === 0 && !(counted && match[1]))) return undefined;
  let { index: start } = match;
  let end = start + match[0].length;
  const after = /^[ _]*-?[ _]+-?[ _]*(\d{1,3})(?:v(\d))?(?=\s*$|[ _]*[[(-])/u.exec(head.slice(end, end + 16));
  const before = /[ _]-[ _](\d{1,3})(?:v(\d))?[ _]*[-–]?[ _]*$/u.exec(head.slice(Math.max(0, start - 16), start));
  let number = counted ? match[1] : undefined;
  let version = match[2];
  if (counted && !number && after?.[1]) {
    [number, version] = [after[1], after[2]];
    end += after[0].length;
  } else if (counted && !number && before?.[1]) {
    [number, version] = [before[1], before[2]];
    start -= before[0].length;
  }
  return {
    ...noNumbers(),
    absolute: number ? range(Number(number), Number((counted && match[3]) || 0)) : [],
    special: true,
    start,
    end,
    kind: "special",
    ...(version ? { version: Number(version) } : {}),
  };
}
