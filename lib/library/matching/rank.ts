import { wordsOf } from "../../kit/fold.ts";

/** Scores titles for a search text: exact matches first, then prefixes, words, and similar words. Pure. */

/** A title and its forms for comparison. */
export interface FoldedTitle {
  folded: string;
  words: readonly string[];
  /** The title as a single word. */
  joined: string;
  /** The title without a leading article. */
  bare: string;
}

/** Creates the forms of a title. `folded` must be a result of `fold`. */
export const foldedTitle = (folded: string): FoldedTitle => ({
  folded,
  words: wordsOf(folded),
  joined: folded.replaceAll(" ", ""),
  bare: folded.replace(/^(?:the|a|an|der|die|das|le|la|les|el) (?=\S)/, ""),
});

const EXACT = 100;
const JOINED_EXACT = 98;
const BEGINNING = 80;
const JOINED_BEGINNING = 77;
const BARE_BEGINNING = 75;
const ALL_WORDS = 65;
const LAST_BEGUN = 55;
const NEARLY = 30;

/**
 * Returns a score from 0 to 100. `share` is the fraction of the words in the search text that an index has found in the
 * title, exactly or with typing errors.
 */
export function titleScore(typed: FoldedTitle, title: FoldedTitle, share = 1): number {
  if (typed.folded === "") return 0;
  if (typed.folded === title.folded) return EXACT;
  const covered = Math.min(1, typed.folded.length / title.folded.length);
  if (title.folded.startsWith(typed.folded)) return BEGINNING + 15 * covered;
  if (typed.joined === title.joined) return JOINED_EXACT;
  if (typed.joined.length > 3 && title.joined.startsWith(typed.joined)) return JOINED_BEGINNING + 15 * covered;
  if (title.bare.startsWith(typed.bare)) return BARE_BEGINNING + 15 * covered;
  const missing = typed.words.filter((word) => !title.words.includes(word));
  if (missing.length === 0) return ALL_WORDS + 10 * covered;
  const last = typed.words.at(-1) ?? "";
  if (missing.length === 1 && missing[0] === last && title.words.some((word) => word.startsWith(last))) {
    return LAST_BEGUN + 10 * covered;
  }
  const exact = 1 - missing.length / typed.words.length;
  const alike = covered < 1 ? covered : title.folded.length / typed.folded.length;
  return (NEARLY + 10 * exact + 10 * alike) * share;
}

/**
 * Raises the score if the year in the search text is equal, and lowers it if it differs. A difference of one year has
 * no effect.
 */
export function withYear(score: number, typed: number | undefined, year: number | undefined): number {
  if (typed === undefined || year === undefined) return score;
  const apart = Math.abs(typed - year);
  return Math.max(0, Math.min(EXACT, score + (apart === 0 ? 8 : apart === 1 ? 0 : -20)));
}
