import { withAirDate } from "./daily.ts";
import type { Numbering } from "./model.ts";
import { noNumbers } from "./model.ts";

const SEASON_EPISODE =
  /(?<![\p{L}\p{N}])[ST](\d{1,4})(?:[ ._-]{0,3}(?:x?E|EP)[ ._-]?|[ ._-]{1,3}EP[ ._-]?\(|[ ._-]{1,3}(?:Episode|Aflevering|Afl|Folge|Épisode|Cap[ií]tulo|Cap|Odcinek|B[öo]l[üu]m|Серия)[ ._-]{0,2})(\d{1,5})(?!\d)/iu;
/** Matches names without separators: `grp-zoos01e11`, `ShowNameS01E05German`. */
const GLUED = /(?<=[a-z])(?:s(\d{2})e(\d{2})(?![\p{L}\p{N}])|S(\d{2})E(\d{2,3})(?!\d))/u;
const CROSS = /(?<![\p{L}\p{N}])S?(?<!(?<!(?:19|20)\d)\d[x.])(\d{1,2}|(?:19|20)\d\d)x(\d{1,3})(?![\p{N}])(?![a-wyz])/iu;
const SPELLED =
  /(?<![\p{L}\p{N}])(?:Season|Series|Saison|Staffel|Temporada|Stagione|Seizoen|Сезон|Sezon)[ ._:-]{0,3}(\d{1,3})[ ._,/-]{1,4}(?:Episodes?|Ep|E|Folge|Cap[ií]tulo|Cap|Episodio|Épisode|Aflevering|Сери[яи]|Odcinek)[ ._:-]{0,3}(\d{1,4})(?!\d)/iu;
const CAPITULO = /(?<![\p{L}\p{N}])Cap\.?(\d{1,2})(\d\d)(?:[_-](\d{1,2})(\d\d))?(?!\d)/iu;
const RUSSIAN =
  /(?<![\p{L}\p{N}])(\d{1,2})[ ._-]сезон[ ._,:-]{1,3}(\d{1,3})(?:-(\d{1,3}))?[ ._-]сери[яий](?:[ ._-]из[ ._-]\d{1,4})?\)?/iu;
