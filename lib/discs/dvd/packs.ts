import { SECTOR_BYTES } from "./ifo/ifo_bytes.ts";

/** Reads packs of a DVD program stream, one per sector (ISO/IEC 13818-1, and DVD-Video navigation packs). */

/** Contents of one pack of 2,048 bytes. */
export interface Pack {
  /**
   * Stream ID: `0xE0` video, `0xC0` and up MPEG audio, `0x80` and up other audio, `0x20` to `0x3F` subtitles, `0xBF`
   * navigation. 0 for padding, system headers and invalid packs.
   */
  streamId: number;
  scrambled: boolean;
  /** Presentation time, 90 kHz. */
  pts?: number;
  /** Start of the payload, after any substream number. */
  payload: number;
  /** End of the payload. */
  end: number;
}

/** Times and position of a unit (VOBU), from its navigation pack. Times are at 90 kHz. */
export interface Navigation {
  startPtm: number;
  endPtm: number;
  vobId: number;
  cellId: number;
  /** Number of sectors in the unit, including this pack. */
  sectors: number;
}

/** ID of the only video stream of a DVD. */
export const VIDEO = 0xe0;
const NAVIGATION = 0xbf;
const PRIVATE_1 = 0xbd;
const startsAt = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1;

/** True if a pack header starts at `at`. */
const isPack = (bytes: Uint8Array, at: number): boolean => startsAt(bytes, at) && bytes[at + 3] === 0xba;

/**
 * True if the pack at `at` contains video that is not scrambled. This applies to nine out of ten packs, which need no
 * further parsing.
 */
export const isPlainVideo = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1 && bytes[at + 3] === 0xba &&
  ((bytes[at + 13] ?? 0) & 7) === 0 && bytes[at + 14] === 0 && bytes[at + 15] === 0 && bytes[at + 16] === 1 &&
  bytes[at + 17] === VIDEO && ((bytes[at + 20] ?? 0) & 0xf0) === 0x80;

/** Reads the first packet of the pack at `at`. DVD packs contain only one. */
export function readPack(bytes: Uint8Array, at: number): Pack {
  const nothing = { streamId: 0, scrambled: false, payload: at, end: at };
  const u8 = (offset: number) => bytes[offset] ?? 0;
  if (!isPack(bytes, at)) return nothing;
  const packet = at + 14 + (u8(at + 13) & 7);
  if (!startsAt(bytes, packet)) return nothing;
  const id = u8(packet + 3);
  if (id === 0xbb && startsAt(bytes, at + 38) && u8(at + 41) === NAVIGATION) {
    return { ...nothing, streamId: NAVIGATION };
  }
  const elementary = id === PRIVATE_1 || (id >= 0xc0 && id <= 0xef);
  // MPEG-1 packets, which DVDs do not contain, do not have the bits "10" here.
  if (!elementary || u8(packet + 6) >> 6 !== 2) return nothing;
  const payload = packet + 9 + u8(packet + 8);
  const end = Math.min(at + SECTOR_BYTES, packet + 6 + (u8(packet + 4) << 8 | u8(packet + 5)));
  const streamId = id !== PRIVATE_1 ? id : payload < end ? u8(payload) : 0;
  return {
    streamId,
    scrambled: (u8(packet + 6) & 0x30) !== 0,
    ...(u8(packet + 7) & 0x80 ? { pts: readPts(bytes, packet + 9) } : {}),
    payload: id === PRIVATE_1 ? Math.min(payload + 1, end) : Math.min(payload, end),
    end,
  };
}

/** Reads 33 bits from five bytes. */
function readPts(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes.subarray(at, at + 5);
  return (a >> 1 & 7) * 2 ** 30 + (b << 22 | c >> 1 << 15 | d << 7 | e >> 1);
}

/** Reads the navigation pack at `at`. Undefined if there is none. */
export function readNavigation(bytes: Uint8Array, at: number): Navigation | undefined {
  if (at + SECTOR_BYTES > bytes.length || readPack(bytes, at).streamId !== NAVIGATION) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, SECTOR_BYTES);
  return {
    startPtm: view.getUint32(0x39),
    endPtm: view.getUint32(0x3d),
    vobId: view.getUint16(0x41f),
    cellId: view.getUint8(0x422),
    sectors: view.getUint32(0x40f) + 1,
  };
}
