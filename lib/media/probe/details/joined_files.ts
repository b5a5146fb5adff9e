import { open } from "node:fs/promises";
import type { Probe } from "../model.ts";

/** Reads `length` bytes at `at`; fewer at the end of the file. */
type Read = (at: number, length: number) => Promise<DataView>;

/** Boxes of a fragmented file that are looked at. */
const MAX_BOXES = 100_000;

const textAt = (data: DataView, at: number, length: number): string =>
  at + length > data.byteLength ? "" : String.fromCharCode(...Array.from({ length }, (_, i) => data.getUint8(at + i)));

/** Whether another MP4 or QuickTime file follows. An index alone may stand twice in one file. */
async function hasSecondMovie(size: number, read: Read): Promise<boolean> {
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < MAX_BOXES; boxes++) {
    const header = await read(at, 16);
    if (header.byteLength < 8) return false;
    if (at > 0 && textAt(header, 4, 4) === "ftyp") return true;
    const short = header.getUint32(0);
    const length = short === 1 && header.byteLength === 16 ? Number(header.getBigUint64(8)) : short;
    // A length of zero is "to the end".
    if (length < 8) return false;
    at += length;
  }
  return false;
}

/** Whether another AVI file follows: the further lists of a long one are called AVIX. */
async function hasSecondAvi(size: number, read: Read): Promise<boolean> {
  for (let at = 0; at + 12 <= size;) {
    const header = await read(at, 12);
    if (textAt(header, 0, 4) !== "RIFF") return false;
    if (at > 0 && textAt(header, 8, 4) === "AVI ") return true;
    const length = header.getUint32(4, true);
    at += 8 + length + length % 2;
  }
  return false;
}

/** An EBML number with its marker bit taken off; -1 for an unknown size. */
function ebmlSize(data: DataView, at: number): { value: number; bytes: number } | undefined {
  if (at >= data.byteLength) return undefined;
  const bytes = Math.clz32(data.getUint8(at)) - 23;
  if (bytes > 8 || at + bytes > data.byteLength) return undefined;
  const digits = Array.from({ length: bytes }, (_, i) => data.getUint8(at + i));
  digits[0] = (digits[0] ?? 0) & (0xff >> bytes);
  const isUnknown = digits.every((digit, i) => digit === (i === 0 ? 0xff >> bytes : 0xff));
  return { value: isUnknown ? -1 : digits.reduce((sum, digit) => sum * 256 + digit, 0), bytes };
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;

/** Whether another Matroska file follows the end of the first one. */
async function hasSecondSegment(size: number, read: Read): Promise<boolean> {
  const start = await read(0, 12);
  const header = ebmlSize(start, 4);
  if (start.byteLength < 12 || start.getUint32(0) !== EBML || !header || header.value < 0) return false;
  const at = 4 + header.bytes + header.value;
  const segment = await read(at, 12);
  const length = ebmlSize(segment, 4);
  if (segment.byteLength < 12 || segment.getUint32(0) !== SEGMENT || !length || length.value < 0) return false;
  const end = at + 4 + length.bytes + length.value;
  const next = end + 4 <= size ? await read(end, 4) : undefined;
  return next?.byteLength === 4 && next.getUint32(0) === EBML;
}

/** Whether a second file of the same kind follows in the same bytes. ffmpeg reads the first alone, or mixes up both. */
export async function isJoined({ path, format, sizeBytes }: Probe): Promise<boolean> {
  const hasSecond = /\bmov\b/.test(format)
    ? hasSecondMovie
    : /\bmatroska\b/.test(format)
    ? hasSecondSegment
    : format === "avi"
    ? hasSecondAvi
    : undefined;
  if (!hasSecond) return false;
  const file = await open(path);
  try {
    return await hasSecond(sizeBytes, async (at, length) => {
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at);
      return new DataView(buffer.buffer, 0, bytesRead);
    });
  } finally {
    await file.close();
  }
}
