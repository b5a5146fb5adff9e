import type { PacketTrack } from "./packets.ts";

/** Where a result is decoded and compared when not all of it is. Pure; seconds from the start of the result. */

export interface Window {
  startSeconds: number;
  seconds: number;
}

/** ffmpeg seeks 3/23 s too early where pictures are reordered, and would land one key picture further back. */
const SEEK_SLACK = 0.15;
/** Files this short are decoded whole: there is little to save. */
export const WHOLE_SECONDS = 120;
const WINDOW_SECONDS = 1;
const HEAD_SECONDS = 2;
const TAIL_SECONDS = 3;
/** One window for so many seconds of film, between the least and the most. */
const SPACING_SECONDS = 12;
const MIN_WINDOWS = 5;
const MAX_WINDOWS = 48;

/**
 * Start, places spread over the film, the end, and places that look suspicious; one window when the file is short. Each
 * begins at a key picture, since a decoder has to begin there anyway.
 */
export function pictureWindows(length: number, keys: number[], suspicious: number[] = []): Window[] {
  if (length <= WHOLE_SECONDS) return [{ startSeconds: 0, seconds: length + 1 }];
  const count = Math.min(MAX_WINDOWS, Math.max(MIN_WINDOWS, Math.ceil(length / SPACING_SECONDS)));
  const at = (seconds: number): number => {
    const key = keys.findLast((key) => key + SEEK_SLACK <= seconds);
    return key === undefined ? Math.max(0, seconds) : key + SEEK_SLACK;
  };
  const inside = Array.from({ length: count - 1 }, (_, i) => at((i + 1) / count * length));
  const windows: Window[] = [
    { startSeconds: 0, seconds: HEAD_SECONDS },
    ...inside.map((startSeconds) => ({ startSeconds, seconds: WINDOW_SECONDS })),
    // A suspicious place is looked at where it is, not at the key picture before.
    ...suspicious.map((place) => ({ startSeconds: Math.max(0, place - WINDOW_SECONDS / 2), seconds: 1.5 })),
    { startSeconds: Math.max(0, length - TAIL_SECONDS), seconds: TAIL_SECONDS + 1 },
  ];
  return withoutOverlap(windows.toSorted((a, b) => a.startSeconds - b.startSeconds));
}

/** Sound is decoded fast: more of it is compared. Undefined = all of it. */
export function soundWindows(length: number, suspicious: number[] = []): Window[] | undefined {
  if (length <= SOUND_WHOLE_SECONDS) return undefined;
  const count = Math.min(SOUND_MAX_WINDOWS, Math.ceil(length / SOUND_SPACING_SECONDS));
  const spread = Array.from({ length: count }, (_, i) => Math.max(0, (length - SOUND_SECONDS) * i / (count - 1)));
  const windows = [...spread, ...suspicious.map((place) => Math.max(0, place - SOUND_SECONDS / 2))]
    // Stretches are compared on this grid.
    .map((seconds) => Math.round(seconds / SOUND_SECONDS) * SOUND_SECONDS)
    .toSorted((a, b) => a - b);
  return [...new Set(windows)].map((startSeconds) => ({ startSeconds, seconds: SOUND_SECONDS }));
}

const SOUND_WHOLE_SECONDS = 200;
const SOUND_SPACING_SECONDS = 20;
const SOUND_MAX_WINDOWS = 90;
/** Length of a compared stretch of sound. */
export const SOUND_SECONDS = 4;

function withoutOverlap(windows: Window[]): Window[] {
  const kept: Window[] = [];
  for (const window of windows) {
    const before = kept.at(-1);
    const end = before === undefined ? 0 : before.startSeconds + before.seconds;
    if (before === undefined || window.startSeconds >= end) kept.push({ ...window });
    else before.seconds = Math.max(end, window.startSeconds + window.seconds) - before.startSeconds;
  }
  return kept;
}

const BUCKET_SECONDS = 1;
const MAX_SUSPICIOUS = 8;
/** Doublings between what a stretch usually takes and what it takes here. */
const MIN_DOUBLINGS = 1.2;

/**
 * Places where the result needs far fewer or far more bytes than its source does there, by the ratio over the film: a
 * frozen, black or foreign stretch. Seconds from the start of the result. `shift` is result time minus source time.
 */
export function suspiciousPlaces(source: PacketTrack, result: PacketTrack, shift: number): number[] {
  const [is, should] = [buckets(result, result.start), buckets(source, result.start - shift)];
  const length = Math.min(is.length, should.length);
  if (length < 6) return [];
  const ratios = Array.from({ length }, (_, i) => Math.log2(((is[i] ?? 0) + 300) / ((should[i] ?? 0) + 300)));
  const middle = median(ratios);
  const odd = ratios
    .map((ratio, i) => ({ at: (i + 0.5) * BUCKET_SECONDS, off: Math.abs(ratio - middle) }))
    .filter(({ off }) => off > MIN_DOUBLINGS)
    .toSorted((a, b) => b.off - a.off);
  const places: number[] = [];
  for (const { at } of odd) {
    if (places.length < MAX_SUSPICIOUS && places.every((place) => Math.abs(place - at) > 3 * BUCKET_SECONDS)) {
      places.push(at);
    }
  }
  return places.toSorted((a, b) => a - b);
}

function buckets({ times, sizes }: PacketTrack, start: number): number[] {
  const sums: number[] = [];
  times.forEach((time, i) => {
    const bucket = Math.floor((time - start) / BUCKET_SECONDS);
    if (bucket < 0) return;
    while (sums.length <= bucket) sums.push(0);
    sums[bucket] = (sums[bucket] ?? 0) + (sizes[i] ?? 0);
  });
  return sums;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
