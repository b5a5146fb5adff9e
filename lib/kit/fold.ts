/**
 * Normalises titles for comparison: removes case, accents, punctuation and other differences that users do not type.
 * Pure.
 */

/** Letters without a Unicode decomposition. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  "&": " and ",
};

/**
 * Arabic numbers of Roman numerals, because sequels are numbered with either. `i`, `v` and `x` are missing because they
 * are also words and names.
 */
const ROMAN: Record<string, string> = {
  ii: "2",
  iii: "3",
  iv: "4",
  vi: "6",
  vii: "7",
  viii: "8",
  ix: "9",
};

const KATAKANA = /[\u30a1-\u30f6]/g;
const HIRAGANA_BELOW = 0x60;
/** Matches scripts without spaces between words, in which each pair of characters is treated as a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30fc]+/gu;
/** Matches characters that may belong to such a script. Thai has the lowest code points of them. */
const MAYBE_DENSE = /[\u0e00-\uffff]/;
const MAX_WORDS = 40;
const MAX_CHARACTERS = 500;

/** Normalises a title: `Amélie & Spider-Man II` becomes `amelie and spider man 2`. */
export function fold(text: string): string {
  const plain = text.slice(0, MAX_CHARACTERS).toWellFormed().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replace(/[ßæœøđðþłı&]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(KATAKANA, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIRAGANA_BELOW))
    .replace(/['’‘ʼ`´]/g, "");
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words.map((word) => ROMAN[word] ?? word).join(" ") || plain.trim();
}

/**
 * Returns a key for sorting and searching titles in lists: lowercase, NFKD without marks, at most 500 characters
 * (docs/safety.md, S-IN-5).
 */
export function titleKey(title: string): string {
  // deno-lint-ignore no-control-regex
  if (/^[\u0000-\u007f]*$/.test(title)) return title.toLowerCase().slice(0, MAX_CHARACTERS);
  return title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().slice(0, MAX_CHARACTERS);
}

/** Returns the words of a folded text. Text in scripts without spaces is split into overlapping pairs. */
export function wordsOf(folded: string): string[] {
  if (!MAYBE_DENSE.test(folded)) return folded.split(" ").filter((word) => word !== "").slice(0, MAX_WORDS);
  const words: string[] = [];
  for (const word of folded.split(" ")) {
    const rest = word.replace(DENSE, (run) => {
      const signs = [...run];
      for (let at = 0; at < signs.length - 1; at++) words.push(signs.slice(at, at + 2).join(""));
      if (signs.length === 1) words.push(run);
      return " ";
    });
    words.push(...rest.split(" ").filter((part) => part !== ""));
    if (words.length > MAX_WORDS) break;
  }
  return words.slice(0, MAX_WORDS);
}

/**
 * Returns the last character of each run of text in a script without spaces. A search for a single character must find
 * these as well.
 */
export const lastSigns = (folded: string): string[] =>
  [...folded.matchAll(DENSE)].map(([run]) => [...run].at(-1) ?? "").filter((sign) => sign !== "");
