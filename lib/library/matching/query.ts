import type { SearchQuery } from "../search_model.ts";
import { type Found, IDS, KINDS, NUMBERS, QUALITY, type Rule } from "./query_words.ts";

/** A parsed search text, and a variant from which only unambiguous words were removed. */
export interface ReadQuery {
  query: SearchQuery;
  /** The title including ambiguous words that may be part of it, as in `Scary Movie` or `Charlotte's Web`. */
  full: string;
}

const MAX_CHARACTERS = 500;
const FIRST_YEAR = 1888;
const LAST_YEAR = 2040;

/** Parses a search text. Accepts any text. If it contains letters, there is always a title. Pure. */
export const parseQuery = (raw: string): SearchQuery => readQuery(raw).query;

/** Same as `parseQuery`, but also returns the longer title for a second attempt. */
export function readQuery(raw: string): ReadQuery {
  const text = raw.slice(0, MAX_CHARACTERS).toWellFormed().replace(/[\p{Cc}\ue000]/gu, " ");
  const strict = applyRules(text, false);
  const all = applyRules(text, true);
  const title = all.title || strict.title || text.trim();
  return { query: { raw, title, ...all.found }, full: strict.title || title };
}

const RULES = [...IDS, ...NUMBERS, ...QUALITY, ...KINDS];
const STRONG = RULES.filter((rule) => !rule.weak);
const WEAK = RULES.filter((rule) => rule.weak);

/** Applies the rules. Weak rules match only at the start or end of the title. */
function applyRules(text: string, weak: boolean): { found: Found; title: string } {
  const found: Found = { wants: {} };
  let rest = text;
  for (const rule of STRONG) rest = withRule(rest, rule, found);
  rest = withYear(rest, found);
  // After a match, another word may be at the end, so each rule can match once.
  for (let left = weak ? WEAK.length : 0, before = ""; left > 0 && before !== rest; left--) {
    before = rest;
    for (const rule of WEAK) rest = withRule(rest, rule, found);
  }
  rest = withAbsolute(rest.replace(EMPTY_BRACKETS, GAP), found);
  return { found, title: titleOf(rest, rest !== text) };
}

/** Marker for a removed part. No title contains this character. */
const GAP = "\ue000";
const EMPTY_BRACKETS = /[([{][\s\ue000]*[)\]}]/g;

function withRule(text: string, { pattern, read, weak }: Rule, found: Found): string {
  return text.replace(pattern, (part, ...groups) => {
    const at = groups.findIndex((group) => typeof group === "number");
    const match = Object.assign([part, ...groups.slice(0, at)], { index: Number(groups[at]), input: text });
    if (weak && !atAnEnd(text, match.index, part.length)) return part;
    const result = read(match as RegExpExecArray);
    if (result === undefined) return part;
    const { wants, ...rest } = result;
    Object.assign(found, { ...rest, ...found });
    found.wants = { ...wants, ...found.wants };
    return GAP;
  });
}

/** True if no other words of the title surround it. Inside a title, an ambiguous word belongs to the title. */
function atAnEnd(text: string, start: number, length: number): boolean {
  const behind = text.slice(start + length);
  if (!/[\p{L}\p{N}]/u.test(behind)) return true;
  return !/[\p{L}\p{N}]/u.test(text.slice(0, start)) && !/^\s+(?:of|and|in|for|on|to|from|&)\b|^\s*[:-]/iu.test(behind);
}

/** Extracts an absolute episode number, as in `Frieren - 12`. */
function withAbsolute(text: string, found: Found): string {
  const match = /[\p{L}\p{N}!?)\]][\s\ue000]+[-–][\s]*(\d{1,4})(?:v\d)?[\s\ue000]*$/u.exec(text);
  const [, digits] = match ?? [];
  if (match === null || digits === undefined || isYear(digits) || found.episode !== undefined) return text;
  found.absoluteEpisode = Number(digits);
  found.kind ??= "series";
  // In names with an absolute episode number, the release group is at the start.
  return text.slice(0, match.index + 1).replace(/^\s*\[[^\]]*\](?=\s*[\p{L}\p{N}])/u, GAP) + GAP;
}

/** Extracts the year: a year in brackets, or otherwise the last one that is not the first word. */
function withYear(text: string, found: Found): string {
  const years = [...text.matchAll(/(?<![\p{L}\p{N}])(\d{4})(?![\p{L}\p{N}])/gu)].filter(([, digits = ""]) =>
    isYear(digits)
  );
  const bracketed = years.find(({ index }) =>
    /[([]/.test(text[index - 1] ?? "") && /[)\]]/.test(text[index + 4] ?? "")
  );
  const year = bracketed ?? years.findLast(({ index }) => /[\p{L}\p{N}]/u.test(text.slice(0, index)));
  if (year === undefined) return text;
  found.year = Number(year[1]);
  return `${text.slice(0, year.index)}${GAP}${text.slice(year.index + 4)}`;
}

const isYear = (digits: string): boolean => Number(digits) >= FIRST_YEAR && Number(digits) <= LAST_YEAR;

/**
 * Cleans up the remaining title: removes empty brackets, separators at both ends, and the dots of a pasted file name.
 */
function titleOf(rest: string, wasTaken: boolean): string {
  const dotted = wasTaken && !/\s/.test(rest.trim());
  const text = (dotted ? rest.replace(/[._]+/g, " ") : rest)
    .replace(EMPTY_BRACKETS, " ")
    .replaceAll(GAP, " ")
    .replace(/\s+/g, " ");
  return text.replace(/^[\s,;:|–-]+/u, "").replace(/[\s,;:|–([{-]+$/u, "");
}
