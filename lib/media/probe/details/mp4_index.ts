/** Facts in the index of MP4 and QuickTime files that ffprobe does not tell. */

/** Reads `length` bytes at `at`; fewer at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<DataView>;

interface Box {
  name: string;
  /** Where its content begins and ends. */
  from: number;
  to: number;
}

/** Boxes of a fragmented file that are looked at, and how large an index may be. */
const MAX_BOXES = 100_000;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

const textAt = (data: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => data.getUint8(at + i)));

/** The box whose header is at `at` of `data`; undefined where there is none. A length of zero reaches to the end. */
function boxAt(data: DataView, at: number, offset: number, end: number): Box | undefined {
  if (at + 8 > data.byteLength) return undefined;
  const short = data.getUint32(at);
  const isLong = short === 1 && at + 16 <= data.byteLength;
  const length = isLong ? Number(data.getBigUint64(at + 8)) : short === 0 ? end - offset : short;
  const header = isLong ? 16 : 8;
  return length < header ? undefined : { name: textAt(data, at + 4), from: offset + header, to: offset + length };
}

/** The boxes at the top of a file. */
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

/** The boxes at the end of a path of names, of each branch. */
function boxesAt(data: DataView, inside: Pick<Box, "from" | "to">, [name, ...rest]: string[]): Box[] {
  const found = [...boxesIn(data, inside)].filter((box) => box.name === name);
  return rest.length === 0 ? found : found.flatMap((box) => boxesAt(data, box, rest));
}

/** Facts about all tracks of a file. */
export interface IndexFacts {
  /** Some track shows several stretches of its media one after the other, or pauses between them. */
  edited?: true;
  /** The samples of some track are encrypted. */
  encrypted?: true;
  /** The media is described part by part, behind the index. */
  fragmented?: true;
}

/** Sample entries of encrypted tracks: Common Encryption, and what music and film shops had before. */
const ENCRYPTED = new Set(["encv", "enca", "enct", "encs", "drmi", "drms", "drmt"]);

/** Rows of an edit list, without a pause before the first one, which only delays the track. */
function stretchesOf(data: DataView, { from, to }: Box): number {
  const rowBytes = data.getUint8(from) === 1 ? 20 : 12;
  const rows = Math.min(data.getUint32(from + 4), Math.floor((to - from - 8) / rowBytes));
  const media = Array.from({ length: rows }, (_, i) => {
    const row = from + 8 + i * rowBytes;
    return rowBytes === 20 ? Number(data.getBigInt64(row + 8)) : data.getInt32(row + 4);
  });
  const first = media.findIndex((time) => time >= 0);
  return first < 0 ? 0 : rows - first;
}

/** Reads the index. Nothing for a file without one. */
export async function readIndex(size: number, read: ReadAt): Promise<IndexFacts> {
  for await (const { name, from, to } of topBoxes(size, read)) {
    if (name !== "moov") continue;
    if (to - from > MAX_INDEX_BYTES) return {};
    const data = await read(from, to - from);
    const all = { from: 0, to: data.byteLength };
    const lists = boxesAt(data, all, ["trak", "edts", "elst"]).filter((box) => box.to - box.from >= 8);
    const edited = lists.some((list) => stretchesOf(data, list) > 1);
    const encrypted = boxesAt(data, all, ["trak", "mdia", "minf", "stbl", "stsd"]).some(({ from, to }) =>
      [...boxesIn(data, { from: from + 8, to })].some((entry) => ENCRYPTED.has(entry.name))
    );
    const fragmented = boxesAt(data, all, ["mvex"]).length > 0;
    return {
      ...(edited ? { edited } : {}),
      ...(encrypted ? { encrypted } : {}),
      ...(fragmented ? { fragmented } : {}),
    };
  }
  return {};
}
