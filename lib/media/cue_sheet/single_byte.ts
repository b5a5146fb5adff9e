import { decodeSingleBytes } from "./dos_charsets.ts";

/** Lowercase non-ASCII letters of a language: the common ones, and those that occur in only a few words. */
interface Alphabet {
  often: RegExp;
  rarely?: RegExp;
}

const letters = (often: string, rarely?: string): Alphabet => ({
  often: new RegExp(`[${often}]`, "u"),
  ...(rarely ? { rarely: new RegExp(`[${rarely}]`, "u") } : {}),
});

const WESTERN = [
  letters("éèàêçâîôûùëï", "œæÿü"),
  letters("äöüß", "éà"),
  letters("áéíóúñ", "ü"),
  letters("ãáâàçéêíóôõú", "ü"),
  letters("àèéìòù"),
  letters("åäö", "éü"),
  letters("æøå", "é"),
  letters("áéíóúæö", "ýþð"),
  letters("ëéïèö", "ü"),
  letters("àçèéíïòóúü"),
];
const CENTRAL = [
  letters("áčďéěíňóřšťúůýž"),
  letters("áäčďéíĺľňóôŕšťúýž"),
  letters("ąćęłńóśźż"),
  letters("áéíóöőúüű"),
  letters("ăâîşţșț"),
  letters("čćđšž"),
];
const TURKISH = [letters("çğıöşüİ", "âîû")];
const BALTIC = [letters("ąčęėįšųūž"), letters("āčēģīķļņšūž"), letters("äõöüšž")];
/**
 * Cyrillic letters by frequency. Text in one Cyrillic character set that is decoded with another also consists of
 * Cyrillic letters, but not of the most frequent ones.
 */
const CYRILLIC = [
  letters("оеаинтсрвлкмдпуяы", "а-яё"),
  letters("оаниіврекстлмдупя", "а-щьюяґєії"),
  letters("аоиентрсвлкдмпуј", "а-шђјљњћџ"),
];
const GREEK = [letters("αοιετσνηυρπκμλςάίόέ", "α-ωάέήίόύώϊϋΐΰ")];
const HEBREW = [letters("יוהלאתרבמשנםד", "א-ת\\u05b0-\\u05c2")];
const ARABIC = [letters("اليمونرتبةعدسفهك", "\\p{Script=Arabic}")];

/** Single-byte character sets and their languages, more likely ones first. */
const CHARSETS: readonly { charset: string; languages: Alphabet[]; isLatin?: boolean; isOld?: boolean }[] = [
  { charset: "windows-1252", languages: WESTERN, isLatin: true },
  { charset: "windows-1250", languages: CENTRAL, isLatin: true },
  { charset: "windows-1254", languages: TURKISH, isLatin: true },
  { charset: "windows-1257", languages: BALTIC, isLatin: true },
  { charset: "windows-1251", languages: CYRILLIC },
  { charset: "koi8-r", languages: CYRILLIC },
  { charset: "koi8-u", languages: CYRILLIC },
  { charset: "ibm866", languages: CYRILLIC, isOld: true },
  { charset: "windows-1253", languages: GREEK },
  { charset: "windows-1255", languages: HEBREW },
  { charset: "windows-1256", languages: ARABIC },
  { charset: "cp850", languages: WESTERN, isLatin: true, isOld: true },
  { charset: "cp852", languages: CENTRAL, isLatin: true, isOld: true },
];

/**
 * A detected character set. `isSure` is false if another character set results in a different but equally plausible
 * text.
 */
export interface CharsetGuess {
  charset: string;
  isSure: boolean;
}

/** A possible single-byte character set. */
export interface SingleByteGuess extends CharsetGuess {
  isLatin: boolean;
}

/** Minimum share of a text's non-ASCII characters that must belong to the alphabet of a language. */
const MIN_SHARE = 0.7;
/** Maximum difference in `shareOf()` between character sets that are considered equally plausible. */
const MARGIN = 0.1;
/** Factor for texts in several languages. A disc may have several languages, but one is more likely. */
const SEVERAL_LANGUAGES = 0.85;
/** Factor for DOS character sets, which are rare. */
const OLD = 0.85;
const RARE_LETTER = 0.5;
/** Maximum number of bytes for detection. More do not improve the result. */
const MAX_JUDGED_BYTES = 2_048;
/**
 * Factor for text in all capitals. It is less plausible, because lowercase text decoded with the wrong character set
 * often consists only of capitals.
 */
