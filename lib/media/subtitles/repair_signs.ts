/**
 * Corrects symbols that were recognised instead of a letter or digit: a capital i is recognised as `|`, `/`, `!`, `[`,
 * `{` or `}`. Pure.
 */

/** Replaces misrecognised symbols in a line of text. `language` is ISO 639-2/T. */
export function repairSigns(line: string, language: string | undefined): string {
  const closed = /\[[^\]]*\]|\([^)]*\)|\{[^}]*\}/.test(line);
  let clean = line
    // Corrects digits in numbers such as "10|", "1l5", "l1", "1O5".
    .replace(/(?<=\d)(?:[|I](?=[\s\d.,:;!?%]|$)|l(?=\d))/g, "1")
    .replace(/(?<![\p{L}\d])[|lI](?=\d)/gu, "1")
    .replace(/(?<=\d)[oO](?=[\d\s.,:]|$)/g, "0");
  if (!closed && /[{}[\]|/!]/.test(clean)) {
    // Corrects a bracket after a digit, and symbols before lowercase letters, as in "{ch".
    clean = clean.replace(/(?<=\d)\](?=[\s\d.,:;!?%]|$)/g, "1")
      .replace(/(?<![\p{L}\d])[{}[\]|/](?=\p{Ll}{2})/gu, "I");
  }
  return language === "eng" ? repairEnglish(clean, closed) : clean;
}

/** Words that can follow the pronoun "I" but not the number 1. */
const AFTER_I =
  "(?:am|was|will|would|have|had|do|did|don't|didn't|can|can't|could|should|think|thought|know|knew|want|need|love|live|" +
  "said|told|see|saw|got|get|just|never|feel|felt|mean|guess|hope|like|wish|wonder|must|promise|swear|believe|remember)";

/** Corrects the English word "I", which occurs alone or before an apostrophe. */
function repairEnglish(line: string, closed: boolean): string {
  let clean = line
    .replace(/(?<![\p{L}\d'])[f{}[\]|/!1t]['’]?(?=(?:ll|ve)(?![\p{L}']))/gu, "I'")
    .replace(/(?<![\p{L}\d'])[f{}[\]|/!1t]['’](?=(?:m|d|ll|ve)(?![\p{L}']))/gu, "I'")
    .replace(/(?<![\p{L}\d'.])['’](?=(?:m|ve|ll)(?![\p{L}']))/gu, "I'")
    .replace(/(?<![\p{L}\d'])[fil|](?=[\s,?]|\.(?:\s|$))/gu, "I")
    .replace(/(?<=^(?:- ?)?|[.?!] )\/(?= ?\p{Ll})/gu, "I")
    .replace(new RegExp(`(?<![\\p{L}\\d'.,:$])1(?= ${AFTER_I}(?![\\p{L}']))`, "gu"), "I");
  if (!closed) {
    clean = clean.replace(/(?<=\p{L})[{}[\]](?=\s\p{Ll})/gu, " I")
      .replace(/(?<=^|\s)[{}[\]!](?=\s\p{Ll})/gu, "I");
  }
  return clean;
}
