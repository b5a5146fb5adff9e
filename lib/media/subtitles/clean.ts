import { normaliseLanguage } from "../languages/languages.ts";
import { repairSigns } from "./repair_signs.ts";
import { repairWords } from "./repair_words.ts";
import type { WordList } from "./word_list.ts";

/**
 * Corrects typical OCR errors in subtitles: I, l and |, quotes, music notes, spaces. Words that are not in `words` are
 * compared with that list. Without it, only rules about letters are applied. Pure.
 */
export function cleanText(text: string, language?: string, words?: WordList): string {
  const normal = normaliseLanguage(language);
  const lines = text.split("\n").map((line) => cleanLine(line, normal)).filter((line) => line !== "");
  return words ? repairWords(lines.join("\n"), words, normal) : lines.join("\n");
}

function cleanLine(line: string, language: string | undefined): string {
  let clean = repairSigns(line, language)
    .replace(/[“”„‟]|''|,,(?=\S)/g, '"')
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[‐‑‒–—―]/g, "-")
    .replace(/…/g, "...")
    .replace(/(?<=\w)\|(?=\w)/g, "l")
    .replace(/\|/g, "I")
    .replace(/\s+/g, " ")
    .trim();
  if (language !== "fra") clean = clean.replace(/ +([,.!?;:])(?=\s|$|")/g, "$1");
  clean = clean.replace(/^-(?=\p{L})/u, "- ").replace(/^[*#♫]+ | [*#♫]+$/g, (sign) => sign.replace(/[*#♫]+/, "♪"));
  return clean.replace(WORD, (word) => cleanWord(word, language));
}

const WORD = /[\p{L}']+/gu;

/** Words that start with a capital i but are recognised with a lowercase L. */
const CAPITAL_I: Record<string, RegExp> = {
  eng: /^l(?:'(?:m|ll|ve|d|s)|t|ts|t's|f|n|s|sn't|nto|nside|nstead|ndeed|magine|dea|'m)?$/,
  deu: /^l(?:ch|hr|hre|hnen|hm|hn|hren|hrem|m|n|st|mmer|rgend\p{L}*|nnen|ns)$/u,
};

/**
 * Words with capital umlauts, which lose their dots at small sizes. Only contains words that do not exist without dots.
 */
const DOTTED: [RegExp, string][] = [
  [/^Uber(?=$|all|haupt|leg|rasch|zeug|morgen|setz|nehm|geb|leb|sicht|fall)/, "Über"],
  [/^Ub(?=rig|ung|en$)/, "Üb"],
  [/^Ar(?=ger|zte(?!s)|ztin)/, "Är"],
  [/^Off(?=ne|nung|entlich)/, "Öff"],
  [/^Anderung/, "Änderung"],
];

function cleanWord(word: string, language: string | undefined): string {
  let clean = word;
  // Within a word in lowercase letters, a capital i is a lowercase L: "wiII", "aIso".
  if (/[a-zäöüß]I/.test(clean) && !/^Mc|^[A-Z]+$/.test(clean)) {
    clean = clean.replace(/(?<=\p{Ll}l*)I+/gu, (run) => "l".repeat(run.length));
  }
  const rule = language === undefined ? undefined : CAPITAL_I[language];
  if (rule?.test(clean)) clean = `I${clean.slice(1)}`;
  if (language === "deu") {
    for (const [pattern, dotted] of DOTTED) clean = clean.replace(pattern, dotted);
  }
  return clean;
}
