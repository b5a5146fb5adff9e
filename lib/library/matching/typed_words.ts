import type { FoldedTitle } from "./rank.ts";
import type { WantedWord } from "./word_index.ts";

/** Converts a search text to the words that a name must contain. Pure. */

/** Words that are too frequent to be useful for a search. */
const COMMON = /^(?:the|a|an|of|and|in|on|to|der|die|das|und|von|le|la|les|de|el|los)$/;
/** Minimum length of a word that may be the start of a name written as one word. */
const LONG = 5;
const MAX_JOINED_WORDS = 4;
const LEAST_SHARE = 0.5;

/** Returns all significant words. The last word may be incomplete. */
export const typedWords = ({ words }: FoldedTitle): WantedWord[] =>
  significantWords(words).map((word, at, { length }) => ({
    spellings: [word],
    begun: at === length - 1 || word.length >= LONG,
  }));

/** Returns all words as one, so that `spider man` finds `Spiderman`. Returns an empty array if this is not useful. */
export const typedAsOne = ({ words, joined }: FoldedTitle): WantedWord[] =>
  words.length < 2 || words.length > MAX_JOINED_WORDS || joined.length < LONG
    ? []
    : [{ spellings: [joined], begun: true }];

/**
 * Returns all words with the permitted number of typing errors: one in a short word, two in a long one. Numbers must
 * match exactly.
 */
export const mistyped = ({ words }: FoldedTitle): WantedWord[] =>
  significantWords(words).map((word, at, { length }) => ({
    spellings: [word, ...swapsOf(word)],
    begun: at === length - 1,
    errors: /\d/.test(word) || word.length < 4 ? 0 : word.length < 6 ? 1 : 2,
  }));

/** Returns all combinations without one word, if at least half of the words remain. */
export function someOf({ words }: FoldedTitle): WantedWord[][] {
  const significant = significantWords(words);
  if (significant.length < 2 || (significant.length - 1) / words.length < LEAST_SHARE) return [];
  return significant.map((_, left) =>
    significant.filter((_, at) => at !== left).map((word) => ({
      spellings: [word],
      errors: word.length < LONG ? 0 : 1,
    }))
  );
}

const significantWords = (words: readonly string[]): string[] =>
  words.filter((word, at) => at === words.length - 1 || !COMMON.test(word));

/** Returns the word with two adjacent letters swapped. In a short word, this is one typing error. */
function swapsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 3 || signs.length > 5) return [];
  return signs.slice(1).map((sign, at) => [...signs.slice(0, at), sign, signs[at], ...signs.slice(at + 2)].join(""));
}
