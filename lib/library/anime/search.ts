import type { AnimeFile } from "../../../db/library/anime/anime_file.ts";
import type { AnimeName, AnimeRow } from "../../../db/library/anime/anime_rows.ts";
import { fold, wordsOf } from "../../kit/fold.ts";
import { type FoldedTitle, foldedTitle, titleScore } from "../matching/rank.ts";
import type { AnimeMatch, AnimeQuestion } from "./model.ts";
import { looseRomaji, seasonedTitle, wholeTerm } from "./title_forms.ts";

/** Finds anime by any of their names. First selects candidates by rare words, then scores all of their names. */

/** Maximum number of candidates whose names are compared. */
const MAX_CANDIDATES = 30;
/** Maximum number of anime with a term. A more frequent term only ranks candidates that other terms have found. */
const COMMON = 1_500;
/** Maximum number of words that start with the last word of the query. */
const MAX_BEGUN = 30;
/** Weight of a whole title that matches. It is higher than that of all its words together. */
const WHOLE_WEIGHT = 50;

/** Points that are deducted for the rank of a name, another spelling, or a season in a different position. */
const RANK_LOSS = { main: 0, official: 0, synonym: 4, short: 0 };
/** Maximum score per rank of a name. Short names belong to many anime and are not sufficient alone. */
const MAX_SCORE = { main: 100, official: 100, synonym: 96, short: 60 };
const SPELLING_LOSS = 2;
const SEASON_LOSS = 1;
/** Points that are deducted if the series matches but the season does not. */
const OTHER_SEASON_LOSS = 14;

/** Returns the best `limit` matches for any of the queries. */
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

/** A title with and without its season. Both properties are the same object if the title contains no season. */
interface TitleForms {
  whole: FoldedTitle;
  base: FoldedTitle;
}

function formsOf(whole: string, base: string): TitleForms {
  const folded = foldedTitle(whole);
  return { whole: folded, base: base === whole ? folded : foldedTitle(base) };
}

/** Returns the same title with normalised romaji, or undefined if it does not change. */
function looseForms(whole: string, base: string): TitleForms | undefined {
  const loose = looseRomaji(whole);
  const looseBase = base === whole ? loose : looseRomaji(base);
  return loose === whole && looseBase === base ? undefined : formsOf(loose, looseBase);
}

/** The query in the forms used for comparison. */
interface TypedTitle {
  text: string;
  written: TitleForms;
  /** The query with normalised romaji. The same object as `written` if the spelling is already normalised. */
  loose: TitleForms;
  season?: number;
  /** Prefixes of the query's words. Names that contain none of them are not compared. */
  stems: readonly string[];
  /** Script of the query. Names without any letter of this script are not compared. */
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

/**
 * Returns prefixes of words such as ` sh`, for a text that starts with a space. In scripts without spaces, they may
 * match anywhere.
 */
const stemsOf = (folded: string): string[] => [
  ...new Set(wordsOf(looseRomaji(folded)).map((word) => LATIN.test(word) ? ` ${word.slice(0, 2)}` : word)),
];

const LATIN = /[a-z0-9]/;
const OTHER_SCRIPTS = /[^a-z0-9 ]/;

/** Returns the anime that contain the rarest terms or a whole title. */
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

/** Performs a binary search in an ascending list. */
function holds(aids: Uint32Array, aid: number): boolean {
  let [low, high] = [0, aids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((aids[middle] ?? 0) < aid) low = middle + 1;
    else high = middle;
  }
  return aids[low] === aid;
}

/** Returns the longer words that start with the last word, which may be incomplete. */
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

/** Scores one name: as written, in normalised romaji, or without its season if the season is the same. */
function nameScore(typed: TypedTitle, { kind, folded }: AnimeName, anime: AnimeRow): number {
  const own = seasonedTitle(folded);
  const season = own.season ?? anime.tvdbSeason ?? undefined;
  // A query without a season refers to the first season. An anime in several TheTVDB seasons belongs to all of them.
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

/** Returns the better score of the whole title and the title without its season, each after deductions. */
function formsScore(typed: TitleForms, title: TitleForms, losses: { whole: number; base: number }): number {
  const whole = titleScore(typed.whole, title.whole);
  const isOne = typed.base === typed.whole && title.base === title.whole;
  return Math.max(whole - losses.whole, (isOne ? whole : titleScore(typed.base, title.base)) - losses.base);
}

/** Returns 0 if both spellings are already normalised, because the score could not be higher. */
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
