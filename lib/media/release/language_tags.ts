import { word } from "./tokens.ts";

/** English name as the managers use it, and the words that releases say it with; the case matters where words are short. */
const LANGUAGES: [string, RegExp][] = [
  ["Multi", word("MULTi(?:\\d{1,2})?(?![-_. ]?Sub)")],
  ["Nordic", word("NORDiC")],
  ["English", word("English|Ingl[eé]s|Anglais|Englisch|ENG|ENGDUB")],
  ["English", word("EN", "u")],
  ["German", word("German|Deutsch|GER|Alem[aá]n|Videomann")],
  ["German", word("DE", "u")],
  ["French", word("(?:TRUE|SUB)?FRENCH|VF[FQIF2]?|VOSTFR|VOF|Fran[cç]ais|FRA|FRE")],
  ["French", word("FR", "u")],
  ["Italian", word("Italian|iTALiANO?|ITA")],
  ["Spanish (Latino)", word("LATiNO|Latin[-. ]Spanish|ESP?-LA|Spanish[. ]Latino")],
  ["Spanish", word("Spanish|Castellano|Espa[nñ]ol|ESP|SPA")],
  ["Spanish", word("ES", "u")],
  ["Portuguese (Brazil)", word("Dublado|pt-?BR|Brazilian|BRAZiLiAN[-. ]Portuguese|DUBLADO")],
  ["Portuguese", word("Portuguese|PORTUGU[EÊ]S|POR")],
  ["Portuguese", word("PT(?!-BR)", "u")],
  ["Russian", word("Russian|RUS")],
  ["Ukrainian", word("Ukrainian|UKR")],
  ["Polish", word("Polish|PL[-. ]?(?:DUB|LEK)|(?:DUB|LEK)[-. ]?PL|Lektor(?:[-. ]?PL)?")],
  ["Polish", word("PL(?![-. ]?SUB)", "u")],
  ["Hungarian", word("Hungarian|HUN(?:DUB)?|Magyar")],
  ["Czech", word("Czech|CZ(?:ECH)?[-. ]?(?:DUB|Dabing)?")],
  ["Slovak", word("Slovak|SK[-. ]?Dabing")],
  ["Dutch", word("Dutch|NLDUB|DUTCH|Nederlands")],
  ["Flemish", word("Flemish|VLAAMS")],
  ["Swedish", word("Swedish|SWE|SWEDiSH")],
  ["Norwegian", word("Norwegian|NORWEGiAN|NOR")],
  ["Danish", word("Danish|DANiSH|DAN")],
  ["Finnish", word("Finnish|FiNNiSH|FIN")],
  ["Icelandic", word("Icelandic|ICE")],
  ["Japanese", word("Japanese|JPN|JAP|JA\\b(?=[+\\]])|(?<=\\+)JA")],
  ["Korean", word("Korean|KOR")],
  [
    "Chinese",
    word(
      "Chinese|Mandarin|Cantonese|CHS|CHT|BIG5|GB(?:_JP|_CN)?|CHI(?:NESE)?|国语|國語|简体|繁体|繁體|简体内嵌|简日双语|简繁|中字|双语|粤语|中文字幕|简日内嵌",
    ),
  ],
  ["Hindi", word("Hindi|HIN")],
  ["Tamil", word("Tamil|TAM")],
  ["Telugu", word("Telugu|TEL")],
  ["Malayalam", word("Malayalam|MAL")],
  ["Kannada", word("Kannada")],
  ["Bengali", word("Bengali")],
  ["Arabic", word("Arabic|ARA")],
  ["Persian", word("Persian|Farsi")],
  ["Hebrew", word("Hebrew|HebDub")],
  ["Turkish", word("Turkish|TURKCE|TUR|T[uü]rk[cç]e")],
  ["Greek", word("Greek")],
  ["Thai", word("Thai")],
  ["Vietnamese", word("Vietnamese|VIE")],
  ["Indonesian", word("Indonesian")],
  ["Romanian", word("Romanian|RoDubbed")],
  ["Bulgarian", word("Bulgarian|BGAUDIO")],
  ["Croatian", word("Croatian")],
  ["Serbian", word("Serbian")],
  ["Slovenian", word("Slovenian")],
  ["Lithuanian", word("Lithuanian")],
  ["Lithuanian", word("LT", "u")],
  ["Latvian", word("Latvian")],
  ["Estonian", word("Estonian")],
  ["Catalan", word("Catalan|CATAL[AÀ]")],
  ["Catalan", word("CAT", "u")],
  ["Albanian", word("Albanian")],
  ["Afrikaans", word("Afrikaans")],
];
/** Two letters are a language only among others: `[JA+EN]`, `ES-CAT-EN`. */
const LISTED = /(?<![\p{L}\p{N}.])[A-Z]{2,3}(?:[-+/&,][A-Z]{2,3}){1,12}(?![\p{L}\p{N}])/gu;
const SHORT_CODES = new Set(["EN", "DE", "FR", "ES", "PT", "CAT", "LT"]);
const SUBTITLES =
  /(?<![\p{L}\p{N}])(?:(?:PL|NL|EN|ENG|ITA|GER|FR|SUB|HC|Multi|Multiple|Multi[-_. ]?Lang\w*)[-_. ]?Subs?(?:titles?|bed)?|(?:HC|Soft|Hard|E|M)?Subs?(?:titles?|bed)?[-_. ]{1,2}(?:PL|Ita|Eng|Ger|Fre|Spa|Rus|Ukr)(?:[/+&,][a-z]{2,3})*|KORSUBS?|DTS[-. ]ES|\([a-z ,]{0,60}subs?\))(?![\p{L}\p{N}])/giu;

/** The spoken languages a release states, in the order of its words. */
export function languagesOf(tags: string): string[] {
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

const WHOLE_WORD =
  /^(?:German|FRENCH|TRUEFRENCH|SUBFRENCH|French|VOSTFR|VF[FQI2]?|iTALiAN|Italian|ITALIAN|ITA|iTA|SPANiSH|Spanish|SPANISH|CASTELLANO|LATiNO|NORDiC|SWEDiSH|Swedish|DANiSH|Danish|NORWEGiAN|FiNNiSH|DUTCH|Dutch|FLEMISH|POLISH|Polish|PL|PLDUB|RUSSiAN|RUSSIAN|Russian|RUS|HUN|Hungarian|HUNGARiAN|CZ|CZECH|JAPANESE|Japanese|JPN|KOREAN|Korean|KOR|CHINESE|Chinese|Mandarin|CHS|CHT|HINDI|Hindi|TAMIL|Tamil|TELUGU|Telugu|Malayalam|ARABIC|TURKISH|Turkish|ENGLISH|English|ENG|Eng|MULTi|MULTI|Multi|DUBLADO|Dublado|GERMAN|Portuguese|PORTUGUESE|Thai|THAI|UKR|Ukr|Ita|Rus)$/u;
const BELONGS =
  /^(?:the|a|an|in|of|my|for|and|to|speak|speaking|learn|good|our|your|le|la|les|il|el|new|old|young|is|with|de)$/iu;

/** Whether a word is a language tag, as far as the word before it allows: `My.Man.is.German` is a title. */
export const isLanguageTag = (text: string, before: string | undefined): boolean =>
  WHOLE_WORD.test(text) &&
  (!before || !BELONGS.test(before) || text === text.toUpperCase() || /[A-Z]i[A-Z]/.test(text));
