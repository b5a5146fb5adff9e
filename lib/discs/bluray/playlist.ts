import { type BigEndian, bigEndian, malformed } from "./big_endian.ts";
import { parseStreamTable, type StreamTable } from "./streams.ts";

/** A playlist (`PLAYLIST/nnnnn.mpls`): a sequence of clip ranges. The layout follows libbluray's `mpls_parse.c`. */
export interface Playlist {
  /** Format version: `0100`, `0200`, or `0300` on UHD discs. */
  version: string;
  items: PlaylistItem[];
  /** Chapter starts: the item, counted from 0, and the time on the clock of that item's clip (45 kHz). */
  marks: { item: number; time: number }[];
  /** Number of sub paths, which are played alongside the items, such as menus or picture-in-picture. */
  subPaths: number;
}

/** A play item of a playlist. */
export interface PlaylistItem {
  /** Five-digit clip names, one for each angle. */
  clips: string[];
  /** Start and end of the item, on the clip's own 45 kHz clock. */
  inTime: number;
  outTime: number;
  /** Connection condition: 1 = first item or non-seamless, 5 and 6 = seamless. */
  connection: number;
  streams: StreamTable;
}

/** Maximum number of items. Players must support this many. */
const MAX_ITEMS = 999;
const MAX_ANGLES = 9;
const ENTRY_MARK = 1;

/**
 * Parses a complete playlist. `what` is its file name. Throws `DiscFault` `malformed` if it is not a playlist or
 * exceeds the limits.
 */
export function parsePlaylist(content: Uint8Array, what: string): Playlist {
  const bytes = bigEndian(content, what);
  const version = bytes.ascii(4, 4);
  if (bytes.ascii(0, 4) !== "MPLS" || !/^0[1-3]\d\d$/.test(version)) {
    throw malformed(what, "it has no playlist header");
  }
  const start = bytes.u32(8);
  const count = bytes.u16(start + 6);
  if (count === 0) throw malformed(what, "it has no items to play");
  if (count > MAX_ITEMS) throw malformed(what, `it plays ${count} items, but players support at most ${MAX_ITEMS}`);
  const items: PlaylistItem[] = [];
  for (let at = start + 10; items.length < count; at += 2 + bytes.u16(at)) items.push(parseItem(bytes, at, what));
  return { version, items, marks: parseMarks(bytes, bytes.u32(12), count), subPaths: bytes.u16(start + 8) };
}

function parseItem(bytes: BigEndian, at: number, what: string): PlaylistItem {
  const flags = bytes.u16(at + 11);
  const inTime = bytes.u32(at + 14);
  const outTime = bytes.u32(at + 18);
  if (outTime < inTime) throw malformed(what, "one of its items ends before it starts");
  const isMultiAngle = (flags & 0x10) !== 0;
  // The item's main clip is treated as the first angle.
  const angles = isMultiAngle ? Math.max(1, bytes.u8(at + 34)) : 1;
  if (angles > MAX_ANGLES) {
    throw malformed(what, `it has ${angles} angles, but players support at most ${MAX_ANGLES}`);
  }
  const clipAt = (place: number) => {
    const clip = bytes.ascii(place, 5);
    if (!/^\d{5}$/.test(clip)) throw malformed(what, "it plays a clip whose name is not a number");
    return clip;
  };
  const clips = [clipAt(at + 2)];
  for (let angle = 1; angle < angles; angle++) clips.push(clipAt(at + 36 + (angle - 1) * 10));
  const table = isMultiAngle ? at + 36 + (angles - 1) * 10 : at + 34;
  return { clips, inTime, outTime, connection: flags & 15, streams: parseStreamTable(bytes, table, what) };
}

/** Parses the chapter marks. They are optional, so unreadable marks are omitted. */
function parseMarks(bytes: BigEndian, start: number, items: number): Playlist["marks"] {
  if (start + 6 > bytes.length) return [];
  const count = Math.min(bytes.u16(start + 4), Math.floor((bytes.length - start - 6) / 14));
  return Array.from({ length: count }, (_, i) => start + 6 + i * 14)
    .filter((at) => bytes.u8(at + 1) === ENTRY_MARK && bytes.u16(at + 2) < items)
    .map((at) => ({ item: bytes.u16(at + 2), time: bytes.u32(at + 4) }));
}
