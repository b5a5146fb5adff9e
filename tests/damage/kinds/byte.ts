import { type Damage, named } from "../damage.ts";
import { clusters, elements, ID, segmentParts } from "./matroska.ts";
import { remake } from "../remake.ts";

/**
 * Files in which disks, aborted copies or memory errors lost or changed bytes.
 *
 * Not included: bytes after the file's last element, padding, and checksums that no player reads.
 */

type ByteDamage = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** Returns noise that is identical in every run. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  });
}

const BLOCK = 65_536;
const SECTOR = 4096;

/** Overwrites bytes at a relative position of the file with `piece`. */
const overwritten = (share: number, piece: (bytes: Uint8Array, at: number) => Uint8Array): ByteDamage => (bytes) => {
  const at = Math.floor(bytes.length * share);
  const put = piece(bytes, at);
  bytes.set(put.subarray(0, bytes.length - at), at);
  return bytes;
};
const zeros = (share: number, length: number): ByteDamage => overwritten(share, () => new Uint8Array(length));
const random = (share: number, length: number): ByteDamage => overwritten(share, () => noise(length, 99));

/** Flips single bits, spread over the media data. */
const flipped = (count: number, seed: number): ByteDamage => (bytes) => {
  const places = noise(count * 4, seed);
  for (let i = 0; i < count; i++) {
    const share = ((places[i * 4] ?? 0) * 65_536 + (places[i * 4 + 1] ?? 0) * 256 + (places[i * 4 + 2] ?? 0)) /
      16_777_216;
    const at = Math.floor(bytes.length * (0.1 + 0.8 * share));
    bytes[at] = (bytes[at] ?? 0) ^ (1 << ((places[i * 4 + 3] ?? 0) % 8));
  }
  return bytes;
};

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Swaps the content of two ranges. */
function exchanged(bytes: Uint8Array, one: { start: number; end: number }, other: { start: number; end: number }) {
  const slice = (from: number, to?: number) => bytes.slice(from, to);
  return concat(
    slice(0, one.start),
    slice(other.start, other.end),
    slice(one.end, other.start),
    slice(one.start, one.end),
    slice(other.end),
  );
}

/** Returns a cluster in the middle of the movie, and the next one. */
function middle(bytes: Uint8Array) {
  const all = clusters(bytes);
  const at = Math.floor(all.length * 0.6);
  const [one, next] = [all[at], all[at + 1]];
  if (!one || !next) throw new Error("Too few clusters.");
  return { one, next };
}

const MATROSKA: Record<string, ByteDamage> = {
  "one cluster removed": (bytes) => {
    const { one } = middle(bytes);
    return concat(bytes.slice(0, one.start), bytes.slice(one.end));
  },
  "two clusters exchanged": (bytes) => {
    const { one, next } = middle(bytes);
    return exchanged(bytes, one, next);
  },
  "one cluster full of zeros": (bytes) => {
    const { one } = middle(bytes);
    bytes.fill(0, one.content, one.end);
    return bytes;
  },
  "one cluster full of noise": (bytes) => {
    const { one } = middle(bytes);
    bytes.set(noise(one.end - one.content, 5), one.content);
    return bytes;
  },
  "one cluster twice": (bytes) => {
    const { one } = middle(bytes);
    return concat(bytes.slice(0, one.end), bytes.slice(one.start));
  },
  "last cluster removed": (bytes) => {
    const last = clusters(bytes).at(-1);
    if (!last) return bytes;
    return concat(bytes.slice(0, last.start), bytes.slice(last.end));
  },
  "first cluster removed": (bytes) => {
    const first = clusters(bytes)[0];
    if (!first) return bytes;
    return concat(bytes.slice(0, first.start), bytes.slice(first.end));
  },
};

/** Damaged bytes outside the media data, on which players and repair tools depend. The file plays but is broken. */
const ENDS: Record<string, ByteDamage> = {
  "1 kB off the end": (bytes) => bytes.slice(0, -1024),
};

const HEADS: Record<string, ByteDamage> = {
  "index full of zeros": (bytes) => {
    for (const { id, start, end } of segmentParts(bytes)) if (id === ID.cues) bytes.fill(0, start, end);
    return bytes;
  },
  "length in the head halved": (bytes) => {
    const info = segmentParts(bytes).find(({ id }) => id === ID.info);
    const duration = info && elements(bytes, info.content, info.end).find(({ id }) => id === ID.duration);
    if (!duration) throw new Error("No duration.");
    const view = new DataView(bytes.buffer);
    view.setFloat64(duration.content, view.getFloat64(duration.content) / 2);
    return bytes;
  },
};

const ANY: Record<string, ByteDamage> = {
  "10 % off the end": (bytes) => bytes.slice(0, Math.floor(bytes.length * 0.9)),
  "cut off at a third": (bytes) => bytes.slice(0, Math.floor(bytes.length / 3)),
  "zeros at 30 %": zeros(0.3, BLOCK),
  "zeros at 60 %": zeros(0.6, BLOCK),
  "zeros at 90 %": zeros(0.9, BLOCK),
  "a sector of zeros at 45 %": zeros(0.45, SECTOR),
  "noise at 30 %": random(0.3, BLOCK),
  "noise at 60 %": random(0.6, BLOCK),
  "noise at 90 %": random(0.9, BLOCK),
  "a sector of noise at 75 %": random(0.75, SECTOR),
  "a stretch written twice": overwritten(0.55, (bytes, at) => bytes.slice(at - BLOCK, at)),
  "the last tenth zeros": (bytes) => bytes.fill(0, Math.floor(bytes.length * 0.9)),
  "first 64 bytes zeros": (bytes) => bytes.fill(0, 0, 64),
  "empty": () => new Uint8Array(),
};

const FLIPS: Record<string, ByteDamage> = {
  "one bit turned over": flipped(1, 7),
  "10 bits turned over": flipped(10, 11),
  "100 bits turned over": flipped(100, 13),
};

const rows = (list: Record<string, ByteDamage>, on: (i: number) => string[], more: Partial<Damage> = {}): Damage[] =>
  named(list).map(([name, change], i) => ({
    name,
    class: "bytes",
    on: on(i),
    make: async ({ good, output }) => {
      await Deno.writeFile(output, change(await Deno.readFile(good.path)));
    },
    ...more,
  }));

const FILES = ["x264", "mp4", "x265", "music flac", "webm", "copy", "av1", "five minutes"];
const third = (i: number): string[] => [0, 3, 6].map((step) => FILES[(i + step) % FILES.length] ?? "x264");

export const BYTE_DAMAGES: Damage[] = [
  ...rows(MATROSKA, (i) => ["x264", i % 2 === 0 ? "x265" : "five minutes"]),
  ...rows(HEADS, () => ["x264", "five minutes"], { shows: "file" }),
  ...rows(ENDS, () => ["x264", "mp4", "music flac", "webm"], { shows: "file" }),
  ...rows(ANY, third),
  ...rows(FLIPS, () => ["x264", "mp4", "x265", "music flac"]),
  {
    name: "one key picture lost",
    class: "bytes",
    on: ["x264", "mp4", "five minutes"],
    make: (making) => remake(making, { options: ["-bsf:v", "noise=amount=0:drop='key*gt(n,800)*lt(n,1100)'"] }),
  },
];
