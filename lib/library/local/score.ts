import type { LocalKind } from "../local_title_model.ts";
import { looseKey } from "./recognition/title_key.ts";
import { titleKey } from "../../kit/fold.ts";

/** Scores online matches for a title on disk. Pure. */

/** Minimum score of a candidate that is accepted without asking the user. */
export const CERTAIN = 80;

/** Information about a title on disk, from its folder and files. */
export interface Wanted {
  kind: LocalKind;
  title: string;
  year?: number;
  artist?: string;
  anime?: boolean;
}

/** A title found by an online lookup. */
export interface Found {
  title: string;
  /** Original and alternative titles. */
  otherTitles?: string[];
  year?: number;
  artist?: string;
  anime?: boolean;
}

const TITLE_WEIGHT = 80;
const YEAR_WEIGHT = 20;
/** Weight of the album name. The remaining weight is that of the artist name. */
const ALBUM_SHARE = 0.6;
/** Factor for a match with an alternative title. */
const OTHER_TITLE = 0.97;

/** Returns a score from 0 to 100. */
export function score(wanted: Wanted, found: Found): number {
  const others = (found.otherTitles ?? []).map((title) => OTHER_TITLE * similarity(wanted.title, title));
  const title = Math.max(similarity(wanted.title, found.title), ...others);
  const artist = wanted.artist === undefined ? 1 : similarity(wanted.artist, found.artist ?? "");
  const named = wanted.kind === "album" ? ALBUM_SHARE * title + (1 - ALBUM_SHARE) * artist : title;
  const total = TITLE_WEIGHT * named + yearPoints(wanted, found) + animePoints(wanted, found);
  return Math.round(Math.min(100, Math.max(0, total)));
}

/** Returns the best candidate if its score is sufficient and higher than all others. */
export function certain<T extends { score: number }>(candidates: readonly T[]): T | undefined {
  const [best, next] = candidates.toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= CERTAIN && (next === undefined || next.score < best.score)
    ? best
    : undefined;
}

function yearPoints({ kind, year }: Wanted, found: Found): number {
  if (year === undefined || found.year === undefined) return YEAR_WEIGHT / 2;
  const apart = Math.abs(year - found.year);
  if (apart === 0) return YEAR_WEIGHT;
  if (apart === 1) return YEAR_WEIGHT / 2;
  // Albums are reissued, and the folder of a series may contain the year of a season.
  return kind === "movie" ? -YEAR_WEIGHT : 0;
}

const animePoints = ({ kind, anime = false }: Wanted, found: Found): number =>
  kind !== "series" || found.anime === undefined || anime === found.anime ? 0 : -4;

/** Returns the similarity of two titles from 0 to 1, ignoring minor differences in spelling. */
export function similarity(a: string, b: string): number {
  const [first, second] = [bare(a), bare(b)];
  const [left, right] = [looseKey(first), looseKey(second)];
  if (left === "" || right === "") return 0;
  if (left === right) return 1;
  const alike = commonPairs(left, right);
  // A different number indicates another part of the same story.
  return numbersOf(first) === numbersOf(second) ? alike : Math.min(alike, 0.6);
}

/** Removes a leading article, and the year at the end, which some databases append. */
const bare = (title: string): string =>
  title.replace(/^(?:the|an?|der|die|das|les?|la)\s+(?=\S)/i, "").replace(/(?<=\S)\s*\((?:19|20)\d\d\)$/, "");

const ROMAN = ["ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

const numbersOf = (title: string): string =>
  titleKey(title).split(/[^\p{L}\p{N}]+/u)
    .map((word) => ROMAN.includes(word) ? String(ROMAN.indexOf(word) + 2) : word)
    .filter((word) => /^\d+$/.test(word)).join(" ");

/** Returns Dice's coefficient of the letter pairs. */
function commonPairs(a: string, b: string): number {
  const left = pairsOf(a);
  const right = pairsOf(b);
  const total = left.length + right.length;
  if (total === 0) return 0;
  const free = new Map<string, number>();
  for (const pair of left) free.set(pair, (free.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of right) {
    const rest = free.get(pair) ?? 0;
    if (rest === 0) continue;
    free.set(pair, rest - 1);
    common++;
  }
  return 2 * common / total;
}

const pairsOf = (text: string): string[] => {
  const letters = [...text];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
};
