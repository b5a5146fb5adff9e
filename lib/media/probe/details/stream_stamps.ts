/** Extracts decoding timestamps from the raw bytes of transport and program streams. Pure. */

/** Units per second. Timestamps wrap after 2^33 units, about 26.5 hours. */
const STAMP_HZ = 90_000;
const RANGE_SECONDS = 2 ** 33 / STAMP_HZ;

/** Decoding timestamp of a video or audio packet. */
export interface Stamp {
  /** Stream number in the container. */
  stream: number;
  /** Byte offset in the file. */
  at: number;
  seconds: number;
}

/** Returns the seconds between two timestamps, considering that they may wrap. */
export const stampStep = (from: number, to: number): number =>
  ((to - from) % RANGE_SECONDS + RANGE_SECONDS * 1.5) % RANGE_SECONDS - RANGE_SECONDS / 2;

const byteAt = (data: Uint8Array, at: number): number => data[at] ?? 0;

const isStart = (data: Uint8Array, at: number): boolean => data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 1;

/**
 * Reads 33 bits from five bytes. Undefined if a marker bit is missing. `kinds` are the accepted values of the first
 * four bits.
 */
function stampAt(data: Uint8Array, at: number, kinds = [2, 3]): number | undefined {
  const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((i) => byteAt(data, at + i)) as [number, number, number, number, number];
  const isStamp = kinds.includes(a >> 4) && (a & c & e & 1) === 1;
  const units = (a >> 1 & 7) * 2 ** 30 + (b << 22 | c >> 1 << 15 | d << 7 | e >> 1);
  return isStamp ? units / STAMP_HZ : undefined;
}

/** True for MPEG audio, video and the extended streams of Blu-ray discs. Subtitles and teletext are ignored. */
const isPlayed = (id: number): boolean => id >= 0xc0 && id <= 0xef || id === 0xfd;
const PRIVATE = 0xbd;

/** Returns the number of header bytes before the timestamp of an MPEG-1 packet. */
function oldHeader(data: Uint8Array, at: number): number {
  let stamp = at + 6;
  while (stamp < at + 22 && byteAt(data, stamp) === 0xff) stamp++;
  return byteAt(data, stamp) >> 6 === 1 ? stamp + 2 : stamp;
}

/** Reads a timestamp, or the decoding timestamp after it if the first bits indicate that there is one. */
function decodingAt(data: Uint8Array, at: number): number | undefined {
  const presented = stampAt(data, at);
  return byteAt(data, at) >> 4 === 3 ? stampAt(data, at + 5, [1]) ?? presented : presented;
}

/** Returns the decoding time of the packet whose start code is at `at`. Undefined if the packet has none. */
function decodingTime(data: Uint8Array, at: number): number | undefined {
  if (byteAt(data, at + 6) >> 6 !== 2) return decodingAt(data, oldHeader(data, at));
  return byteAt(data, at + 7) & 0x80 ? decodingAt(data, at + 9) : undefined;
}

const SYNC = 0x47;
const PACKET_BYTES = 188;
/** Sizes of plain packets, of packets on Blu-ray discs and recorders, and of packets with error correction. */
const PACKET_SIZES = [PACKET_BYTES, 192, 204];

/** Returns the offset of the first packet, and the packet size. Undefined if there are no packets. */
function packetsIn(data: Uint8Array): { first: number; size: number } | undefined {
  for (const size of PACKET_SIZES) {
    for (let first = 0; first < size; first++) {
      if ([0, 1, 2, 3, 4].every((i) => data[first + i * size] === SYNC)) return { first, size };
    }
  }
  return undefined;
}

/** Extracts the timestamps of a transport stream. `from` is the file offset of `data`. */
export function transportStamps(data: Uint8Array, from: number): Stamp[] {
  const packets = packetsIn(data);
  if (!packets) return [];
  const stamps: Stamp[] = [];
  for (let at = packets.first; at + PACKET_BYTES <= data.length; at += packets.size) {
    const [flags, control] = [byteAt(data, at + 1), byteAt(data, at + 3)];
    const isDamaged = data[at] !== SYNC || (flags & 0x80) !== 0;
    const beginsPacket = (flags & 0x40) !== 0 && (control & 0x10) !== 0;
    const isScrambled = (control & 0xc0) !== 0;
    if (isDamaged || !beginsPacket || isScrambled) continue;
    const payload = at + 4 + (control & 0x20 ? 1 + byteAt(data, at + 4) : 0);
    if (payload + 14 > at + PACKET_BYTES || !isStart(data, payload) || !isPlayed(byteAt(data, payload + 3))) continue;
    const seconds = decodingTime(data, payload);
    if (seconds !== undefined) {
      stamps.push({ stream: (flags & 0x1f) << 8 | byteAt(data, at + 2), at: from + at, seconds });
    }
  }
  return stamps;
}

/** True for AC-3, DTS and PCM on DVDs. */
const isDiscAudio = (substream: number): boolean => substream >= 0x80 && substream <= 0xaf;

/** Extracts the timestamps of a program stream. `from` is the file offset of `data`. */
export function programStamps(data: Uint8Array, from: number): Stamp[] {
  const stamps: Stamp[] = [];
  for (let at = data.indexOf(0); at >= 0 && at + 30 <= data.length; at = data.indexOf(0, at + 1)) {
    const id = byteAt(data, at + 3);
    if (!isStart(data, at) || !isPlayed(id) && id !== PRIVATE) continue;
    const next = at + 6 + (byteAt(data, at + 4) << 8 | byteAt(data, at + 5));
    // Bytes of the payload may look like a header.
    if (next + 3 <= data.length && !isStart(data, next)) continue;
    const substream = id === PRIVATE ? byteAt(data, at + 9 + byteAt(data, at + 8)) : 0;
    const seconds = decodingTime(data, at);
    if (seconds === undefined || id === PRIVATE && !isDiscAudio(substream)) continue;
    stamps.push({ stream: id << 8 | substream, at: from + at, seconds });
  }
  return stamps;
}
