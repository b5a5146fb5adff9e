import type { AnimeFile } from "../../../db/library/anime/anime_file.ts";
import type { AnimeName, AnimeRow } from "../../../db/library/anime/anime_rows.ts";
import { fold, wordsOf } from "../../kit/fold.ts";
import { type FoldedTitle, foldedTitle, titleScore } from "../search/rank.ts";
import type { AnimeMatch, AnimeQuestion } from "./model.ts";
import { looseRomaji, seasonedTitle, wholeTerm } from "./title_forms.ts";

/** Finds anime by any of their names: first who may fit, by rare words; then how well each of their names fits. */

/** How many may fit: each has its names compared. */
const MAX_CANDIDATES = 30;
/** A term of more anime than this only tells apart who was found by others. */
const COMMON = 1_500;
/** Words that begin as the last typed one. */
const MAX_BEGUN = 30;
/** A whole title counts more than all its words. */
const WHOLE_WEIGHT = 50;

/** Points that are taken off: for a rank of the name, for another spelling, for a season that stands elsewhere. */
const RANK_LOSS = { main: 0, official: 0, synonym: 4, short: 0 };
/** The most that a name of a rank reaches. Many anime share the short names: none is found by one alone. */
const MAX_SCORE = { main: 100, official: 100, synonym: 96, short: 60 };
const SPELLING_LOSS = 2;
const SEASON_LOSS = 1;
/** The series is right and the season is another one. */
const OTHER_SEASON_LOSS = 14;

