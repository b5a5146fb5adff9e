import { segmentsOf } from "../../choose/segments.ts";
import type { DiscTitle } from "../../title_schema.ts";

/** Information derived from the lengths of a disc's titles. */
export interface DiscShape {
  /** Length of the longest title that is not a duplicate, in seconds. 0 without titles. */
  longestSeconds: number;
  /**
   * Kind of disc. Several long titles of similar length are episodes, and a title that is much longer than all others
   * is a movie. Absent if this is unclear.
   */
  kind?: "movie" | "series";
  /** Lengths of the presumed episodes, in seconds. */
  episodeSeconds: number[];
  /** Number of presumed episodes. A title twice as long as the others is treated as two. */
  episodeCount: number;
}

type Title = Pick<DiscTitle, "durationSeconds" | "segmentMap" | "flags">;

/** Minimum length in seconds of a movie or episode. */
const LONG_SECONDS = 600;
const MIN_CUT_SECONDS = 3600;
/** Minimum length in seconds of a movie, which is longer than most episodes. */
const MIN_MOVIE_SECONDS = 75 * 60;
/** Maximum ratio of lengths within a group. Two-part episodes are slightly more than twice as long as the others. */
const LIKE_SHARE = 1 / 2.3;

/** Analyses the lengths of a disc's titles. Pure. */
export function discShape(titles: readonly Title[]): DiscShape {
  const own = titles.filter(({ flags, durationSeconds }) =>
    durationSeconds >= LONG_SECONDS && !flags.includes("playAll") && !flags.includes("duplicate")
  ).toSorted((a, b) => b.durationSeconds - a.durationSeconds);
  const longestSeconds = own[0]?.durationSeconds ??
    titles.reduce((longest, { durationSeconds }) => Math.max(longest, durationSeconds), 0);
  const like = own.filter(({ durationSeconds }) => durationSeconds >= longestSeconds * LIKE_SHARE);
  const kind = kindOf(like, longestSeconds);
  const episodes = kind === "movie" ? [] : like.map(({ durationSeconds }) => durationSeconds);
  return {
    longestSeconds,
    ...(kind === undefined ? {} : { kind }),
    episodeSeconds: episodes,
    episodeCount: episodes.reduce((count, seconds) => count + (isDouble(seconds, episodes) ? 2 : 1), 0),
  };
}

/** Determines the kind of disc. `like` are the titles of similar length, longest first. */
function kindOf(like: readonly Title[], longest: number): DiscShape["kind"] {
  if (like.length === 0) return undefined;
  if (like.some(({ flags }) => flags.includes("obfuscated"))) return "movie";
  if (like.length === 1) return longest >= MIN_CUT_SECONDS ? "movie" : undefined;
  if (areCuts(like)) return longest >= MIN_CUT_SECONDS ? "movie" : undefined;
  if (like.length > 2) return "series";
  const second = like[1]?.durationSeconds ?? 0;
  if (longest < MIN_MOVIE_SECONDS) return second >= 0.7 * longest ? "series" : undefined;
  return second < 0.7 * longest ? "movie" : undefined;
}

/** True if titles are different cuts of a movie, which share most of their segments. */
function areCuts([first, ...others]: readonly Title[]): boolean {
  const own = new Set(segmentsOf(first?.segmentMap));
  return own.size > 0 && others.every(({ segmentMap }) => {
    const segments = segmentsOf(segmentMap);
    return segments.length > 0 && segments.filter((one) => own.has(one)).length * 2 >= segments.length;
  });
}

function isDouble(seconds: number, all: readonly number[]): boolean {
  if (all.length < 3) return false;
  const usual = medianOf(all);
  return seconds >= 1.8 * usual && seconds <= 2.3 * usual;
}

/** Returns the median of an unsorted list. 0 if it is empty. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
