import { type BigEndian, bigEndian, malformed } from "./big_endian.ts";

/** Clip information from the disc (`CLIPINF/nnnnn.clpi`). The layout follows libbluray's `clpi_parse.c`. */
export interface ClipInfo {
  /** Number of 192-byte packets in the clip. */
  packets: number;
  /** Presentation times on the clip's 45 kHz clock. The end is exclusive. Absent if the clip has several clocks. */
  start?: number;
  end?: number;
  /** Aspect ratio code: 2 = 4:3, 3 = 16:9. */
  aspect?: number;
  /** PIDs of all streams in the clip. */
  pids: number[];
  /** Positions at which decoding can start, ascending. */
  entries: EntryPoints;
}

/** Keyframes: the time (45 kHz, rounded down to about 6 ms) and the packet in which each one starts. */
export interface EntryPoints {
  times: Uint32Array;
  packets: Uint32Array;
}

/** Entry points of clips whose keyframes are unknown. */
export const NO_ENTRIES: EntryPoints = { times: new Uint32Array(), packets: new Uint32Array() };

/** Size in bytes of a transport packet, including the arrival timestamp in front of it. */
export const PACKET_BYTES = 192;
/** Maximum number of keyframes in a clip: two per second for more than 24 hours. */
const MAX_ENTRIES = 200_000;

/**
 * Parses a complete clip information file named `what`. Omits keyframes if there are more than `maxEntries`. Throws
 * `DiscFault` `malformed`.
 */
export function parseClipInfo(content: Uint8Array, what: string, maxEntries = MAX_ENTRIES): ClipInfo {
  const bytes = bigEndian(content, what);
  if (bytes.ascii(0, 4) !== "HDMV" || !/^0[1-3]\d\d$/.test(bytes.ascii(4, 4))) {
    throw malformed(what, "it has no clip information header");
  }
  const [sequence, program, entryMap] = [bytes.u32(8), bytes.u32(12), bytes.u32(16)];
  return {
    packets: bytes.u32(56),
    ...timesAt(bytes, sequence),
    ...programAt(bytes, program),
    entries: entriesAt(bytes, entryMap, what, maxEntries),
  };
}

/**
 * Returns the start and end of the clip's clock sequence. Empty if the clip has several clocks, because their times
 * cannot be compared.
 */
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

/**
 * Reads the entry point map of the first stream that has one, which is the video. Coarse rows contain the upper bits of
 * the time and the packet number.
 */
function entriesAt(bytes: BigEndian, start: number, what: string, maxEntries: number): EntryPoints {
  if (start === 0 || start + 8 > bytes.length || bytes.u32(start) === 0 || bytes.u8(start + 7) === 0) return NO_ENTRIES;
  const map = start + 6;
  // The PID is followed by 10 reserved bits, 4 bits of type, 16 bits for the number of coarse rows and 18 for the fine
  // rows.
  const counts = bytes.u32(map + 6);
  const coarse = ((bytes.u16(map + 4) & 3) << 14) | (counts >>> 18);
  const fine = counts & 0x3ffff;
  if (fine > MAX_ENTRIES) throw malformed(what, `it has ${fine} keyframes`);
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
    if (row < 0) throw malformed(what, "its keyframe map has no rows");
    const place = rows + 4 + row * 8;
    const value = bytes.u32(fineRows + i * 4);
    // Times at 90 kHz: bits 32 to 19 come from the coarse row (bit 19 is in both), bits 19 to 9 from the fine row.
    times[i] = ((bytes.u32(place) & 0x3ffe) * 2 ** 18) + (((value >>> 17) & 0x7ff) * 2 ** 8);
    packets[i] = ((bytes.u32(place + 4) & ~0x1ffff) | (value & 0x1ffff)) >>> 0;
  }
  return { times, packets };
}

/** Returns the number of entry points at or before `time`. */
function entriesUntil({ times }: EntryPoints, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the packet from which the video at `time` (45 kHz) can be decoded: the start of the last keyframe at or
 * before it.
 */
export const entryPacket = (entries: EntryPoints, time: number): number =>
  entries.packets[entriesUntil(entries, time) - 1] ?? 0;

/** Returns the packet of the first keyframe after `time`. Undefined if there is none. */
export const packetAfter = (entries: EntryPoints, time: number): number | undefined =>
  entries.packets[entriesUntil(entries, time)];

/**
 * Returns the approximate number of bytes that are played between `inTime` and `outTime` (45 kHz) of a clip with `size`
 * bytes.
 */
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
