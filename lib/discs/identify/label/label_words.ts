/**
 * Words in labels that describe the disc instead of its title. They are applied to lowercase text with single spaces.
 */

/** Values of a marker in a label. */
export interface LabelMark {
  season?: number;
  disc?: number;
  discs?: number;
}

/** Pattern of a marker, and its parser, which returns undefined if the text is not a marker. */
export interface MarkRule {
  pattern: RegExp;
  read: (groups: Record<string, string | undefined>) => LabelMark | undefined;
}

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const GERMAN = ["erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte", "zehnte"];
const LETTERS = ["a", "b", "c", "d"];
const ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
const NUMBER = `\\d{1,2}|${NUMBERS.join("|")}`;
const SEASON = "season|series|staffel|saison|temporada|stagione|seizoen";
/** Words such as "complete" before "season", which are not part of a title. */
const WHOLE = "(?:(?:the|die|la) )?(?:complete |komplette )?";

/** Creates a pattern that matches whole words. */
const words = (pattern: string): RegExp => new RegExp(`(?<![^ ])(?:${pattern})(?![^ ])`, "gu");

/** Converts a word to a number: `2`, `2nd`, `two`, `second`, `ii`, `b`. */
export function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const digits = /^\d{1,3}/.exec(word)?.[0];
  if (digits !== undefined) return Number(digits);
  const place = [NUMBERS, ORDINALS, GERMAN, ROMAN, LETTERS].map((list) => list.indexOf(word)).find((at) => at >= 0);
  return place === undefined ? undefined : place + 1;
}

const discOf = (word: string | undefined): number | undefined => numberOf(word) || undefined;

/** Patterns for seasons and discs, in the order in which they are searched. */
export const MARKS: MarkRule[] = [
  // If a box contains several seasons, the season of the disc is unknown.
  {
    pattern: words("s\\d{1,2} s\\d{1,2}|(?:seasons|staffeln) \\d{1,2} (?:(?:to|and|bis|und) )?\\d{1,2}"),
    read: () => ({}),
  },
  {
    pattern: words("s(?<season>\\d{1,2}) ?(?:disc|disk|dvd|bd|d) ?(?<disc>\\d{1,2})"),
    read: ({ season, disc }) => ({ season: numberOf(season), disc: discOf(disc) }),
  },
  {
    pattern: words(`${WHOLE}(?:${SEASON}|ssn) ?(?<season>${NUMBER})`),
    read: ({ season }) => ({ season: numberOf(season) }),
  },
  {
    pattern: words(
      `${WHOLE}(?<season>\\d{1,2}(?:st|nd|rd|th)|${ORDINALS.join("|")}|${
        GERMAN.join("|")
      }) (?:complete )?(?:${SEASON})`,
    ),
    read: ({ season }) => ({ season: numberOf(season) }),
  },
  {
    pattern: words("(?<season>\\d{1,2}) (?:staffel|saison|temporada|stagione|seizoen)"),
    read: ({ season }) => ({ season: numberOf(season) }),
  },
  { pattern: words("s(?<season>\\d{1,2})"), read: ({ season }) => ({ season: numberOf(season) }) },
  {
    pattern: words(
      `(?:disc|disk|dsk|disque|disco|platte) ?(?<disc>${NUMBER}|[a-d])(?: (?:of|von|de) (?<discs>${NUMBER}))?`,
    ),
    read: ({ disc, discs }) => ({ disc: discOf(disc), discs: discOf(discs) }),
  },
  {
    // DVD5, DVD9, BD25 and similar words are the capacity of the disc.
    pattern: words(
      "(?!dvd[59](?![^ ])|bd(?:25|50|66|99)(?![^ ]))(?:d|bd|cd|dvd)(?<disc>\\d{1,2})|(?:bd|cd|dvd) (?<discAlso>\\d{1,2})",
    ),
    read: ({ disc, discAlso }) => ({ disc: discOf(disc ?? discAlso) }),
  },
  {
    pattern: /(?<=[^ ] )(?<disc>\d{1,2}) of (?<discs>\d{1,2})$/gu,
    read: ({ disc, discs }) =>
      Number(disc) > 0 && Number(disc) <= Number(discs) ? { disc: discOf(disc), discs: discOf(discs) } : undefined,
  },
  { pattern: words(`${WHOLE}complete (?:series|collection|season)|(?:die )?komplette serie`), read: () => ({}) },
];

/** Matches the number of a disc in a series, or of a part of a movie. */
export const VOLUME: RegExp = words(`(?:volume|vol|v) ?(?<disc>${NUMBER})`);

/** Formats, regions and editions. A title may start with any of them. */
export const NOISE: RegExp = words(
  [
    "pal|ntsc|secam|r[1-6]|rc[1-6]|region (?:free|[a-c0-6])",
    "(?:4k )?ultra hd|uhd|4k|2160p|1080[pi]|720p|576[pi]|480[pi]|hdr(?:10)?|dolby (?:vision|atmos)|3d",
    "complete (?:uhd )?(?:blu ?ray|dvd|disc)|blu ?ray(?: disc)?|bd ?rom|bd|bd(?:25|50|66|100)|dvd ?r|dvd|dvd[59]|hd dvd",
    "16x9|4x3|1x1|ws|fs|widescreen|wide screen|full ?screen|full frame|letterbox|anamorphic|dual layer",
    "(?:special|collectors?|collector's|limited|deluxe|ultimate|definitive|anniversary) (?:edition|ed)",
    "\\d{1,3}(?:st|nd|rd|th) anniversary(?: edition)?|remastered|restored|steelbook",
    "(?:extended|unrated|uncut|theatrical|final|directors|director's|original)(?: (?:cut|edition|version|release))",
    "extended|unrated|theatrical|disc|disk",
  ].join("|"),
);

/** Words at the end of a label that are usually not part of the title. */
export const WEAK_END: RegExp =
  / (?:us|uk|na|eu|usa|ger|anz|jp|se|ce|le|dc|hd|sd|dl|sl|ac|bonus|feature|film|movie|main|fox|disney|warner|wb|whv|universal|paramount|sony|mgm|lionsgate|bbc|hbo|criterion|funimation|sentai|viz|madman|studiocanal)$/u;

/** Names of publishers at the beginning of some labels. */
export const PUBLISHER: RegExp =
  /^(?:fox|disney|warner|wb|whv|universal|paramount|sony|mgm|lionsgate|bbc|hbo|criterion|funimation|sentai|viz|madman|studiocanal|marvel|pixar) (?=\S)/u;

/** A label that consists only of these words contains no title. */
export const GENERIC: ReadonlySet<string> = new Set(
  (
    "movie disc disk bonus dvd video logical volume id dvdvideo dvdvolume logicalvolumeid cdrom cd rom bluray blu ray " +
    "bd bdrom bdmv uhd untitled no name noname my mydisc mydvd sony new disc1 disc2 features feature special specials " +
    "extra extras supplement supplements supplemental main film title ts audio data default unknown backup iso image " +
    "makemkv the a of and pal ntsc 4k hd side vol volume label dvdrom dvdr region ultra material"
  ).split(" "),
);
