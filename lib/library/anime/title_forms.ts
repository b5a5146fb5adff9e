import { wordsOf } from "../../kit/fold.ts";

/** Normalises anime titles for comparison: spelling of romaji, and seasons in the title. Pure. */

/** A folded title without its season. `base` is the whole title if it contains no season. */
export interface SeasonedTitle {
  base: string;
  season?: number;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
const KANJI_DIGITS = "一二三四五六七八九";

/**
 * Patterns for folded text, in which katakana is hiragana without voicing marks. Each pattern has the group `n` for the
 * number.
 */
const SEASONS: readonly RegExp[] = [
  /(?:^| )(?<n>\d{1,2})(?:st|nd|rd|th) (?:season|series|stage)\b/u,
  new RegExp(`(?:^| )(?<n>${ORDINALS.join("|")}) (?:season|series|stage)\\b`, "u"),
  /(?:^| )(?:season|series|stage|saison|staffel) ?(?<n>\d{1,2})\b/u,
  /(?: |^)s(?<n>\d{1,2})$/u,
  new RegExp(` ?第?(?<n>\\d{1,2}|[${KANJI_DIGITS}])(?:期|しりーす|しーすん)`, "u"),
  / (?<n>[2-9])$/u,
];

/** Matches the volume number of a release, as in disc labels. */
const VOLUME = / ?第?\d{1,2}巻/u;

/**
 * Removes `2nd season`, `Season 2`, `II`, `第2期` or a trailing number from a folded title. Folding has already converted
 * Roman numerals.
 */
export function seasonedTitle(text: string): SeasonedTitle {
  const folded = text.replace(VOLUME, "") || text;
  for (const pattern of SEASONS) {
    const found = pattern.exec(folded);
    const season = numberOf(found?.groups?.n);
    if (found === null || season === undefined) continue;
    const base = `${folded.slice(0, found.index)} ${folded.slice(found.index + found[0].length)}`.replace(/ +/g, " ")
      .trim();
    if (base !== "") return { base, season };
  }
  return { base: folded };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = ORDINALS.indexOf(text) + 1 || KANJI_DIGITS.indexOf(text) + 1;
  return at || Number(text) || undefined;
}

/** Spellings of long vowels, and of consonants that differ between romanisation systems. */
const ROMAJI: readonly [RegExp, string][] = [
  [/o[ou]+/g, "o"],
  [/u{2,}/g, "u"],
  [/a{2,}/g, "a"],
  [/i{2,}/g, "i"],
  [/e{2,}/g, "e"],
  [/m(?=[bp])/g, "n"],
  [/tch/g, "cch"],
  [/dzu|du/g, "zu"],
  [/\bwo\b/g, "o"],
];

/** Normalises the spelling of romaji in a folded text: `Juuni` and `Jūni`, `Kimyou` and `Kimyo`. */
export const looseRomaji = (folded: string): string =>
  ROMAJI.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), folded);

/**
 * Returns the search terms of a folded title: its words, and the whole title as one term, which is marked so that it
 * cannot be equal to a word.
 */
export function termsOf(folded: string): string[] {
  const loose = looseRomaji(folded);
  const { base } = seasonedTitle(loose);
  return [...new Set([...wordsOf(loose), wholeTerm(loose), wholeTerm(base)])];
}

/** Returns the term for a whole title. */
export const wholeTerm = (loose: string): string => `=${loose.replaceAll(" ", "")}`;