const ALL_CAPITALS = 0.9;

/**
 * Detects the single-byte character set with which a text is valid in one language: all letters are in one alphabet,
 * capitals are at plausible positions, and no word contains several scripts. It works with few letters, while frequency
 * analysis needs pages of text. Undefined if no character set is plausible.
 */
export function singleByteCharset(bytes: Uint8Array): SingleByteGuess | undefined {
  const judged = CHARSETS.flatMap(({ charset, languages, isLatin = false, isOld = false }) => {
    const text = decodeSingleBytes(bytes.subarray(0, MAX_JUDGED_BYTES), charset);
    return text === undefined
      ? []
      : [{ charset, text, isLatin, share: shareOf(text, languages, isLatin) * (isOld ? OLD : 1) }];
  });
  const best = judged.reduce((a, b) => b.share > a.share ? b : a, { charset: "", text: "", isLatin: false, share: 0 });
  if (best.share < MIN_SHARE) return undefined;
  const isSure = judged.every(({ text, share }) => share < best.share - MARGIN || text === best.text);
  return { charset: best.charset, isLatin: best.isLatin, isSure };
}

/** Symbols that occur between words in any language. */
const NEUTRAL = /[‘’‚“”„–—…«»°©®™§·´\u00a0¡¿№¢£¥€]/u;
/** Matches a symbol between two letters, or a currency sign before a letter. */
const MISPLACED_SIGN = /\p{L}[^\0-\x7f\p{L}\p{M}’]\p{L}|[¢£¥€]\p{L}/gu;
const WORD = /[\p{L}\p{M}'’]+/gu;
/** Matches words without an ASCII letter. Words in Latin script almost always contain one. */
const ALL_FOREIGN = /^[^\0-\x7f]{3,}$/;
/** Matches capitals within a word, and a final sigma that is not at the end. */
const MISPLACED_LETTER = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|ς\p{L}/u;

/**
 * Returns the share of non-ASCII characters that belong to the alphabet of one of these languages, from 0 to 1. Rare
 * letters have half the weight.
 */
function shareOf(text: string, languages: Alphabet[], isLatin: boolean): number {
  const words = text.match(WORD) ?? [];
  const lettersOf = (some: string[]) => some.flatMap((word) => word.match(/[^\0-\x7f’]/gu) ?? []);
  const spelled = lettersOf(words.filter((word) => !isMisspelled(word, isLatin)));
  const signs = (text.match(/[^\0-\x7f]/gu) ?? []).filter((one) => !/[\p{L}\p{M}]/u.test(one));
  const misplaced = text.match(MISPLACED_SIGN)?.length ?? 0;
  const plain = Math.max(0, signs.filter((one) => NEUTRAL.test(one)).length - misplaced);
  const all = lettersOf(words).length + signs.length + misplaced;
  if (all === 0) return 0;
  const sumOf = (weigh: (letter: string) => number) => spelled.reduce((sum, letter) => sum + weigh(letter), 0);
  const alone = languages.map((language) => sumOf((letter) => weightOf(letter, language)));
  const together = sumOf((letter) => Math.max(...languages.map((language) => weightOf(letter, language))));
  const share = (Math.max(...alone, together * SEVERAL_LANGUAGES) + plain) / all;
  const script = lettersOf(words).join("");
  const isCapitals = !isLatin && /\p{Lu}/u.test(script) && !/\p{Ll}/u.test(script);
  return isCapitals ? share * ALL_CAPITALS : share;
}

function weightOf(letter: string, { often, rarely }: Alphabet): number {
  const lower = letter.toLowerCase();
  return often.test(letter) || often.test(lower) ? 1 : rarely?.test(lower) ? RARE_LETTER : 0;
}

/** True if a word is implausible in any language of this script. */
function isMisspelled(word: string, isLatin: boolean): boolean {
  const mixes = !isLatin && /[a-z]/i.test(word) && /[^\0-\x7f’]/.test(word);
  return mixes || MISPLACED_LETTER.test(word) || (isLatin && ALL_FOREIGN.test(word));
}
