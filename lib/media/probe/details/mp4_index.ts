/** Reads data in the index of MP4 and QuickTime files that ffprobe does not provide. */

/** Reads `length` bytes at `at`, or fewer at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<DataView>;

interface Box {
  name: string;
  /** Offsets of the start and the end of the box's contents. */
  from: number;
  to: number;
}

/** Maximum number of boxes that are read in a fragmented file, and maximum size of an index. */
const MAX_BOXES = 100_000;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** Returns the four-character code at an offset. Empty after the end of the data. */
export const textAt = (data: DataView, at: number): string =>
  at + 4 > data.byteLength ? "" : String.fromCharCode(...[0, 1, 2, 3].map((i) => data.getUint8(at + i)));

/**
 * Returns the box whose header is at `at` in `data`. Undefined if there is none. With a length of zero, it extends to
 * the end.
 */
function boxAt(data: DataView, at: number, offset: number, end: number): Box | undefined {
  if (at + 8 > data.byteLength) return undefined;
  const short = data.getUint32(at);
  const isLong = short === 1 && at + 16 <= data.byteLength;
  const length = isLong ? Number(data.getBigUint64(at + 8)) : short === 0 ? end - offset : short;
  const header = isLong ? 16 : 8;
  return length < header ? undefined : { name: textAt(data, at + 4), from: offset + header, to: offset + length };
}

/** Yields the top-level boxes of a file. */
export async function* topBoxes(size: number, read: ReadAt): AsyncGenerator<Box> {
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < MAX_BOXES; boxes++) {
    const box = boxAt(await read(at, 16), 0, at, size);
    if (!box) return;
    yield box;
    at = box.to;
  }
}

function* boxesIn(data: DataView, { from, to }: Pick<Box, "from" | "to">): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const box = boxAt(data, at, at, to);
    if (!box || box.to > to) return;
    yield box;
    at = box.to;
  }
}

/** Returns the boxes at a path of names, in all branches. */
function boxesAt(data: DataView, inside: Pick<Box, "from" | "to">, [name, ...rest]: string[]): Box[] {
  const found = [...boxesIn(data, inside)].filter((box) => box.name === name);
  return rest.length === 0 ? found : found.flatMap((box) => boxesAt(data, box, rest));
}

/** Information about all tracks of a file. */
export interface IndexFacts {
  /** True if at least one track plays several ranges of its media, has gaps between them, or omits its end. */
  edited?: true;
  /** True if the samples of at least one track are encrypted. */
  encrypted?: true;
  /** True if the media is described in fragments after the index. */
  fragmented?: true;
  /** True if the file ends before its media box does. */
  cutOff?: true;
}

/**
 * Types of the sample entries of encrypted tracks: Common Encryption, and older DRM formats of music and movie stores.
 */
const ENCRYPTED = new Set(["encv", "enca", "enct", "encs", "drmi", "drms", "drmt"]);

/** An entry in an edit list: its duration in time units of the movie, and its start in the media. -1 is a gap. */
interface Edit {
  units: number;
  media: number;
}

function editsOf(data: DataView, { from, to }: Box): Edit[] {
  const isLong = data.getUint8(from) === 1;
  const rowBytes = isLong ? 20 : 12;
  const rows = Math.min(data.getUint32(from + 4), Math.floor((to - from - 8) / rowBytes));
  return Array.from({ length: rows }, (_, i) => {
    const row = from + 8 + i * rowBytes;
    return isLong
      ? { units: Number(data.getBigUint64(row)), media: Number(data.getBigInt64(row + 8)) }
      : { units: data.getUint32(row), media: data.getInt32(row + 4) };
  });
}

/** Reads the time units per second and the duration in the header of a movie or its media. */
function clockOf(data: DataView, [header]: Box[]): { scale: number; units: number } | undefined {
  if (!header || header.to <= header.from) return undefined;
  const isLong = data.getUint8(header.from) === 1;
  if (header.to - header.from < (isLong ? 32 : 20)) return undefined;
  const at = header.from + (isLong ? 20 : 12);
  return { scale: data.getUint32(at), units: isLong ? Number(data.getBigUint64(at + 4)) : data.getUint32(at + 4) };
}

/** Tolerance in seconds. Containers and encoders round the end to a packet. Larger differences are intentional cuts. */
const CUT_SECONDS = 0.25;

/**
 * True if a track plays several ranges of its media, or ends before its media does. A gap before the first range only
 * delays the track.
 */
function isEdited(data: DataView, track: Box, movieScale: number): boolean {
  const [list] = boxesAt(data, track, ["edts", "elst"]).filter((box) => box.to - box.from >= 8);
  const edits = list ? editsOf(data, list) : [];
  const first = edits.findIndex(({ media }) => media >= 0);
  const shown = first < 0 ? undefined : edits[first];
  if (!shown) return false;
  if (edits.length - first > 1) return true;
  const media = clockOf(data, boxesAt(data, track, ["mdia", "mdhd"]));
  if (!media || media.scale === 0 || movieScale === 0 || shown.units === 0) return false;
  return (media.units - shown.media) / media.scale - shown.units / movieScale > CUT_SECONDS;
}

/** Reads the index, and checks whether the file contains all of its media. Empty for a file without an index. */
export async function readIndex(size: number, read: ReadAt): Promise<IndexFacts> {
  let facts: IndexFacts = {};
  for await (const { name, from, to } of topBoxes(size, read)) {
    if (name === "mdat" && to > size) facts = { ...facts, cutOff: true };
    if (name !== "moov" || to - from > MAX_INDEX_BYTES) continue;
    const data = await read(from, to - from);
    const all = { from: 0, to: data.byteLength };
    const { scale = 0 } = clockOf(data, boxesAt(data, all, ["mvhd"])) ?? {};
    const edited = boxesAt(data, all, ["trak"]).some((track) => isEdited(data, track, scale));
    const encrypted = boxesAt(data, all, ["trak", "mdia", "minf", "stbl", "stsd"]).some(({ from, to }) =>
      [...boxesIn(data, { from: from + 8, to })].some((entry) => ENCRYPTED.has(entry.name))
    );
    const fragmented = boxesAt(data, all, ["mvex"]).length > 0;
    facts = {
      ...facts,
      ...(edited ? { edited } : {}),
      ...(encrypted ? { encrypted } : {}),
      ...(fragmented ? { fragmented } : {}),
    };
    // The remaining boxes of a fragmented file contain nothing that is needed here.
    if (fragmented) break;
  }
  return facts;
}
