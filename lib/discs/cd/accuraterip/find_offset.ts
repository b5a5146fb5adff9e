import { type AccurateRipMatch, type KnownTrack, matchTrack } from "./pressings.ts";
import { countedPlaces, createChecksums, EDGE_SAMPLES, SECTOR_450, type TrackSpan } from "./checksums.ts";
import { createWordSplitter } from "./sample_words.ts";

/** A track read without offset correction, and its database entries. */
export interface OffsetSearch extends TrackSpan {
  /** Reads from 2,940 samples before the track to 2,940 samples after it. Called again for each version 2 candidate. */
  read(): AsyncIterable<Uint8Array>;
  known: readonly KnownTrack[];
}

/** A read offset, in samples, at which the track matches the database. */
export interface OffsetMatch extends AccurateRipMatch {
  offset: number;
}

/** Checksums at offset -2,940, and the samples used to convert them from one offset to the next. */
interface Sums {
  sum: number;
  weighted: number;
  /** Samples from the first position that the checksum includes. */
  head: Uint32Array;
  /** Samples after the last position that the checksum includes. */
  tail: Uint32Array;
  /** Samples from the start of sector 450. */
  middle: Uint32Array;
}

const RANGE = 2 * EDGE_SAMPLES;
const SECTOR_SAMPLES = SECTOR_450.to - SECTOR_450.from;
/** Maximum number of version 2 candidates. Checksums of sector 450 collide by chance in one of 700,000 searches. */
const MAX_CANDIDATES = 8;

/**
 * Finds all offsets from -2,940 to 2,940 at which a track matches the database, highest confidence first. For version
 * 1, the checksum at the next offset can be derived from two samples. For version 2 this is not possible, so it is
 * computed only where the checksum of sector 450 is known and matches.
 */
export async function findOffsets(search: OffsetSearch): Promise<OffsetMatch[]> {
  const { known } = search;
  const sums = await readSums(search);
  const found: OffsetMatch[] = [];
  const candidates: number[] = [];
  const crcs450 = new Set(known.map(({ crc450 }) => crc450).filter((crc) => crc !== 0));
  const sector = slidingSector(sums.middle);
  for (const { offset, v1 } of slidingSums(sums, countedPlaces(search))) {
    const crc450 = sector.next().value ?? 0;
    const match = matchTrack(known, { v1, v2: v1, crc450 });
    if (match !== undefined) found.push({ ...match, offset, version: 1 });
    else if (crcs450.has(crc450)) candidates.push(offset);
  }
  for (const offset of candidates.slice(0, MAX_CANDIDATES)) {
    const match = matchTrack(known, await checksumsAt(search, offset));
    if (match !== undefined) found.push({ ...match, offset });
  }
  return found.toSorted((a, b) => b.confidence - a.confidence || Math.abs(a.offset) - Math.abs(b.offset));
}

async function readSums(search: OffsetSearch): Promise<Sums> {
  const { from, to } = countedPlaces(search);
  const has450 = search.samples >= SECTOR_450.to;
  const sums: Sums = {
    ...{ sum: 0, weighted: 0, head: new Uint32Array(RANGE), tail: new Uint32Array(RANGE) },
    middle: new Uint32Array(has450 ? RANGE + SECTOR_SAMPLES : 0),
  };
  const windows = [[sums.head, from - 1], [sums.tail, to], [sums.middle, SECTOR_450.from]] as const;
  const splitter = createWordSplitter();
  let at = 0;
  for await (const bytes of search.read()) {
    const words = splitter.push(bytes);
    const [begin, end] = [Math.max(0, from - 1 - at), Math.min(words.length, to - at)];
    for (let i = begin; i < end; i++) {
      const word = words[i] ?? 0;
      sums.sum = (sums.sum + word) | 0;
      sums.weighted = (sums.weighted + Math.imul(word, at + i + 1)) | 0;
    }
    for (const [window, start] of windows) {
      const [first, last] = [Math.max(0, start - at), Math.min(words.length, start + window.length - at)];
      if (last > first) window.set(words.subarray(first, last), at + first - start);
    }
    at += words.length;
  }
  return sums;
}

/**
 * Yields the version 1 checksum at every offset. When all samples move down by one position, the plain sum is
 * subtracted from the weighted sum.
 */
function* slidingSums(
  { sum, weighted, head, tail }: Sums,
  { from, to }: { from: number; to: number },
): Generator<{ offset: number; v1: number }> {
  for (let step = 0; step <= RANGE; step++) {
    yield { offset: step - EDGE_SAMPLES, v1: weighted >>> 0 };
    const [leaving, entering] = [head[step] ?? 0, tail[step] ?? 0];
    sum = (sum - leaving + entering) | 0;
    weighted = (weighted - Math.imul(from, leaving) + Math.imul(to + 1, entering) - sum) | 0;
  }
}

/** Yields the checksum of sector 450 at every offset. The checksum of a short track is always 0. */
function* slidingSector(middle: Uint32Array): Generator<number> {
  let [sum, weighted] = [0, 0];
  for (let i = 0; i < Math.min(SECTOR_SAMPLES, middle.length); i++) {
    sum = (sum + (middle[i] ?? 0)) | 0;
    weighted = (weighted + Math.imul(middle[i] ?? 0, i + 1)) | 0;
  }
  for (let step = 0; step <= RANGE; step++) {
    yield weighted >>> 0;
    const [leaving, entering] = [middle[step] ?? 0, middle[step + SECTOR_SAMPLES] ?? 0];
    sum = (sum - leaving + entering) | 0;
    weighted = (weighted - leaving + Math.imul(SECTOR_SAMPLES + 1, entering) - sum) | 0;
  }
}

async function checksumsAt(search: OffsetSearch, offset: number) {
  const sums = createChecksums(search);
  let skip = (EDGE_SAMPLES + offset) * 4;
  let left = search.samples * 4;
  for await (const bytes of search.read()) {
    const part = bytes.subarray(skip, skip + left);
    skip = Math.max(0, skip - bytes.length);
    left -= part.length;
    sums.push(part);
  }
  return sums.end();
}
