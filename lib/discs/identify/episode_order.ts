import { type EpisodeMap, numberEpisodes } from "../choose/episode_numbers.ts";
import type { DiscTitle } from "../title_schema.ts";
import { medianOf } from "./match/disc_shape.ts";
import type { SeasonFacts } from "./model.ts";

/** Assignment of episodes to titles, with a confidence (0 to 100) and a reason. */
export interface EpisodeOrder {
  map: EpisodeMap;
  confidence: number;
  /** Reason for the order, in one sentence. */
  reason: string;
  /** True if the order was derived from the lengths of the episodes, not from the disc. */
  byLength?: boolean;
}

/** Options for ordering episodes. */
export interface EpisodeOrderOptions {
  /** Episodes that are on other discs of the season. */
  held?: readonly number[];
}

/** True if a warning is the reason for an episode order. Such a warning is removed when the numbers are changed. */
export const isOrderReason = (text: string): boolean => /^(?:Numbered |There are no episodes to number)/.test(text);

type Episode = { number: number; runtimeMinutes: number };
type Title = Pick<DiscTitle, "id" | "durationSeconds">;

/** Tolerance in minutes. Databases round to minutes, and may or may not include the credits. */
const FITS_MINUTES = 1.5;
/** Minimum difference in length, in minutes, by which episodes can be distinguished. */
const APART_MINUTES = 2;
/** Minimum share of adjacent pairs that must differ for lengths to confirm an order. */
const APART_SHARE = 0.5;
/** Maximum number of chapters of a single episode, relative to the others. Double episodes have about twice as many. */
const CHAPTERS_OF_ONE = 1.3;
const CONFIRMED = 92;
const BY_LENGTH = 84;
const UNCONFIRMED = 60;
const CONTRADICTED = 40;
const TOO_MANY = 30;

/**
 * Numbers the episodes of a disc that is not in any catalogue. They are numbered in disc order from `start`, unless the
 * episode lengths of the season clearly indicate another order. `titles` are the presumed episodes, in disc order.
 * Pure.
 */
export function orderEpisodes(
  titles: readonly DiscTitle[],
  season: SeasonFacts | undefined,
  start: number,
  { held = [] }: EpisodeOrderOptions = {},
): EpisodeOrder {
  const map = inOrder(titles, start, held);
  const numbers = Object.values(map).flat();
  if (numbers.length === 0) return { map, confidence: 0, reason: "There are no episodes to number." };
  const range = `in disc order from episode ${Math.min(...numbers)}`;
  if (season === undefined || season.episodes.length === 0) {
    return { map, confidence: UNCONFIRMED, reason: `Numbered ${range}; nothing is known about the season.` };
  }
  const known = new Map(
    season.episodes.flatMap(({ number, runtimeMinutes }) => runtimeMinutes ? [[number, runtimeMinutes] as const] : []),
  );
  const all = new Set(season.episodes.map(({ number }) => number));
  const free = [...known].filter(([number]) => !held.includes(number))
    .map(([number, runtimeMinutes]): Episode => ({ number, runtimeMinutes }));
  if (canConfirmOrder(numbers, known)) {
    if (titles.every((title) => fitsEpisodes(title, map, known))) {
      return { map, confidence: CONFIRMED, reason: `Numbered ${range}; every length matches its episode.` };
    }
    const byLength = orderByLength(titles, free);
    if (byLength !== undefined) {
      return {
        map: byLength,
        confidence: BY_LENGTH,
        reason: "Numbered by length; the disc order does not match.",
        byLength: true,
      };
    }
    return { map, confidence: CONTRADICTED, reason: `Numbered ${range}, but the lengths do not match.` };
  }
  const beyond = numbers.filter((number) => !all.has(number));
  if (beyond.length > 0) {
    return {
      map,
      confidence: TOO_MANY,
      reason: `Numbered ${range}, but there is no episode ${beyond.join(", ")} in this season.`,
    };
  }
  const byLength = orderByLength(titles, free);
  if (byLength !== undefined && !isSameMap(byLength, map)) {
    const reason = "Numbered by length, which allows only one order.";
    return { map: byLength, confidence: BY_LENGTH, reason, byLength: true };
  }
  return { map, confidence: UNCONFIRMED, reason: `Numbered ${range}; the lengths are inconclusive.` };
}

/**
 * Numbers the titles from `start`, skipping episodes on other discs. A title that is twice as long as the others
 * contains two episodes, unless it has only the chapters of one.
 */
function inOrder(titles: readonly DiscTitle[], start: number, held: readonly number[]): EpisodeMap {
  const offered = numberEpisodes(titles, titles.map(({ id }) => id), {}, { start });
  const usual = medianOf(titles.map(({ chapters }) => chapters));
  const map: EpisodeMap = {};
  let next = start;
  const nextFree = (): number => {
    while (held.includes(next)) next++;
    return next++;
  };
  for (const { id, chapters } of titles) {
    const isTwice = Array.isArray(offered[String(id)]) &&
      !(chapters > 0 && usual > 2 && chapters <= CHAPTERS_OF_ONE * usual);
    map[String(id)] = isTwice ? [nextFree(), nextFree()] : nextFree();
  }
  return map;
}

/** True if the lengths of these episodes are known and differ enough to confirm an order. */
function canConfirmOrder(numbers: readonly number[], known: ReadonlyMap<number, number>): boolean {
  if (numbers.length < 2 || numbers.some((number) => !known.has(number))) return false;
  const lengths = numbers.map((number) => known.get(number) ?? 0);
  const apart = lengths.slice(1).filter((length, at) => Math.abs(length - (lengths[at] ?? 0)) >= APART_MINUTES).length;
  return apart >= APART_SHARE * (lengths.length - 1);
}

function fitsEpisodes({ id, durationSeconds }: Title, map: EpisodeMap, known: ReadonlyMap<number, number>): boolean {
  const numbers = [map[String(id)] ?? []].flat();
  const expected = numbers.reduce((sum, number) => sum + (known.get(number) ?? 0), 0);
  return Math.abs(durationSeconds / 60 - expected) <= FITS_MINUTES * numbers.length;
}

/**
 * Assigns one episode to each title if the length of each title matches exactly one remaining episode. Undefined if the
 * assignment is ambiguous.
 */
function orderByLength(titles: readonly Title[], free: readonly Episode[]): EpisodeMap | undefined {
  const map: EpisodeMap = {};
  const taken = new Set<number>();
  for (const { id, durationSeconds } of titles) {
    const minutes = durationSeconds / 60;
    const near = free.filter(({ runtimeMinutes }) => Math.abs(runtimeMinutes - minutes) <= FITS_MINUTES);
    const [only, ...others] = near;
    if (only === undefined || others.length > 0 || taken.has(only.number)) return undefined;
    taken.add(only.number);
    map[String(id)] = only.number;
  }
  return taken.size === 0 ? undefined : map;
}

const isSameMap = (a: EpisodeMap, b: EpisodeMap): boolean =>
  Object.keys(a).every((id) => [a[id] ?? []].flat().join() === [b[id] ?? []].flat().join());
