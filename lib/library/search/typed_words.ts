import type { FoldedTitle } from "./rank.ts";
import type { WantedWord } from "./word_index.ts";

/** What was typed as the words that a name has to hold. Pure. */

/** Words that stand in so many names that they tell nothing. */
const COMMON = /^(?:the|a|an|of|and|in|on|to|der|die|das|und|von|le|la|les|de|el|los)$/;
/** A longer word may be the beginning of a name that was written as one. */
const LONG = 5;
const MAX_JOINED_WORDS = 4;
const LEAST_SHARE = 0.5;

/** All words that tell something; the last one may not be complete. */
export const typedWords = ({ words }: FoldedTitle): WantedWord[] =>
  telling(words).map((word, at, { length }) => ({
    spellings: [word],
    begun: at === length - 1 || word.length >= LONG,
  }));

/** All words written as one, as `spider man` of `Spiderman`; none where that is no help. */
export const typedAsOne = ({ words, joined }: FoldedTitle): WantedWord[] =>
  words.length < 2 || words.length > MAX_JOINED_WORDS || joined.length < LONG
    ? []
    : [{ spellings: [joined], begun: true }];

/** All words with typing errors: one in a short word, two in a long one; a number is meant as it is. */
export const mistyped = ({ words }: FoldedTitle): WantedWord[] =>
  telling(words).map((word, at, { length }) => ({
    spellings: [word, ...swapsOf(word)],
    begun: at === length - 1,
    errors: /\d/.test(word) || word.length < 4 ? 0 : word.length < 6 ? 1 : 2,
  }));

/** For three words and more: all but one of them, as long as half are left. */
export function someOf({ words }: FoldedTitle): WantedWord[][] {
  const said = telling(words);
  if (said.length < 2 || (said.length - 1) / words.length < LEAST_SHARE) return [];
  return said.map((_, left) =>
    said.filter((_, at) => at !== left).map((word) => ({ spellings: [word], errors: word.length < LONG ? 0 : 1 }))
  );
}

const telling = (words: readonly string[]): string[] =>
  words.filter((word, at) => at === words.length - 1 || !COMMON.test(word));

/** With two neighbouring letters in the other order: in a short word that is one error, not two. */
function swapsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 3 || signs.length > 5) return [];
  return signs.slice(1).map((sign, at) => [...signs.slice(0, at), sign, signs[at], ...signs.slice(at + 2)].join(""));
}
