import { type BigEndian, bigEndian, malformed } from "./big_endian.ts";

/** What a disc says of one clip (`CLIPINF/nnnnn.clpi`). Layout as libbluray's `clpi_parse.c` has it. */
export interface ClipInfo {
  /** Packets of 192 bytes that the clip has. */
  packets: number;
  /** Times of its pictures on its own clock of 45 kHz, exclusive at the end; absent when it has no time of its own. */
  start?: number;
  end?: number;
  /** Code of the picture's shape: 2 = 4:3, 3 = 16:9. */
  aspect?: number;
  /** PIDs of all streams in it. */
  pids: number[];
  /** Places where pictures can be decoded from, ascending. */
  entries: EntryPoints;
}

/** Key pictures: time (45 kHz, rounded down to about 6 ms) and the packet each begins in. */
export interface EntryPoints {
  times: Uint32Array;
  packets: Uint32Array;
}

/** Of a clip whose key pictures are not known. */
export const NO_ENTRIES: EntryPoints = { times: new Uint32Array(), packets: new Uint32Array() };

/** A transport packet with its arrival time in front. */
export const PACKET_BYTES = 192;
/** Two a second for a day. */
const MAX_ENTRIES = 200_000;

/**
 * Reads the whole of it; `what` is its file name. Key pictures are left out where there are more than `maxEntries`. Throws
 * `DiscFault` `malformed`.
 */
export function parseClipInfo(content: Uint8Array, what: string, maxEntries = MAX_ENTRIES): ClipInfo {
  const bytes = bigEndian(content, what);
  if (bytes.ascii(0, 4) !== "HDMV" || !/^0[1-3]\d\d$/.test(bytes.ascii(4, 4))) {
    throw malformed(what, "it does not begin as clip information does");
  }
  const [sequence, program, entryMap] = [bytes.u32(8), bytes.u32(12), bytes.u32(16)];
  return {
    packets: bytes.u32(56),
    ...timesAt(bytes, sequence),
    ...programAt(bytes, program),
    entries: entriesAt(bytes, entryMap, what, maxEntries),
  };
}

/** First start and last end of all clock sequences. Several clocks in one clip have no common time: then there is none. */
function timesAt(bytes: BigEndian, start: number): { start?: number; end?: number } {
  const isOneClock = bytes.u8(start + 5) === 1 && bytes.u8(start + 10) === 1;
  return isOneClock ? { start: bytes.u32(start + 18), end: bytes.u32(start + 22) } : {};
}

function programAt(bytes: BigEndian, start: number): { pids: number[]; aspect?: number } {
  const pids: number[] = [];
  let aspect: number | undefined;
  if (bytes.u8(start + 5) === 0) return { pids };
  const count = bytes.u8(start + 12);
  for (let at = start + 14; pids.length < count; at += 3 + bytes.u8(at + 2)) {
    if (pids.length === 0) aspect = bytes.u8(at + 5) >> 4;
    pids.push(bytes.u16(at));
  }
  return { pids, ...(aspect ? { aspect } : {}) };
}

/** The map of the first stream that has one: the pictures. Coarse rows hold the upper bits of time and packet. */
function entriesAt(bytes: BigEndian, start: number, what: string, maxEntries: number): EntryPoints {
  if (start === 0 || start + 8 > bytes.length || bytes.u32(start) === 0 || bytes.u8(start + 7) === 0) return NO_ENTRIES;
  const map = start + 6;
  // After the PID: 10 bits reserved, 4 bits type, 16 bits of coarse and 18 of fine rows.
  const counts = bytes.u32(map + 6);
  const coarse = ((bytes.u16(map + 4) & 3) << 14) | (counts >>> 18);
  const fine = counts & 0x3ffff;
  if (fine > MAX_ENTRIES) throw malformed(what, `it has ${fine} key pictures`);
  if (fine > maxEntries) return NO_ENTRIES;
  const rows = map + bytes.u32(map + 10);
  const fineRows = rows + bytes.u32(rows);
  const times = new Uint32Array(fine);
  const packets = new Uint32Array(fine);
  let row = -1;
  let next = 0;
  for (let i = 0; i < fine; i++) {
    while (row + 1 < coarse && (row < 0 || i >= next)) {
      row++;
      next = row + 1 < coarse ? bytes.u32(rows + 4 + (row + 1) * 8) >>> 14 : Infinity;
    }
    if (row < 0) throw malformed(what, "its map of key pictures has no rows");
    const place = rows + 4 + row * 8;
    const value = bytes.u32(fineRows + i * 4);
    // Times at 90 kHz: bits 32 to 19 from the coarse row (bit 19 is in both), bits 19 to 9 from the fine one.
    times[i] = ((bytes.u32(place) & 0x3ffe) * 2 ** 18) + (((value >>> 17) & 0x7ff) * 2 ** 8);
    packets[i] = ((bytes.u32(place + 4) & ~0x1ffff) | (value & 0x1ffff)) >>> 0;
  }
  return { times, packets };
}

/** Number of entry points at or before `time`. */
function entriesUntil({ times }: EntryPoints, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The packet from which pictures at `time` (45 kHz) can be decoded: that of the last key picture before it. */
export const entryPacket = (entries: EntryPoints, time: number): number =>
  entries.packets[entriesUntil(entries, time) - 1] ?? 0;

/** The packet of the first key picture after `time`; undefined when there is none. */
export const packetAfter = (entries: EntryPoints, time: number): number | undefined =>
  entries.packets[entriesUntil(entries, time)];

/** About how many bytes of a clip of `size` bytes are played from `inTime` to `outTime` (45 kHz). */
export function partSize(info: ClipInfo | undefined, size: number, inTime: number, outTime: number): number {
  const { start, end, entries } = info ?? {};
  if (start === undefined || end === undefined || !entries || (inTime <= start && outTime >= end)) return size;
  if (entries.times.length === 0) {
    const played = Math.max(0, Math.min(outTime, end) - Math.max(inTime, start));
    return Math.min(size, Math.round(size * played / Math.max(1, end - start)));
  }
  const from = inTime <= start ? 0 : entryPacket(entries, inTime) * PACKET_BYTES;
  const until = outTime >= end ? size : (packetAfter(entries, outTime - 1) ?? Infinity) * PACKET_BYTES;
  return Math.max(0, Math.min(size, until) - from);
}
