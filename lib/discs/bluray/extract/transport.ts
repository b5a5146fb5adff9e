/**
 * Packets of a clip: 4 bytes of arrival time and copy permission, followed by a 188-byte MPEG transport stream packet
 * (ISO/IEC 13818-1).
 */

import { PACKET_BYTES } from "../clip_info.ts";

const SYNC_BYTE = 0x47;

/** True if the packet at `at` has a sync byte. */
export const hasSync = (bytes: Uint8Array, at: number): boolean => bytes[at + 4] === SYNC_BYTE;
/** Returns the PID of the packet at `at`. */
export const pidAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at + 5] ?? 0) & 0x1f) << 8 | (bytes[at + 6] ?? 0);
/** True if a PES packet (one frame of video or audio, or one subtitle segment) starts in the packet. */
export const startsUnit = (bytes: Uint8Array, at: number): boolean => ((bytes[at + 5] ?? 0) & 0x40) !== 0;
/** True if the packet has a payload. */
export const hasPayload = (bytes: Uint8Array, at: number): boolean => ((bytes[at + 7] ?? 0) & 0x10) !== 0;

/** Sets the continuity counter of a packet. If numbers are missing, demuxers drop the data around the gap. */
export function setContinuity(bytes: Uint8Array, at: number, counter: number): void {
  bytes[at + 7] = ((bytes[at + 7] ?? 0) & 0xf0) | counter;
}

/** Sets the PID of the packet at `at`. */
export function setPid(bytes: Uint8Array, at: number, pid: number): void {
  bytes[at + 5] = ((bytes[at + 5] ?? 0) & 0xe0) | (pid >> 8);
  bytes[at + 6] = pid & 0xff;
}

/**
 * Timestamps of the PES packet that starts in this packet. `timeAt` and `decodeAt` are byte offsets, 0 if there is no
 * such timestamp.
 */
export interface UnitTimes {
  /** Presentation time at 90 kHz. */
  time: number;
  timeAt: number;
  decodeAt: number;
}

export function unitTimes(bytes: Uint8Array, at: number): UnitTimes | undefined {
  const adaptation = ((bytes[at + 7] ?? 0) & 0x20) !== 0 ? (bytes[at + 8] ?? 0) + 1 : 0;
  const head = at + 8 + adaptation;
  const flags = (bytes[head + 7] ?? 0) >> 6;
  const end = head + (flags === 3 ? 19 : 14);
  const begins = bytes[head] === 0 && bytes[head + 1] === 0 && bytes[head + 2] === 1;
  if (!begins || flags < 2 || end > at + PACKET_BYTES) return undefined;
  return { time: readTime(bytes, head + 9), timeAt: head + 9, decodeAt: flags === 3 ? head + 14 : 0 };
}

/** Reads a 33-bit timestamp at 90 kHz, stored in five bytes with marker bits in between. */
export const readTime = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) >> 1 & 7) * 2 ** 30 + (bytes[at + 1] ?? 0) * 2 ** 22 + ((bytes[at + 2] ?? 0) >> 1) * 2 ** 15 +
  (bytes[at + 3] ?? 0) * 2 ** 7 + ((bytes[at + 4] ?? 0) >> 1);

/** Writes a timestamp. The marker bits and the upper four bits are not changed. */
export function writeTime(bytes: Uint8Array, at: number, time: number): void {
  const wrapped = ((time % 2 ** 33) + 2 ** 33) % 2 ** 33;
  const upper = Math.floor(wrapped / 2 ** 30);
  const lower = wrapped % 2 ** 30;
  bytes[at] = ((bytes[at] ?? 0) & 0xf0) | (upper << 1) | 1;
  bytes[at + 1] = lower >>> 22;
  bytes[at + 2] = ((lower >>> 14) & 0xfe) | 1;
  bytes[at + 3] = (lower >>> 7) & 0xff;
  bytes[at + 4] = ((lower << 1) & 0xfe) | 1;
}

/** Number of packets per encryption unit. Clips consist of complete units. */
const UNIT_PACKETS = 32;

/**
 * Returns null packets up to the end of the unit. There is always at least one, because mkvmerge drops an audio frame
 * at the end of a file.
 */
export function paddingAfter(bytes: number): Uint8Array<ArrayBuffer> {
  const packets = UNIT_PACKETS - (bytes / PACKET_BYTES) % UNIT_PACKETS;
  const padding = new Uint8Array(packets * PACKET_BYTES).fill(0xff);
  for (let at = 0; at < padding.length; at += PACKET_BYTES) padding.set([0, 0, 0, 0, SYNC_BYTE, 0x1f, 0xff, 0x10], at);
  return padding;
}
