/** Formats titles for display: separators become spaces, and the original punctuation is kept. */

const AKA = /(?<=\S)(?:[\s._]+\(?|\()a\.?k\.?a\.?[\s._]+(?=\S)/iu;

/** True if dots and underscores are used instead of spaces in this text. */
export function isDotted(text: string): boolean {
  const trimmed = text.trim();
  if (/_/.test(trimmed) && !/ /.test(trimmed)) return true;
  const joints = (trimmed.match(/[^\s.]\.(?=[^\s.])/gu) ?? []).length;
  const spaces = (trimmed.match(/ /gu) ?? []).length;
  return joints > 0 && joints > spaces;
}

/**
 * Matches `2.0`, `3.0+1.0` and `2.0.1`, which are decimals even if dots separate words. Other numbers with a dot are
 * two words.
 */
const DECIMAL =
  /(?<![\p{L}\p{N}]|\d\.)(?:\d{1,2}(?:\.\d{1,2}){2}|\d{1,2}\.0(?:\+\d\.\d{1,2})?)(?![\p{L}\p{N}]|\.\d{1,2}(?!\d))/gu;
/** Matches `Evangelion_1.11_You_Are`. If underscores separate words, a dot between digits is part of the number. */
const BETWEEN_UNDERSCORES = /(?<![\p{L}\p{N}.])\d{1,2}\.\d{1,2}(?![\p{L}\p{N}.])/gu;
/** Placeholder for the dot in a number while dots are replaced with spaces. It occurs in no name. */
const DECIMAL_DOT = "\ue001";

/** Converts `The.Man.from.U.N.C.L.E` to `The Man from U.N.C.L.E.`. */
export function spaced(text: string): string {
  const plain = text.replaceAll("_", " ");
  if (!isDotted(text)) return tidy(plain);
  const ellipsis = /^\s*\.{2,}(?=\p{L})/u.exec(plain)?.[0].trim() ?? "";
  const words = plain.slice(ellipsis ? plain.indexOf(ellipsis) + ellipsis.length : 0)
    .replace(/_/.test(text) ? BETWEEN_UNDERSCORES : DECIMAL, (number) => number.replaceAll(".", DECIMAL_DOT)).split(
      /[.\s]+/u,
    ).filter((each) => each !== "");
  const parts: string[] = [];
  for (let at = 0; at < words.length;) {
    let stop = at;
    while (stop < words.length && /^\p{Lu}$/u.test(words[stop] ?? "")) stop++;
    if (stop - at >= 2) parts.push(`${words.slice(at, stop).join(".")}.`);
    else parts.push(words[at] ?? "");
    at = stop - at >= 2 ? stop : at + 1;
  }
  return tidy(ellipsis + parts.join(" ").replaceAll(DECIMAL_DOT, "."), /\p{Lu}\.\p{Lu}\.$/u.test(parts.join(" ")));
}

/** Removes separators at both ends, and brackets without a counterpart. */
function tidy(text: string, acronym = endsInSpacedDot(text)): string {
  let short = text.replaceAll(/\s+/gu, " ").replace(/^[\s\-–_,;:|~+)\]}]+/u, "").replace(/[\s\-–_,;:|~+([{]+$/u, "");
  if (/^\.(?!\.)|^\.{2,}(?![\p{L}.])/u.test(short)) short = short.replace(/^[\s.]+/u, "");
  if (!acronym && !/\p{L}\.{3}$/u.test(short)) short = short.replace(/[\s.]+$/u, "");
  short = short.replaceAll(/\[\s*\]|\(\s*\)|\{\s*\}/gu, " ").replaceAll(/\s+/gu, " ");
  for (const [open, close] of [["(", ")"], ["[", "]"]] as const) {
    const last = short.lastIndexOf(open);
    if (last >= 0 && short.indexOf(close, last) < 0) short = short.slice(0, last) + short.slice(last + 1);
    else if (short.endsWith(close) && last < 0) short = short.slice(0, -1);
  }
  return short.trim().replace(/[\s\-–_,;:|]+$/u, "");
}

/** True for `Monsters, Inc.`: a dot in a name with spaces is part of the name. */
function endsInSpacedDot(text: string): boolean {
  const core = text.replaceAll(/^[\s\-–_[\](){}]+|[\s\-–([{]+$/gu, "");
  return / /.test(core) && /[\s([{]$/u.test(text) && /(?<!\.)[\p{L}!?]\.$/u.test(core);
}

/**
 * Returns the title in a text. If the text contains two titles of the same work, returns the first one, or with `latin`
 * the first one in Latin script.
 */
export function titleOf(text: string, { latin = false } = {}): string {
  const aka = AKA.exec(text);
  const names = withoutSecondName(aka ? text.slice(0, aka.index) : text).split(/(?<=\S\s*) [/|] /u);
  return spaced((latin ? names.find((name) => /\p{Script=Latin}/u.test(name)) : undefined) ?? names[0] ?? "");
}

const BEHIND_DASH = /(?<=\S) - ([^\p{Script=Latin}()]{2,120})[ .([]{0,3}$/u;
const IN_BRACKETS = /(?<=\S)[ .]?\(([^()]{2,120})\)[ .]*$/u;

/** Removes a title in another script in brackets at the end: `Жара (Heat)`. */
function withoutSecondName(text: string): string {
  const second = IN_BRACKETS.exec(text) ?? BEHIND_DASH.exec(text);
  const [first, inside = ""] = [text.slice(0, second?.index), second?.[1]];
  return isLatin(first) !== isLatin(inside) && [first, inside].every((each) => /\p{L}{2}/u.test(each)) ? first : text;
}

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text);

/** Finds the title in the brackets of `[Group][葬送的芙莉莲/Sousou no Frieren][05]`, preferring Latin script. */
export function bracketedTitle(brackets: string[]): string {
  const names = brackets.flatMap((each) => each.split(/\s*[/|]\s*/u)).map((each) => each.replaceAll("_", " ").trim())
    .filter((each) => /\p{L}/u.test(each) && !/新番|字幕|招募|月番|国漫|國漫|连载|合集|出品/u.test(each));
  return spaced(names.find((each) => /^[\p{Script=Latin}\p{N}\p{P}\s]{2,}$/u.test(each)) ?? names[0] ?? "");
}