/** The best `limit` for any of the questions. */
export function searchAnime(file: AnimeFile, questions: readonly AnimeQuestion[], limit: number): AnimeMatch[] {
  const best = new Map<number, AnimeMatch>();
  const asked = new Set<string>();
  for (const question of questions) {
    const typed = typedTitle(question);
    const { folded } = typed.written.whole;
    const key = `${folded}\n${typed.season ?? ""}`;
    if (folded === "" || asked.has(key)) continue;
    asked.add(key);
    for (const aid of candidatesFor(file, typed)) {
      const match = matchOf(file, aid, typed);
      if (match !== undefined && match.score > (best.get(aid)?.score ?? 0)) best.set(aid, match);
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.aid - b.aid).slice(0, limit);
}

/** A title with its season and without: one object where it names none. */
interface TitleForms {
  whole: FoldedTitle;
  base: FoldedTitle;
}

function formsOf(whole: string, base: string): TitleForms {
  const folded = foldedTitle(whole);
  return { whole: folded, base: base === whole ? folded : foldedTitle(base) };
}

/** The same in one spelling of romaji; undefined where that changes nothing. */
function looseForms(whole: string, base: string): TitleForms | undefined {
  const loose = looseRomaji(whole);
  const looseBase = base === whole ? loose : looseRomaji(base);
  return loose === whole && looseBase === base ? undefined : formsOf(loose, looseBase);
}

/** What was asked for in the forms in which it is compared. */
interface TypedTitle {
  text: string;
  written: TitleForms;
  /** The same as `written` where it is spelled so already. */
  loose: TitleForms;
  season?: number;
  /** How its words begin: a name with none of them is not compared. */
  stems: readonly string[];
  /** Names without any letter of its script are not compared. */
  script: RegExp;
}

function typedTitle({ text, season: named }: AnimeQuestion): TypedTitle {
  const folded = fold(text);
  const own = seasonedTitle(folded);
  const season = named ?? own.season;
  const written = formsOf(folded, own.base);
  return {
    text,
    written,
    loose: looseForms(folded, own.base) ?? written,
    ...(season === undefined ? {} : { season }),
    stems: stemsOf(folded),
    script: OTHER_SCRIPTS.test(folded) ? OTHER_SCRIPTS : LATIN,
  };
}

/** As ` sh` in a text that begins with a space; signs without spaces may stand anywhere. */
const stemsOf = (folded: string): string[] => [
  ...new Set(wordsOf(looseRomaji(folded)).map((word) => LATIN.test(word) ? ` ${word.slice(0, 2)}` : word)),
];

const LATIN = /[a-z0-9]/;
const OTHER_SCRIPTS = /[^a-z0-9 ]/;

/** The anime that share the rarest terms, or a whole title. */
function candidatesFor(file: AnimeFile, { loose: { whole, base } }: TypedTitle): number[] {
  const weights = new Map<number, number>();
  for (const { folded } of new Set([whole, base])) {
    for (const aid of file.aidsOf(wholeTerm(folded))) weights.set(aid, WHOLE_WEIGHT);
  }
  const words = [...new Set([...whole.words, ...base.words])];
  const terms = words.map((word) => file.aidsOf(word));
  const last = words.at(-1) ?? "";
  if (last.length >= 3) terms.push(...begunBy(file, last));
  if (whole.joined.length >= 6) terms.push(...file.aidsOfBeginning(`=${whole.joined}`, MAX_BEGUN));
  for (const aids of terms.toSorted((a, b) => a.length - b.length)) {
    if (aids.length === 0) continue;
    const weight = 1 / Math.log2(2 + aids.length);
    if (aids.length > COMMON && weights.size > 0) {
      for (const [aid, known] of weights) if (holds(aids, aid)) weights.set(aid, known + weight);
    } else {
      for (const aid of aids) weights.set(aid, (weights.get(aid) ?? 0) + weight);
    }
  }
  return [...weights].sort((a, b) => b[1] - a[1]).slice(0, MAX_CANDIDATES).map(([aid]) => aid);
}

/** Whether an ascending list has a number. */
function holds(aids: Uint32Array, aid: number): boolean {
  let [low, high] = [0, aids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((aids[middle] ?? 0) < aid) low = middle + 1;
    else high = middle;
  }
  return aids[low] === aid;
}

/** Longer words that begin as the last one, which may not be typed to its end. */
const begunBy = (file: AnimeFile, word: string): Uint32Array[] => file.aidsOfBeginning(word, MAX_BEGUN);

function matchOf(file: AnimeFile, aid: number, typed: TypedTitle): AnimeMatch | undefined {
  const anime = file.anime(aid);
  if (anime === undefined) return undefined;
  let best: { score: number; name: AnimeName } | undefined;
  for (const name of anime.names) {
    if (best !== undefined && best.score >= MAX_SCORE[name.kind]) continue;
    if (!typed.script.test(name.folded) || !hasStem(typed, name.folded)) continue;
    const score = nameScore(typed, name, anime);
    if (score > (best?.score ?? 0)) best = { score, name };
  }
  if (best === undefined) return undefined;
  return { ...hitOf(anime), score: Math.round(best.score * 10) / 10, matchedOn: best.name.title, askedFor: typed.text };
}

function hasStem({ stems }: TypedTitle, folded: string): boolean {
  const text = ` ${folded}`;
  return stems.some((stem) => text.includes(stem));
}

/** How well one name fits: as it is, in another spelling, or without its season where that is the same. */
function nameScore(typed: TypedTitle, { kind, folded }: AnimeName, anime: AnimeRow): number {
  const own = seasonedTitle(folded);
  const season = own.season ?? anime.tvdbSeason ?? undefined;
  // Where no season is typed, the first one is meant.
  // One that goes over several seasons of TheTVDB is in each of them.
  const isIn = own.season === undefined && anime.tvdbPlaces.some((place) => place.season === typed.season);
  const isSame = isIn || season === (typed.season ?? 1) || (typed.season === undefined && own.season === undefined);
  const losses = {
    whole: typed.season !== undefined && !isSame ? OTHER_SEASON_LOSS : 0,
    base: isSame ? SEASON_LOSS : OTHER_SEASON_LOSS,
  };
  const title = formsOf(folded, own.base);
  const written = formsScore(typed.written, title, losses);
  const score = written >= 98 ? written : Math.max(written, spellingScore(typed, title, isSame));
  return Math.min(MAX_SCORE[kind], score - RANK_LOSS[kind]);
}

/** The better of the whole and the title without its season, each without its loss. */
function formsScore(typed: TitleForms, title: TitleForms, losses: { whole: number; base: number }): number {
  const whole = titleScore(typed.whole, title.whole);
  const isOne = typed.base === typed.whole && title.base === title.whole;
  return Math.max(whole - losses.whole, (isOne ? whole : titleScore(typed.base, title.base)) - losses.base);
}

/** 0 where both are spelled alike already: it would only lose points. */
function spellingScore(typed: TypedTitle, title: TitleForms, isSame: boolean): number {
  const loose = looseForms(title.whole.folded, title.base.folded);
  if (loose === undefined && typed.loose === typed.written) return 0;
  const losses = { whole: isSame ? 0 : OTHER_SEASON_LOSS, base: isSame ? SEASON_LOSS : OTHER_SEASON_LOSS };
  return formsScore(typed.loose, loose ?? title, losses) - SPELLING_LOSS;
}

function hitOf(anime: AnimeRow): Omit<AnimeMatch, "score" | "matchedOn" | "askedFor"> {
  const { aid, title, romaji, kanji, english, tvdbId, tvdbSeason, tvdbOffset, tvdbPlaces, tmdbId, imdbId, isMovie } =
    anime;
  return {
    aid,
    title,
    ...(romaji === null ? {} : { romaji }),
    ...(kanji === null ? {} : { kanji }),
    ...(english === null ? {} : { english }),
    ...(tvdbId === null ? {} : { tvdbId }),
    ...(tmdbId === null ? {} : { tmdbId }),
    ...(imdbId === null ? {} : { imdbId }),
    ...(tvdbSeason === null ? {} : { season: tvdbSeason }),
    ...(tvdbSeason === null || tvdbOffset === 0 ? {} : { firstEpisode: tvdbOffset + 1 }),
    ...(tvdbPlaces.length === 0 ? {} : { places: tvdbPlaces }),
    isMovie,
  };
}
