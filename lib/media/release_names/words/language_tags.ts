import { word } from "./tokens.ts";

/** English names as used by the managers, and the words for them in release names. Short words are case-sensitive. */
const SPELLED: [name: string, words: string, flags?: "u"][] = [
  ["Multi", "MULTi(?:\\d{1,2})?(?![-_. ]?Sub)"],
  ["Nordic", "NORDiC"],
  ["English", "English|Ingl[eé]s|Anglais|Englisch|ENG|ENGDUB"],
  ["English", "EN", "u"],
  ["German", "German|Deutsch|GER|Alem[aá]n|Videomann"],
  ["German", "DE", "u"],
  ["French", "(?:TRUE|SUB)?FRENCH|VF[FQIF2]?|VOSTFR|VOF|Fran[cç]ais|FRA|FRE"],
  ["French", "FR", "u"],
  ["Italian", "Italian|iTALiANO?|ITA"],
  ["Spanish (Latino)", "LATiNO|Latin[-. ]Spanish|ESP?-LA|Spanish[. ]Latino"],
  ["Spanish", "Spanish|Castellano|Espa[nñ]ol|ESP|SPA"],
  ["Spanish", "ES", "u"],
  ["Portuguese (Brazil)", "Dublado|pt-?BR|Brazilian|BRAZiLiAN[-. ]Portuguese|DUBLADO"],
  ["Portuguese", "Portugu[eê]s(?:e)?"],
  ["Portuguese", "POR", "u"],
  ["Portuguese", "PT(?!-BR)", "u"],
  ["Russian", "Russian|RUS"],
  ["Ukrainian", "Ukrainian|UKR"],
  ["Polish", "Polish|PL[-. ]?(?:DUB|LEK)|(?:DUB|LEK)[-. ]?PL|Lektor(?:[-. ]?PL)?"],
  ["Polish", "PL(?![-. ]?SUB)", "u"],
  ["Hungarian", "Hungarian|HUN(?:DUB)?|Magyar"],
  ["Czech", "Czech|CZ(?:ECH)?[-. ]?(?:DUB|Dabing)?"],
  ["Slovak", "Slovak|SK[-. ]?Dabing"],
  ["Dutch", "Dutch|NLDUB|Nederlands"],
  ["Flemish", "Flemish|VLAAMS"],
  ["Swedish", "Swedish|SWE"],
  ["Norwegian", "Norwegian"],
  ["Norwegian", "NOR", "u"],
  ["Danish", "Danish"],
  ["Danish", "DAN", "u"],
  ["Finnish", "Finnish"],
  ["Finnish", "FIN", "u"],
  ["Icelandic", "Icelandic"],
  ["Icelandic", "ICE", "u"],
  ["Japanese", "Japanese|JPN|JAP|JA\\b(?=[+\\]])|(?<=\\+)JA"],
  ["Korean", "Korean|KOR"],
  [
    "Chinese",
    "Chinese|Mandarin|Cantonese|CHS|CHT|BIG5|GB(?:_JP|_CN)?|CHI",
  ],
  ["Hindi", "Hindi|HIN"],
  ["Tamil", "Tamil|TAM"],
  ["Telugu", "Telugu|TEL"],
  ["Malayalam", "Malayalam|MAL"],
  ["Kannada", "Kannada"],
  ["Bengali", "Bengali"],
  ["Arabic", "Arabic|ARA"],
  ["Persian", "Persian|Farsi"],
  ["Hebrew", "Hebrew|HebDub"],
  ["Turkish", "Turkish|TURKCE|TUR|T[uü]rk[cç]e"],
  ["Greek", "Greek"],
  ["Thai", "Thai"],
  ["Vietnamese", "Vietnamese"],
  ["Vietnamese", "VIE", "u"],
  ["Indonesian", "Indonesian"],
  ["Romanian", "Romanian|RoDubbed"],
  ["Bulgarian", "Bulgarian|BGAUDIO"],
  ["Croatian", "Croatian"],
  ["Serbian", "Serbian"],
  ["Slovenian", "Slovenian"],
  ["Lithuanian", "Lithuanian"],
  ["Lithuanian", "LT", "u"],
  ["Latvian", "Latvian"],
  ["Estonian", "Estonian"],
  ["Catalan", "Catalan|CATAL[AÀ]"],
  ["Catalan", "CAT", "u"],
  ["Albanian", "Albanian"],
  ["Afrikaans", "Afrikaans"],
];
/** Matches Chinese words, which are not separated by spaces: `国语中字`. */
const CHINESE = /[国國粤][语語]|[简簡繁][体體日]|简繁|双语|雙語|中字|中文字幕/u;
const LANGUAGES: [string, RegExp][] = [
  ...SPELLED.map(([name, words, flags]): [string, RegExp] => [name, word(words, flags)]),
  ["Chinese", CHINESE],
];
/**
 * Matches any language word. Most names contain none, so one check avoids seventy others. It ignores case, so only a
 * negative result is conclusive.
 */
