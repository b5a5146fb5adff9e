import { segmentsOf } from "./segments.ts";

/** Properties of a title that are used to detect repeated content. */
export interface MarkedTitle {
  id: number;
  durationSeconds: number;
  sizeBytes: number;
  segmentMap?: string;
  angle?: number;
}

/** Titles that repeat others, and titles of a disc that hides the movie among many similar titles. */
export interface TitleMarks {
  playAll: number[];
  /** Maps a duplicate to the title that it repeats. */
  duplicateOf: Map<number, number>;
  /** Titles of nearly the same length, if the disc has more than ten long titles. */
  obfuscated: number[];
}

interface Title extends MarkedTitle {
  segments: string[];
}

/** Tolerance for the length of a play-all title compared with the sum of its parts. */
const PLAY_ALL_SHARE = 0.03;
const SAME_SECONDS = 1;
const SAME_SIZE_SHARE = 0.01;
/** Maximum number of long titles with nearly the same length. If there are more, they are decoys. */
const MAX_LOOK_ALIKE = 10;
const LONG_SECONDS = 3600;
const LOOK_ALIKE_SHARE = 0.01;

/**
 * Finds titles that play other titles in sequence, repeat another title, or hide the movie. `titles` are in disc order.
 */
export function markTitles(titles: readonly MarkedTitle[]): TitleMarks {
  const all = titles.map((title) => ({ ...title, segments: segmentsOf(title.segmentMap) }));
  const duplicateOf = findDuplicates(all);
  const single = all.filter(({ id }) => !duplicateOf.has(id));
  const playAll = single.filter((title) => playsAll(title, single)).map(({ id }) => id);
  return { playAll, duplicateOf, obfuscated: findObfuscated(all) };
}

function findDuplicates(titles: readonly Title[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [at, title] of titles.entries()) {
    const first = titles.slice(0, at).find((other) => !found.has(other.id) && isRepeated(other, title));
    if (first !== undefined) found.set(title.id, first.id);
  }
  return found;
}

function isRepeated(first: Title, second: Title): boolean {
  // Different angles of a title have the same length, and usually the same size.
  if (first.angle !== second.angle) return false;
  const known = first.segments.length > 0 && second.segments.length > 0;
  if (known && first.segments.join() === second.segments.join()) {
    return Math.abs(first.durationSeconds - second.durationSeconds) <= SAME_SECONDS;
  }
  // Discs that hide the movie contain decoy titles with the same segments in a different order.
  if (known && first.segments.toSorted().join() === second.segments.toSorted().join()) return false;
  // Two episodes of the same length share no segments and are not duplicates.
  if (known && !first.segments.some((segment) => second.segments.includes(segment))) return false;
  return Math.abs(first.durationSeconds - second.durationSeconds) <= SAME_SECONDS &&
    Math.abs(first.sizeBytes - second.sizeBytes) <= SAME_SIZE_SHARE * Math.max(first.sizeBytes, second.sizeBytes);
}

/**
 * True if a title plays other titles in sequence. This is determined by its segments if the disc has them, otherwise by
 * length alone.
 */
function playsAll(title: Title, titles: readonly Title[]): boolean {
  const others = titles.filter(({ id, durationSeconds }) => id !== title.id && durationSeconds < title.durationSeconds);
  const parts = title.segments.length > 0
    ? others.filter(({ segments }) => segments.length > 0 && isPartOf(segments, title.segments))
    : others;
  if (parts.length < 2) return false;
  if (title.segments.length > 0) return isNear(lengthOf(longestRow(parts)), title.durationSeconds);
  return rowsOf(alike(parts)).some((row) => isNear(lengthOf(row), title.durationSeconds));
}

const lengthOf = (titles: readonly Title[]): number =>
  titles.reduce((total, { durationSeconds }) => total + durationSeconds, 0);

const isNear = (sum: number, whole: number): boolean => Math.abs(sum - whole) <= PLAY_ALL_SHARE * whole;

/** True if all of `part` occurs consecutively in `whole`. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  const from = whole.indexOf(part[0] ?? "");
  return from >= 0 && part.every((segment, at) => whole[from + at] === segment);
}

/** Returns the longest run of titles that share no segments. Of equal runs, the first on the disc is preferred. */
function longestRow(titles: readonly Title[]): Title[] {
  const row: Title[] = [];
  const seen = new Set<string>();
  for (const title of titles) {
    if (title.segments.some((segment) => seen.has(segment))) continue;
    for (const segment of title.segments) seen.add(segment);
    row.push(title);
  }
  return row;
}

/** Episodes have similar lengths. A trailer and a movie are not a sequence. */
function alike(titles: readonly Title[]): Title[] {
  const lengths = titles.map(({ durationSeconds }) => durationSeconds).sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return titles.filter(({ durationSeconds }) => durationSeconds >= median / 2 && durationSeconds <= median * 2);
}

/** Yields every run of at least two consecutive titles. */
function* rowsOf(titles: readonly Title[]): Generator<Title[]> {
  for (let from = 0; from < titles.length; from++) {
    for (let to = from + 2; to <= titles.length; to++) yield titles.slice(from, to);
  }
}

function findObfuscated(titles: readonly Title[]): number[] {
  const long = titles.filter(({ durationSeconds }) => durationSeconds > LONG_SECONDS);
  for (const title of long) {
    const like = long.filter(({ durationSeconds }) =>
      Math.abs(durationSeconds - title.durationSeconds) <= LOOK_ALIKE_SHARE * title.durationSeconds
    );
    if (like.length > MAX_LOOK_ALIKE) return like.map(({ id }) => id);
  }
  return [];
}
