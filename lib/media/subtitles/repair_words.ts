import type { WordList } from "./word_list.ts";

/** Corrects words that are not in the dictionary if a single confusion of similar letters explains them. Pure. */

/**
 * Recognised text and its correction. Thin strokes are first, because they are most often lost in lowercase letters.
 */
const STROKES: [string, string][] = [
  ["I", "l"],
  ["l", "I"],
  ["l", "i"],
  ["i", "l"],
  ["I", "i"],
  ["1", "l"],
  ["1", "I"],
  ["t", "l"],
  ["l", "t"],
  ["f", "I"],
  ["H", "Il"],
  ["I", "Ill"],
  ["li", "h"],
];
const JOINTS: [string, string][] = [
  ["m", "rn"],
  ["rn", "m"],
  ["r", "rn"],
  ["vv", "w"],
  ["V", "W"],
  ["cl", "d"],
  ["0", "O"],
  ["e", "c"],
  ["c", "e"],
];
const OF_LANGUAGE: Record<string, [string, string][]> = {
  deu: [
    ["f3", "ß"],
    ["l3", "ß"],
    ["f", "ß"],
    ["fs", "ß"],
    ["ls", "ß"],
    ["B", "ß"],
    ["a", "ä"],
    ["o", "ö"],
    ["u", "ü"],
    ["A", "Ä"],
    ["O", "Ö"],
    ["U", "Ü"],
    ["ii", "ü"],
  ],
};

/** Minimum number of letters. Shorter words are similar to too many other words. */
const MIN_LETTERS = 3;
const TOKEN = /[\p{L}\p{M}\d]+/gu;

/** Replaces unknown words with known words that differ by one confusion. `language` is ISO 639-2/T. */
export function repairWords(text: string, words: WordList, language?: string): string {
  const confusions = [...STROKES, ...OF_LANGUAGE[language ?? ""] ?? [], ...JOINTS];
  return text.replace(TOKEN, (word) => {
    if (word.length < MIN_LETTERS || !/\p{L}{2}/u.test(word) || isKnown(word, words)) return word;
    return alternatives(word, confusions).find((other) => other.length >= MIN_LETTERS && isKnown(other, words)) ?? word;
  });
}

/**
 * True if a word is known as written, or with a lowercase first letter (at the start of a sentence), or in lowercase or
 * capitalised (in a line of capitals).
 */
function isKnown(word: string, words: WordList): boolean {
  if (words.has(word)) return true;
  const [first = "", ...rest] = word;
  const tail = rest.join("");
  const lower = tail.toLowerCase();
  if (first !== first.toLowerCase() && tail === lower) return words.has(first.toLowerCase() + tail);
  return word === word.toUpperCase() && !/\d/.test(word) &&
    (words.has(word.toLowerCase()) || words.has(first + lower));
}

function* alternatives(word: string, confusions: [string, string][]): Generator<string> {
  for (const [read, meant] of confusions) {
    for (let at = word.indexOf(read); at >= 0; at = word.indexOf(read, at + 1)) {
      yield word.slice(0, at) + meant + word.slice(at + read.length);
    }
  }
}
