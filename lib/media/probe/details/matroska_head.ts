import type { CropMarks } from "../model.ts";
import type { ReadAt } from "./mp4_index.ts";

/** Reads data in the header of a Matroska file that ffprobe does not provide (RFC 9559). */

interface Element {
  id: number;
  from: number;
  /** Offset of the end of the element's contents. Infinity if the element has no size. */
  to: number;
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const SEEK_HEAD = 0x114d9b74;
const SEEK = 0x4dbb;
const SEEK_ID = 0x53ab;
const SEEK_POSITION = 0x53ac;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const TRACK_ENABLED = 0xb9;
const VIDEO = 0xe0;
const CROP = { bottom: 0x54aa, top: 0x54bb, left: 0x54cc, right: 0x54dd } as const;
const ENCODINGS = 0x6d80;
const ENCODING = 0x6240;
const ENCRYPTION = 0x5035;
const CHAPTERS = 0x1043a770;
const EDITION = 0x45b9;
const ORDERED = 0x45dd;
const CHAPTER = 0xb6;
const OTHER_SEGMENT = 0x6e67;

const WANTED = [TRACKS, CHAPTERS];

/** Maximum size of an element in bytes. Tracks and chapters are far smaller. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ELEMENTS = 10_000;

/** Reads a number of up to eight bytes. In an ID, the marker bit is kept. An unknown size is Infinity. */
function numberAt(data: DataView, at: number, isId: boolean): { value: number; bytes: number } | undefined {
  if (at >= data.byteLength) return undefined;
  const bytes = Math.clz32(data.getUint8(at)) - 23;
  if (bytes > 8 || at + bytes > data.byteLength) return undefined;
  const mask = 0xff >> bytes;
  const digits = Array.from({ length: bytes }, (_, i) => data.getUint8(at + i));
  if (!isId) digits[0] = (digits[0] ?? 0) & mask;
  const isUnknown = !isId && digits.every((digit, i) => digit === (i === 0 ? mask : 0xff));
  return { value: isUnknown ? Infinity : digits.reduce((sum, digit) => sum * 256 + digit, 0), bytes };
}

function elementAt(data: DataView, at: number, offset: number): Element | undefined {
  const id = numberAt(data, at, true);
  const size = id && numberAt(data, at + id.bytes, false);
  if (!id || !size) return undefined;
  const from = offset + id.bytes + size.bytes;
  return { id: id.value, from, to: from + size.value };
}

function childrenOf(data: DataView, { from, to }: Pick<Element, "from" | "to">): Element[] {
  const children: Element[] = [];
  for (let at = from; at < to && children.length < MAX_ELEMENTS;) {
    const child = elementAt(data, at, at);
    if (!child || child.to > to) break;
    children.push(child);
    at = child.to;
  }
  return children;
}

const unsigned = (data: DataView, { from, to }: Element): number =>
  Array.from({ length: Math.min(8, to - from) }, (_, i) => data.getUint8(from + i)).reduce(
    (sum, byte) => sum * 256 + byte,
    0,
  );

/** Data in the header of a file. Only facts that apply are present. */
export interface HeadFacts {
  /** Crop values of each video track, in file order. Undefined for tracks that show the whole frame. */
  crops: (CropMarks | undefined)[];
  encrypted?: true;
  /** Indexes of tracks that players ignore. */
  disabled?: number[];
  /**
   * Set for ordered chapters: `own` if they play only parts of this file, `linked` if they include parts of other
   * files.
   */
  ordered?: "own" | "linked";
  /** Number of chapters in the first edition. */
  chapterCount?: number;
}

/** Reads the element at a file offset. */
const readElement = async (at: number, read: ReadAt): Promise<Element | undefined> =>
  elementAt(await read(at, 12), 0, at);

/** Returns the first segment of a file. Undefined if it is not a Matroska file. */
export async function firstSegment(read: ReadAt): Promise<Element | undefined> {
  const header = await readElement(0, read);
  const segment = header?.id === EBML ? await readElement(header.to, read) : undefined;
  return segment?.id === SEGMENT ? segment : undefined;
}

/** True if another Matroska file starts at this offset. */
export const isFileAt = async (at: number, read: ReadAt): Promise<boolean> =>
  (await readElement(at, read))?.id === EBML;

/** Reads the tracks and chapters of a segment: before its first cluster, or at the position in its index. */
async function headOf(segment: Element, read: ReadAt): Promise<Map<number, DataView>> {
  const found = new Map<number, DataView>();
  const readData = async ({ id, from, to }: Element): Promise<DataView | undefined> => {
    if (![SEEK_HEAD, ...WANTED].includes(id) || to - from > MAX_BYTES) return undefined;
    const data = await read(from, to - from);
    if (!found.has(id)) found.set(id, data);
    return data;
  };
  const places = new Map<number, number>();
  for (let at = segment.from, count = 0; at < segment.to && count < MAX_ELEMENTS; count++) {
    const element = await readElement(at, read);
    if (!element || element.id === CLUSTER) break;
    const data = await readData(element);
    for (const id of WANTED) {
      const place = element.id === SEEK_HEAD && data ? placeOf(id, data) : undefined;
      if (place !== undefined && !places.has(id)) places.set(id, place);
    }
    at = element.to;
  }
  // Programs that edit a file in place move elements that have grown to the end of the file.
  for (const [id, place] of places) {
    const elsewhere = found.has(id) ? undefined : await readElement(segment.from + place, read);
    if (elsewhere?.id === id) await readData(elsewhere);
  }
  return found;
}

/** Returns the position of an element according to the index of the segment, in bytes from the start of the segment. */
function placeOf(id: number, data: DataView): number | undefined {
  for (const seek of childrenOf(data, { from: 0, to: data.byteLength })) {
    const parts = seek.id === SEEK ? childrenOf(data, seek) : [];
    const [wanted, position] = [SEEK_ID, SEEK_POSITION].map((one) => parts.find((part) => part.id === one));
    if (wanted && position && unsigned(data, wanted) === id) return unsigned(data, position);
  }
  return undefined;
}

/** Reads the header of a file. */
export async function readHead(read: ReadAt): Promise<HeadFacts> {
  const segment = await firstSegment(read);
  const head = segment ? await headOf(segment, read) : new Map<number, DataView>();
  const [tracks, chapters] = [head.get(TRACKS), head.get(CHAPTERS)];
  return { ...(tracks ? trackFacts(tracks) : { crops: [] }), ...(chapters ? chapterFacts(chapters) : {}) };
}

function trackFacts(data: DataView): Pick<HeadFacts, "crops" | "encrypted" | "disabled"> {
  const tracks = childrenOf(data, { from: 0, to: data.byteLength }).filter(({ id }) => id === TRACK)
    .map((track) => childrenOf(data, track));
  const within = (parts: Element[], id: number): Element[] =>
    parts.filter((part) => part.id === id).flatMap((part) => childrenOf(data, part));
  const isVideo = (parts: Element[]): boolean =>
    parts.some((part) => part.id === TRACK_TYPE && unsigned(data, part) === 1);
  const crops = tracks.filter(isVideo).map((parts): CropMarks | undefined => {
    const video = within(parts, VIDEO);
    const pixels = (id: number): number => {
      const part = video.find((one) => one.id === id);
      return part ? unsigned(data, part) : 0;
    };
    const marks = {
      left: pixels(CROP.left),
      top: pixels(CROP.top),
      right: pixels(CROP.right),
      bottom: pixels(CROP.bottom),
    };
    return Object.values(marks).some((edge) => edge > 0) ? marks : undefined;
  });
  const encrypted = tracks.some((parts) =>
    within(within(parts, ENCODINGS), ENCODING).some(({ id }) => id === ENCRYPTION)
  );
  const disabled = tracks.flatMap((parts, i) =>
    parts.some((part) => part.id === TRACK_ENABLED && unsigned(data, part) === 0) ? [i] : []
  );
  return { crops, ...(encrypted ? { encrypted } : {}), ...(disabled.length > 0 ? { disabled } : {}) };
}

/** Returns the number of chapters in the first edition, and the type of ordered chapters if it has them. */
function chapterFacts(data: DataView): Pick<HeadFacts, "ordered" | "chapterCount"> {
  const first = childrenOf(data, { from: 0, to: data.byteLength }).find(({ id }) => id === EDITION);
  const parts = first ? childrenOf(data, first) : [];
  const chapters = parts.filter(({ id }) => id === CHAPTER);
  const isOrdered = parts.some((part) => part.id === ORDERED && unsigned(data, part) === 1);
  const hasLinks = chapters.some((part) => childrenOf(data, part).some(({ id }) => id === OTHER_SEGMENT));
  return { chapterCount: chapters.length, ...(isOrdered ? { ordered: hasLinks ? "linked" : "own" } : {}) };
}
