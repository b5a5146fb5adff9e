import { segmentsOf } from "./segments.ts";

/** What of a title tells whether it repeats others. */
export interface MarkedTitle {
  id: number;
  durationSeconds: number;
  sizeBytes: number;
  segmentMap?: string;
  angle?: number;
}

/** Titles that repeat others, and whether the disc hides its film among many that look alike. */
export interface TitleMarks {
  playAll: number[];
  /** The repeated title by the one that repeats it. */
  duplicateOf: Map<number, number>;
  /** Titles of a disc with more than ten long titles of nearly one length. */
  obfuscated: number[];
}

interface Title extends MarkedTitle {
  segments: string[];
}

/** A title as long as others together, so near. */
const PLAY_ALL_SHARE = 0.03;
const SAME_SECONDS = 1;
const SAME_SIZE_SHARE = 0.01;
/** More long titles of nearly one length than this are there to mislead. */
const MAX_LOOK_ALIKE = 10;
const LONG_SECONDS = 3600;
const LOOK_ALIKE_SHARE = 0.01;

/** Finds titles that play others one after the other, repeat one, or hide the film. `titles` in the order of the disc. */
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
  // Angles share their length, and mostly their size.
  if (first.angle !== second.angle) return false;
  const known = first.segments.length > 0 && second.segments.length > 0;
  if (known && first.segments.join() === second.segments.join()) {
    return Math.abs(first.durationSeconds - second.durationSeconds) <= SAME_SECONDS;
  }
  // The same parts in another order are what discs hide their film among.
  if (known && first.segments.toSorted().join() === second.segments.toSorted().join()) return false;
  // Two episodes of one length are two episodes: they have nothing of the disc in common.
  if (known && !first.segments.some((segment) => second.segments.includes(segment))) return false;
  return Math.abs(first.durationSeconds - second.durationSeconds) <= SAME_SECONDS &&
    Math.abs(first.sizeBytes - second.sizeBytes) <= SAME_SIZE_SHARE * Math.max(first.sizeBytes, second.sizeBytes);
}

/** Whether a title is others in a row: by its segments where the disc tells them, else by lengths alone. */
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

/** Whether all of `part` follows each other inside of `whole`. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  const from = whole.indexOf(part[0] ?? "");
  return from >= 0 && part.every((segment, at) => whole[from + at] === segment);
}

/** Titles that share no segment, the first of the disc first. */
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

/** Episodes are of like length: a trailer and a feature are no row. */
function alike(titles: readonly Title[]): Title[] {
  const lengths = titles.map(({ durationSeconds }) => durationSeconds).sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return titles.filter(({ durationSeconds }) => durationSeconds >= median / 2 && durationSeconds <= median * 2);
}

/** Every run of at least two titles that follow each other. */
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