const ANY = new RegExp(`${word(SPELLED.map(([, words]) => words).join("|")).source}|${CHINESE.source}`, "iu");
/**
 * Matches language codes in a list: `[JA+EN]`, `ES-CAT-EN`. Outside of a list, a code of two letters is not a language.
 */
const LISTED = /(?<![\p{L}\p{N}.])[A-Z]{2,3}(?:[-+/&,][A-Z]{2,3}){1,12}(?![\p{L}\p{N}])/gu;
const SHORT_CODES = new Set(["EN", "DE", "FR", "ES", "PT", "CAT", "LT"]);
const SUBTITLES =
  /(?<![\p{L}\p{N}])(?:(?:PL|NL|EN|ENG|ITA|GER|FR|SUB|HC|Multi|Multiple|Multi[-_. ]?Lang\w*)[-_. ]?Subs?(?:titles?|bed)?|(?:HC|Soft|Hard|E|M)?Subs?(?:titles?|bed)?[-_. ]{1,2}(?:PL|Ita|Eng|Ger|Fre|Spa|Rus|Ukr)(?:[/+&,][a-z]{2,3})*|KORSUBS?|DTS[-. ]ES|\([a-z ,]{0,60}subs?\))(?![\p{L}\p{N}])/giu;

/** Returns the spoken languages in a release name, in the order in which they occur. */
export function languagesOf(tags: string): string[] {
  if (!ANY.test(tags)) return [];
  const lists = [...tags.matchAll(LISTED)].map((match) => match[0]).filter((list) => !/DTS|WEB|AAC|HD/.test(list));
  const spoken = tags.replaceAll(SUBTITLES, " ");
  const found: { name: string; at: number }[] = [];
  for (const [name, words] of LANGUAGES) {
    const match = words.exec(spoken);
    if (!match) continue;
    const short = SHORT_CODES.has(match[0]);
    if (short && !lists.some((list) => list.split(/[-+/&,]/).includes(match[0]))) continue;
    found.push({ name, at: match.index });
  }
  const names = found.sort((a, b) => a.at - b.at).map(({ name }) => name);
  const castilian = names.includes("Spanish (Latino)") && /Spanish[. ]Latino|Latin[-. ]Spanish/iu.test(spoken);
  return [...new Set(names)].filter((name) => !(castilian && name === "Spanish"));
}

/** Matches names of languages with at least one capital: `GERMAN`, `German`, `iTALiAN`. */
const NAMES =
  /^(?=[^a-z]|[a-z][A-Z])(?:German|(?:TRUE|SUB)?FRENCH|Italian|Spanish|Castellano|Latino|Portuguese|Dublado|Nordic|Swedish|Danish|Norwegian|Finnish|Icelandic|Dutch|Flemish|Polish|Russian|Ukrainian|Hungarian|Czech|Slovak|Slovenian|Croatian|Serbian|Romanian|Bulgarian|Greek|Turkish|Hebrew|Arabic|Persian|Hindi|Tamil|Telugu|Malayalam|Kannada|Bengali|Thai|Vietnamese|Indonesian|Japanese|Korean|Chinese|Mandarin|Cantonese|English|Lithuanian|Latvian|Estonian|Catalan|Multi)$/iu;
const CODES =
  /^(?:VOSTFR|VOF|VF[FQI2]?|ITA|iTA|Ita|PL|PLDUB|RUS|Rus|HUN|CZ|JPN|KOR|CHS|CHT|ENG|Eng|UKR|Ukr|NLDUB|ESP|HebDub)$/u;
const BELONGS =
  /^(?:the|a|an|in|of|my|for|and|to|speak|speaking|learn|good|our|your|le|la|les|il|el|new|old|young|is|with|de)$/iu;

/** True if a word is a language tag, which depends on the word before it: `My.Man.is.German` is a title. */
export const isLanguageTag = (text: string, before: string | undefined): boolean =>
  (NAMES.test(text) || CODES.test(text)) &&
  (!before || !BELONGS.test(before) || text === text.toUpperCase() || /[A-Z]i[A-Z]/.test(text));
