import type { SearchQuery } from "./model.ts";
import { type Found, IDS, KINDS, NUMBERS, QUALITY, type Rule } from "./query_words.ts";

/** What a text asks for, and its words with only the unmistakable taken out. */
export interface ReadQuery {
  query: SearchQuery;
  /** As the title, with words that titles use too: `Scary Movie`, `Charlotte's Web`. */
  full: string;
}

const MAX_CHARACTERS = 500;
const FIRST_YEAR = 1888;
const LAST_YEAR = 2040;

/** Takes a search apart. Pure; any text is answered, and one with letters always keeps a title. */
export const parseQuery = (raw: string): SearchQuery => readQuery(raw).query;

/** As `parseQuery`, with the fuller text that a second look may need. */
export function readQuery(raw: string): ReadQuery {
  const text = raw.slice(0, MAX_CHARACTERS).toWellFormed().replace(/[\p{Cc}\ue000]/gu, " ");
  const strict = taken(text, false);
  const all = taken(text, true);
  const title = all.title || strict.title || text.trim();
  return { query: { raw, title, ...all.found }, full: strict.title || title };
}

const RULES = [...IDS, ...NUMBERS, ...QUALITY, ...KINDS];
const STRONG = RULES.filter((rule) => !rule.weak);
const WEAK = RULES.filter((rule) => rule.weak);

/** Goes through the rules; weak ones take their words only where they stand at an end. */
function taken(text: string, weak: boolean): { found: Found; title: string } {
  const found: Found = { wants: {} };
  let rest = text;
  for (const rule of STRONG) rest = withRule(rest, rule, found);
  rest = withYear(rest, found);
  // What one of them takes uncovers the next: each can have its turn once.
  for (let left = weak ? WEAK.length : 0, before = ""; left > 0 && before !== rest; left--) {
    before = rest;
    for (const rule of WEAK) rest = withRule(rest, rule, found);
  }
  rest = withAbsolute(rest.replace(EMPTY_BRACKETS, GAP), found);
  return { found, title: titleOf(rest, rest !== text) };
}

/** A gap that no title holds: what stood there was understood. */
const GAP = "\ue000";
const EMPTY_BRACKETS = /[([{][\s\ue000]*[)\]}]/g;

function withRule(text: string, { pattern, read, weak }: Rule, found: Found): string {
  return text.replace(pattern, (part, ...groups) => {
    const at = groups.findIndex((group) => typeof group === "number");
    const match = Object.assign([part, ...groups.slice(0, at)], { index: Number(groups[at]), input: text });
    if (weak && !atAnEnd(text, match.index, part.length)) return part;
    const said = read(match as RegExpExecArray);
    if (said === undefined) return part;
    const { wants, ...rest } = said;
    Object.assign(found, { ...rest, ...found });
    found.wants = { ...wants, ...found.wants };
    return GAP;
  });
}

/** Whether no title word stands before it, or none behind it: inside a title such a word belongs to it. */
function atAnEnd(text: string, start: number, length: number): boolean {
  const behind = text.slice(start + length);
  if (!/[\p{L}\p{N}]/u.test(behind)) return true;
  return !/[\p{L}\p{N}]/u.test(text.slice(0, start)) && !/^\s+(?:of|and|in|for|on|to|from|&)\b|^\s*[:-]/iu.test(behind);
}

/** `Frieren - 12`: the number of an episode counted through all seasons. */
function withAbsolute(text: string, found: Found): string {
  const match = /[\p{L}\p{N}!?)\]][\s\ue000]+[-–][\s]*(\d{1,4})(?:v\d)?[\s\ue000]*$/u.exec(text);
  const [, digits] = match ?? [];
  if (match === null || digits === undefined || isYear(digits) || found.episode !== undefined) return text;
  found.absoluteEpisode = Number(digits);
  found.kind ??= "series";
  // Who made the release stands in front of such names.
  return text.slice(0, match.index + 1).replace(/^\s*\[[^\]]*\](?=\s*[\p{L}\p{N}])/u, GAP) + GAP;
}

/** The year: in brackets, else the last one that is not the first word. */
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

/** What is left as a title: no empty brackets, no separators at its ends, no dots of a pasted name. */
function titleOf(rest: string, wasTaken: boolean): string {
  const dotted = wasTaken && !/\s/.test(rest.trim());
  const text = (dotted ? rest.replace(/[._]+/g, " ") : rest)
    .replace(EMPTY_BRACKETS, " ")
    .replaceAll(GAP, " ")
    .replace(/\s+/g, " ");
  return text.replace(/^[\s,;:|–-]+/u, "").replace(/[\s,;:|–([{-]+$/u, "");
}