/** Matches Turkish names: `1.Sezon 5.Bölüm`, and `S01B05`. */
const BOLUM = "B[öo]l[üu]m|BLM";
const TURKISH = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,2})\\.?[ ._-]{0,2}Sezon[ ._,-]{1,3}(\\d{1,4})\\.?[ ._-]{0,2}(?:${BOLUM})(?!\\p{L})`,
  "iu",
);
const TURKISH_SHORT = /(?<![\p{L}\p{N}])S(\d{2})[ ._-]?B(\d{2,3})(?![\p{L}\p{N}])/u;
/** Matches `S5E6-8`. A single digit ends a range only if the first number has no leading zero either. */
const UNPADDED = /^([-~])(\d{1,2})(?![\p{L}\d]|\.\d{1,2}(?!\d))/u;
/** Matches `S2E1-16 of 16`. */
const OF_ALL = /^[ ._](?:of|из)[ ._]\d{1,3}(?![\p{L}\d])/iu;
/** Patterns after an episode number, for another number or the end of a range. */
const MORE: RegExp[] = [
  /^( ?[-~] ?|[ ._](?:to|bis|à)[ ._])(?:S\d{1,4}[ ._]?)?EP?[ ._]?(\d{1,5})(?!\d)/iu,
  /^( ?[-~] ?)\d{1,4}x(\d{1,4})(?![\dx])/iu,
  /^([-~])(\d{2,4})(?![\dpix]|\.\d\d\.\d|-\d{2}-\d{4})(?![\p{L}])/iu,
  /^()(?:[ ._+&,/]{0,3}|[ ._](?:and|und|et|y)[ ._])(?:S\d{1,4}[ ._]?)?EP?[ ._]?(\d{1,5})(?!\d)/iu,
  /^()[ ._](?:[&+][ ._])?\d{1,4}x(\d{1,3})(?![\dx])/iu,
  /^(-)x(\d{1,3})(?!\d)/iu,
  /^()_?x(\d{1,3})(?!\d)/iu,
  /^(_)(\d{2})(?![\d\p{L}])/iu,
  /^()[+&](\d{1,3})(?![\d\p{L}])/u,
  /^([ ._]-[ ._])x(\d{1,3})(?![\dx])/iu,
];
const LONGEST_RANGE = 400;
/** Matches `S01E05 & 06`. No episode title starts with such a character. */
const JOINED = /^()[ ._]?[&+][ ._]?(\d{1,3})(?![\d\p{L}]|\.\d(?!\d{2}))/u;
/**
 * Matches `S01E05, 06` and `S01E05 and 06`. A title may start like this, but not with a leading zero, and not at the
 * end of the release name.
 */
const LISTED =
  /^()(?:[ ._]?[,/–][ ._]?|[ ._](?:and|und|et|y)[ ._])(0\d{1,2}|\d{1,3}(?=[ ._]*(?:$|[-–()[\]&+,]|\d{3,4}[pi])))(?![\d\p{L}]|\.\d(?!\d{2}))/iu;

/** Matches a part of a split movie, which is not an episode: `Heat (1995) - pt2`. */
const SPLIT_MOVIE = /(?:\)|\}|\])\s*-\s*(?:part|pt)\d$/iu;

const span = (match: { index: number; 0: string }) => ({ start: match.index, end: match.index + match[0].length });

/** Returns the integers from the first to the last. Only the first if the range is not plausible. */
export const range = (first: number, last: number): number[] =>
  last > first && last - first <= LONGEST_RANGE
    ? Array.from({ length: last - first + 1 }, (_, i) => first + i)
    : [first];

function episodesFrom(text: string, match: RegExpExecArray, season: number, first: number): Numbering {
  let { start, end } = span(match);
  let episodes = [first];
  const patterns = /\D[1-9]$/u.test(match[0]) ? [...MORE, UNPADDED] : MORE;
  for (let count = 0; count < 60; count++) {
    const rest = text.slice(end, end + 24);
    const more = patterns.map((pattern) => pattern.exec(rest)).find((found) => found !== null) ??
      nextOf(rest, text.slice(start, end));
    const next = Number(more?.[2]);
    const last = episodes.at(-1) ?? first;
    if (!more || next < last || next - last > LONGEST_RANGE || isOtherCount(more, match[0], next - last)) break;
    episodes = more[1] ? [...episodes, ...range(last, next).slice(1)] : [...new Set([...episodes, next])];
    end += more[0].length;
  }
  end += OF_ALL.exec(text.slice(end, end + 12))?.[0].length ?? 0;
  const version = /^v(\d)(?![\p{L}\d])/iu.exec(text.slice(end, end + 3))?.[1];
  if (version) end += 2;
  if (text[start - 1] === "[" && text[end] === "]") [start, end] = [start - 1, end + 1];
  else if (match[0].includes("(") && text[end] === ")") end++;
  return {
    ...noNumbers(),
    season,
    seasons: [season],
    episodes,
    special: season === 0,
    start,
    end,
    kind: "episode",
    ...(version ? { version: Number(version) } : {}),
  };
}

/** Finds a number without a marker that continues the previous one and has the same number of digits. */
function nextOf(rest: string, before: string): RegExpExecArray | undefined {
  const digits = /\d+$/u.exec(before)?.[0] ?? "";
  const found = JOINED.exec(rest) ?? LISTED.exec(rest);
  const next = found?.[2] ?? "";
  const isNext = Number(next) === Number(digits) + 1 &&
    next.length === String(Number(digits) + 1).padStart(digits.length, "0").length;
  return isNext && found || undefined;
}

/**
 * True if the number after a dash is not an episode: it has more digits than the first number and is far from it, as in
 * `S02E09-791`. A nearby number is an episode, as in `S01E99-100`.
 */
const isOtherCount = (more: RegExpExecArray, first: string, distance: number): boolean =>
  /^[-~]\d+$/u.test(more[0]) && distance > MAX_DISTANCE &&
  (more[2] ?? "").length > (/\d+$/u.exec(first)?.[0] ?? "").length;
const MAX_DISTANCE = 50;

/** Finds explicit episode numbers: `S01E05`, `1x05`, `Season 1 Episode 5`. */
export function findEpisode(text: string): Numbering | undefined {
  const standard = SEASON_EPISODE.exec(text);
  if (standard) return withAirDate(text, episodesFrom(text, standard, Number(standard[1]), Number(standard[2])));
  const cross = CROSS.exec(text);
  if (cross) return episodesFrom(text, cross, Number(cross[1]), Number(cross[2]));
  const spelled = SPELLED.exec(text);
  if (spelled) return episodesFrom(text, spelled, Number(spelled[1]), Number(spelled[2]));
  const turkish = TURKISH.exec(text) ?? TURKISH_SHORT.exec(text);
  if (turkish) return episodesFrom(text, turkish, Number(turkish[1]), Number(turkish[2]));
  const chapter = CAPITULO.exec(text);
  if (chapter) {
    const season = Number(chapter[1]);
    const temporada = /[ ._-]*[-[(]*[ ._-]*Temporada[ ._]\d{1,2}/iu.exec(text);
    const episodes = range(Number(chapter[2]), Number(chapter[4] ?? 0));
    return { ...noNumbers(), season, seasons: [season], episodes, ...span(temporada ?? chapter), kind: "episode" };
  }
  const russian = RUSSIAN.exec(text);
  if (russian) {
    const season = Number(russian[1]);
    const episodes = range(Number(russian[2]), Number(russian[3] ?? 0));
    return {
      ...noNumbers(),
      season,
      seasons: [season],
      episodes,
      ...span(russian),
      kind: episodes.length > 1 ? "pack" : "episode",
    };
  }
  const glued = GLUED.exec(text);
  return glued ? episodesFrom(text, glued, Number(glued[1] ?? glued[3]), Number(glued[2] ?? glued[4])) : undefined;
}

/** Matches `E05`, `Ep 05-06`, `Episode 5 & 6` and `Episode 5`: episodes of a series with a single season. */
const LONE =
  /(?<![\p{L}\p{N}])(?:E|(?:EP\.?|Episode|Folge|Épisode|Cap[ií]tulo|Aflevering|Afl\.?|B[öo]l[üu]m|BLM|Odcinek|Серия)[ ._]?)(\d{1,4})(?:v(\d))?(?:[-~](?:E|EP)?(\d{1,4})|[ ._]?[&+][ ._]?(?:E|EP)?(\d{1,4}))?(?![\p{L}\d])/iu;
/** Matches Turkish `5.Bölüm`. */
const LONE_BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(\\d{1,4})\\.?[ ._]?(?:${BOLUM})(?!\\p{L})`, "iu");
const NUMERALS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
  v: 5,
  vi: 6,
  vii: 7,
  viii: 8,
};
const PART =
  /(?<![\p{L}\p{N}])(?:Part|Pt)[ ._]?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|i{1,3}|iv|vi{0,3})(?:[-&](?:Part)?(\d{1,2}))?(?![\p{L}\d])/iu;
