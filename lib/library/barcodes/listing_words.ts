/** Words that shops add to a title. The patterns match whole words, ignoring case. */

const NUMBER_WORDS: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ first: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10 },
  ...{ erste: 1, zweite: 2, dritte: 3, vierte: 4, fünfte: 5, sechste: 6, siebte: 7, achte: 8, neunte: 9, zehnte: 10 },
};
const WORD = Object.keys(NUMBER_WORDS).join("|");
const COUNT = `(?:\\d{1,3}|${WORD})`;
/** Formats at a title's start. Words for music must be followed by a separator, because titles may start with them. */
export const FORMAT_IN_FRONT = RegExp(
  "^(?:(?:(?:3d )?blu[- ]?rays?(?: discs?)?|(?:hd )?dvds?(?: discs?)?|4k(?: uhd| ultra ?hd)?|uhd|ultra ?hd)" +
    "(?![\\p{L}\\p{N}'])[\\s\\-–—:,|/+&*]*|(?:cds?|vinyl|lps?) *[:|–—] *|(?:cds?|vinyl|lps?) - )+(?=[\\p{L}\\p{N}\"'¡¿(])",
  "iu",
);

/** Names of categories for books and games in shops. */
export const OTHER_SHELF =
  /(?<![\p{L}])(?:books?|e-?books?|audiobooks?|comics?|manga|magazines?|(?:video ?)?games?|consoles?|software|toys?|puzzles?|bücher|spiele|spielzeug|livres?|jeux|libros?|juegos?)(?![\p{L}])/iu;
/** Matches categories that contain media, whatever else is in their name. */
export const MEDIA_SHELF = /dvd|blu-?ray|video(?!\s*-?games?)|movie|film|tv|television|music|sound recording|audio cd/i;

const SEASON = "(?:seasons?|staffeln?|saisons?|temporadas?|stagion[ei]|säsong)";

/** Formats, best first. A box with a UHD and a Blu-ray disc is a UHD. */
export const FORMATS = [
  ["uhd", /\b(?:4k|uhd|ultra ?hd|ultra high definition)\b/i],
  ["bluray", /\b(?:blu[- ]?rays?|bd)\b/i],
  ["dvd", /\bdvds?\b/i],
  ["vinyl", /\b(?:vinyl|lps?)\b/i],
  ["cd", /\b(?:cds?|compact discs?|sacd)\b/i],
] as const;

/** Matches words that cannot be part of a title, which ends before them. */
export const END_OF_TITLE = words(
  "(?:3d )?blu[- ]?rays?",
  "(?:hd )?dvds?",
  "bd(?: ?\\+ ?(?:dc|dvd))?",
  "4k",
  "uhd",
  "ultra ?hd",
  `${COUNT}[- ]?(?:discs?|disks?|dvds?|blu[- ]?rays?|cds?|lps?|disc set)`,
  "steel ?book",
  "digital (?:code|copy|download|hd)",
  "(?:uv|ultraviolet) copy",
  "(?:audio )?cds?",
  "compact disc",
  "vinyl",
  "lps?",
  "region (?:[abc0-8]|free|all)",
  "region ?(?:code)? ?\\d",
  "(?:ntsc|pal)",
  "fsk ?\\d+",
  "rated (?:r|pg|pg-13|g|nc-17)",
  "(?:widescreen|full ?screen)",
  "free shipping",
  "ships free",
);

const TO = `(?: ?[-–—~&+,/] ?| (?:to|bis|à|a|and|und|et|y) )`;
/** Matches `Complete Seasons 1-4`, for which there is no single season number. */
export const SEASON_RANGE = RegExp(
  `(?:the |die |la )?(?:complete |komplette |intégrale )?${SEASON} (?:\\d{1,2}|${WORD})${TO}(?:${SEASON} )?(?:\\d{1,2}|${WORD})\\b(?![- ]?(?:dis[ck]s?|dvds|cds|blu[- ]?rays)\\b)|\\bs\\d{1,2} ?[-–—] ?s\\d{1,2}\\b`,
  "iu",
);

/** Patterns for seasons, with the number in the group `n`. */
export const SEASONS = [
  RegExp(`(?:the |die |la )?(?:complete |komplette |intégrale )?${SEASON} (?<n>\\d{1,2}|${WORD})\\b`, "iu"),
  RegExp(`(?:the |die |la )?(?:complete |komplette )?(?<n>${WORD}|\\d{1,2}(?:st|nd|rd|th|\\.)) ${SEASON}\\b`, "iu"),
  RegExp("(?:the )?(?:complete )?series (?<n>\\d{1,2})\\b", "iu"),
  /\bs(?<n>\d{2})\b/iu,
  /\byear (?<n>\d{1,2})(?=\s*(?:$|[[(,-]))/iu,
] as const;

/** Matches phrases that are only used for complete series. */
export const WHOLE_SERIES =
  /\b(?:(?:the|die) )?(?:complete|entire|komplette) (?:tv )?(?:series|serie)\b|\b(?:an? )?(?:\d+-part )?(?:tv )?mini-?series(?: event)?\b|\btv series\b/iu;

/** Matches words that are removed at the end of a title. Elsewhere they belong to the title. */
export const TRAILING = RegExp(
  `(?:^|[\\s\\-–—:,;|/+&]+)(?:${
    [
      "(?:brand )?new",
      "neu",
      "(?:factory )?sealed",
      "used",
      "like new",
      "imports?",
      "o(?:ut )?o(?:f )?p(?:rint)?",
      "box ?set",
      "digital",
      "(?:director['’]?s|final|extended|theatrical|unrated|international) (?:cut|version)",
      "remaster(?:ed)?",
      "(?:(?:\\d+(?:st|nd|rd|th) anniversary|special|limited|collector['’]?s|deluxe|extended|ultimate|anniversary|" +
      "steelbook|premium|exclusive|unrated|mediabook|édition|edición) ?)+(?:edition|ed|collector|collection|set)?\\.?",
      "(?:eureka|masters of cinema|(?:the )?criterion collection|arrow video|shout factory|kino lorber)",
      "(?:warner(?: bros\\.?)?|universal|paramount|sony|mgm|lionsgate|20th century fox|disney|pixar|studiocanal)" +
      "(?: (?:home (?:video|entertainment)|pictures|studios|films|bros\\.?))*",
    ].join("|")
  })$`,
  "iu",
);

/** Parses a number in digits or words. Returns undefined if it is neither. */
export const numberOf = (text: string): number | undefined => {
  const number = NUMBER_WORDS[text.toLowerCase()] ?? parseInt(text);
  return number > 0 ? number : undefined;
};

/**
 * Creates a pattern that matches any of the patterns as whole words. Letters of all alphabets are treated as letters.
 */
function words(...patterns: string[]): RegExp {
  return RegExp(`(?<![\\p{L}\\p{N}'])(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}
