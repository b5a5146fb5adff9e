/** Parses the names of folders for a single season of a series. */

/**
 * Season of a folder. `show` is the title before the season, if the name contains one: `Lost - Season 02`,
 * `Lost.S02.1080p-GRP`.
 */
export interface SeasonFolder {
  season: number;
  show?: string;
}

const SPECIALS = /^(?:Specials?|S00|Extras|OVAs?|Speciale?s)$/iu;
const WORDS =
  "Season|Series|Staffel|Saison|Temporada|Stagione|Seizoen|Sezon|Säsong|Sæson|Сезон|Volume|Vol\\.?|Book|Buch|Livre|Cour";
/** Part of the patterns that excludes several seasons: `Season 1-4`, `S01-S04`, `Season 1 & 2`. */
const ONE_ONLY = "(?![\\p{L}\\d])(?![ ._]?[-–~&+,][ ._]?(?:(?:Season|Staffel|Saison|S)[ ._]?)?\\d{1,2}(?![\\p{L}\\d]))";
const SPELLED = new RegExp(`^(?:${WORDS})[ ._-]{0,3}(\\d{1,4})${ONE_ONLY}`, "iu");
const SHORT = new RegExp(`^S(\\d{1,4})${ONE_ONLY}(?![ ._-]?E\\d)`, "iu");
const ORDINAL =
  /^(\d{1,2})(?:\.|st|nd|rd|th|[ªºèe])?[ ._](?:Season|Staffel|Temporada|Saison|Stagione|Seizoen|Сезон|Sezon)(?![\p{L}\d])/iu;
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const NAMED = new RegExp(`^(?:Season|Series|Volume|Book)[ ._-](${NUMBERS.join("|")})(?!\\p{L})`, "iu");
const NAMED_FIRST = new RegExp(`^(?:The[ ._])?(${ORDINALS.join("|")})[ ._](?:Season|Series)(?!\\p{L})`, "iu");
const ROMAN = /^(?:Season|Series|Saison|Staffel|Volume|Book|Livre)[ ._-](I{1,3}|IV|VI{0,3}|IX|X)(?![\p{L}\d])/u;
const ROMANS = "I II III IV V VI VII VIII IX X".split(" ");
const CHINESE = /^第?([一二三四五六七八九十]|\d{1,3})[季期]/u;
const CHINESE_DIGITS = "一二三四五六七八九十";
/**
 * Matches the start of the season after the title of a show. Words that also occur in titles require a number at the
 * end of the name.
 */
const BEHIND_TITLE = new RegExp(
  `^(.{1,120}?)(?:[ ._]+(?:[-–][ ._]+)?|[ ._]?\\()((?:(?:Season|Staffel|Saison|Temporada|Stagione|Seizoen|Sezon|Сезон)[ ._-]{0,3}\\d{1,4}|S\\d{1,3}(?![ ._-]?E\\d))${ONE_ONLY}|第?(?:[一二三四五六七八九十]|\\d{1,3})季)`,
  "iu",
);
const LONGEST_NAME = 512;

/** Parses the name of a folder. Undefined unless it contains exactly one season. */
export function readSeasonFolder(folder: string): SeasonFolder | undefined {
  const name = folder.slice(0, LONGEST_NAME).normalize("NFC").trim();
  const season = seasonAtStart(name);
  if (season !== undefined) return { season };
  const titled = BEHIND_TITLE.exec(name);
  const stated = titled?.[2] === undefined ? undefined : seasonAtStart(titled[2]);
  const show = titled?.[1]?.replace(/[\s._(-]+$/u, "");
  // `Complete Season 2` and `[Group] S2` contain no title of a show.
  return stated === undefined || !show ? undefined : isNoTitle(show) ? { season: stated } : { season: stated, show };
}

const isNoTitle = (show: string): boolean => /^(?:the[ ._])?(?:complete|komplette?|full)$/iu.test(show);

function seasonAtStart(name: string): number | undefined {
  if (SPECIALS.test(name)) return 0;
  const digits = SPELLED.exec(name)?.[1] ?? SHORT.exec(name)?.[1] ?? ORDINAL.exec(name)?.[1];
  if (digits !== undefined) return Number(digits);
  const word = NAMED.exec(name)?.[1]?.toLowerCase();
  if (word !== undefined) return NUMBERS.indexOf(word) + 1;
  const ordinal = NAMED_FIRST.exec(name)?.[1]?.toLowerCase();
  if (ordinal !== undefined) return ORDINALS.indexOf(ordinal) + 1;
  const roman = ROMAN.exec(name)?.[1];
  if (roman !== undefined) return ROMANS.indexOf(roman) + 1;
  const chinese = CHINESE.exec(name)?.[1];
  if (chinese === undefined) return undefined;
  const at = CHINESE_DIGITS.indexOf(chinese);
  return at < 0 ? Number(chinese) : at + 1;
}

/** Returns the season for `2`, `02` or `2024` in the folder of a show, if there is no text before it. */
export const bareSeason = (folder: string): number | undefined =>
  /^(?:\d{1,2}|(?:19|20)\d\d)$/u.test(folder.trim()) ? Number(folder) : undefined;

/**
 * True for `Complete Seasons 1-4` or `S01-S04`: several seasons of the show in the parent folder, without its title.
 */
export const isSeasonRange = (folder: string): boolean =>
  /^(?:(?:the[ ._])?(?:complete|all)[ ._])?(?:seasons?|series|staffeln?|saisons?|temporadas?|stagioni|s)[ ._]?\d{1,2}[ ._]?[-–~&+][ ._]?(?:seasons?[ ._]?|s)?\d{1,2}(?![\p{L}\d])/iu
    .test(folder.trim().slice(0, LONGEST_NAME));