/** Matches `3of6`, `3 of 6` and `(3 of 6)`. */
const OF = /(?<![\p{L}\p{N}])(\d{1,2})([ ._]?)of\2(\d{1,2})(?![\p{L}\p{N}])/iu;

/** Finds episodes without a season that are not marked as anime. */
export function findLoneEpisode(text: string, absolute: boolean): Numbering | undefined {
  const lone = LONE.exec(text) ?? LONE_BEFORE.exec(text);
  if (!lone) return undefined;
  const first = Number(lone[1]);
  // After "and", only the next number is accepted. Other numbers have a different meaning.
  const numbers = range(first, Number(lone[3] ?? (Number(lone[4]) === first + 1 ? lone[4] : 0)));
  const version = lone[2] ? { version: Number(lone[2]) } : {};
  if (absolute || numbers.some((number) => number > 999)) {
    return { ...noNumbers(), absolute: numbers, ...span(lone), ...version, kind: "absolute" };
  }
  return { ...noNumbers(), season: 1, seasons: [1], episodes: numbers, ...span(lone), ...version, kind: "episode" };
}

/**
 * Finds `Part 2` or `3of6`, which are numbers of a miniseries. They also occur in names of movies with a year, which
 * the caller must check.
 */
export function findPart(text: string): Numbering | undefined {
  const match = PART.exec(text) ?? OF.exec(text);
  if (!match || match.index === 0 || SPLIT_MOVIE.test(text)) return undefined;
  // Rejects `1 of Us` in `One of 1 of Us`: a total is at least 2 and never less than the part number.
  if (match[3] !== undefined && Number(match[3]) < Math.max(2, Number(match[1]))) return undefined;
  const first = NUMERALS[match[1]?.toLowerCase() ?? ""] ?? Number(match[1]);
  const episodes = /of/iu.test(match[0]) ? [first] : range(first, Number(match[2] ?? 0));
  return { ...noNumbers(), season: 1, seasons: [1], episodes, ...span(match), kind: "episode" };
}

const NOT_EPISODES = new Set([264, 265, 360, 480, 540, 576, 720, 1080, 2160]);

/** Finds `105` before quality words or at the end: season 1, episode 5. */
export function findBareNumber(text: string, limit: number): Numbering | undefined {
  const head = text.slice(0, limit);
  const pair = /(?<=[ ._-])(\d{1,2})(\d\d)(\d\d)(?=[ ._[-]|$)/u.exec(head);
  // `10708` means episodes 7 and 8 of season 1.
  if (pair && Number(pair[1]) > 0 && Number(pair[2]) > 0 && Number(pair[3]) === Number(pair[2]) + 1) {
    const season = Number(pair[1]);
    const episodes = [Number(pair[2]), Number(pair[3])];
    return { ...noNumbers(), season, seasons: [season], episodes, ...span(pair), kind: "episode" };
  }
  for (const match of head.matchAll(/(?<=[ ._-])(\d{1,2})(\d\d)(?=[ ._[-]|$)/gu)) {
    const [season, episode, whole] = [Number(match[1]), Number(match[2]), Number(`${match[1]}${match[2]}`)];
    if (NOT_EPISODES.has(whole) || season === 0 || episode === 0 || (whole >= 1_900 && whole < 2_100)) continue;
    const { start, end } = span(match);
    const next = /^[ ._-](\d{1,2})(\d\d)(?=[ ._[-]|$)/u.exec(head.slice(end, end + 6));
    const more = next && Number(next[1]) === season && Number(next[2]) === episode + 1;
    const episodes = more ? [episode, episode + 1] : [episode];
    const last = end + (more ? next[0].length : 0);
    return { ...noNumbers(), season, seasons: [season], episodes, start, end: last, kind: "episode" };
  }
  return undefined;
}
