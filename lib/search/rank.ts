import { wordsOf } from "./fold.ts";

/** How well a title fits what was typed: exact, then its beginning, then its words, then nearly its words. Pure. */

/** A title with what comparing it needs. */
export interface FoldedTitle {
  folded: string;
  words: string[];
}

export const foldedTitle = (folded: string): FoldedTitle => ({ folded, words: wordsOf(folded) });

const EXACT = 100;
const BEGINNING = 80;
const ALL_WORDS = 65;
const LAST_BEGUN = 55;
const JOINED = 60;
const NEARLY = 30;

/** 0 to 100. `share` is the part of the typed words that an index found in the title, exactly or nearly. */
export function titleScore(typed: FoldedTitle, title: FoldedTitle, share = 1): number {
  if (typed.folded === "") return 0;
  if (typed.folded === title.folded) return EXACT;
  const covered = Math.min(1, typed.folded.length / Math.max(1, title.folded.length));
  if (title.folded.startsWith(typed.folded)) return BEGINNING + 15 * covered;
  const [joined, whole] = [typed.folded.replaceAll(" ", ""), title.folded.replaceAll(" ", "")];
  if (joined === whole) return EXACT - 2;
  if (joined.length > 3 && whole.startsWith(joined)) return BEGINNING - 3 + 15 * covered;
  if (withoutArticle(title.folded).startsWith(withoutArticle(typed.folded))) return BEGINNING - 5 + 15 * covered;
  const there = new Set(title.words);
  const missing = typed.words.filter((word) => !there.has(word));
  if (missing.length === 0) return ALL_WORDS + 10 * covered;
  const [last] = typed.words.slice(-1);
  if (missing.length === 1 && missing[0] === last && title.words.some((word) => word.startsWith(last ?? ""))) {
    return LAST_BEGUN + 10 * covered;
  }
  if (joined.length > 3 && whole.includes(joined)) return JOINED + 5 * covered;
  const exact = (typed.words.length - missing.length) / typed.words.length;
  const length = Math.min(typed.folded.length, title.folded.length) /
    Math.max(typed.folded.length, title.folded.length);
  return (NEARLY + 10 * exact + 10 * length) * share;
}

/** A year that was typed lifts the titles of that year; one beside it is as good as none. */
export function withYear(score: number, typed: number | undefined, year: number | undefined): number {
  if (typed === undefined || year === undefined) return score;
  const apart = Math.abs(typed - year);
  return Math.max(0, Math.min(EXACT, score + (apart === 0 ? 8 : apart === 1 ? 0 : -20)));
}

const withoutArticle = (text: string): string => text.replace(/^(?:the|a|an|der|die|das|le|la|les|el) (?=\S)/, "");
