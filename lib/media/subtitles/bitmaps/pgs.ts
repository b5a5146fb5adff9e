import type { BitmapCue, DecodedTrack, IndexedBitmap } from "../model.ts";

/**
 * Decodes Blu-ray bitmap subtitles (`.sup`). Damaged files are decoded as far as possible: nothing here throws, and
 * memory use stays within the input size plus one bitmap.
 */

/** Maximum number of pixels. Larger bitmaps are not subtitles. */
const PIXELS_MAX = 4096 * 2304;
/** Duration in seconds of a subtitle that is never cleared. */
const LONGEST_SECONDS = 10;

interface Placed {
  object: number;
  forced: boolean;
  y: number;
  crop?: { x: number; y: number; width: number; height: number };
}

interface Composition {
  atSeconds: number;
  height: number;
  palette: number;
  placed: Placed[];
}

interface ObjectData {
  width: number;
  height: number;
  /** Run-length data of all fragments read so far. */
  parts: Uint8Array[];
  expected: number;
}

/** Decodes all subtitles of the file in display order. Pure. */
export function decodePgs(bytes: Uint8Array): DecodedTrack {
  const palettes = new Map<number, Uint8Array>();
  const objects = new Map<number, ObjectData>();
  const cues: BitmapCue[] = [];
  let shown: Composition | undefined;
  let open: BitmapCue | undefined;
  let intact = 0;

  const close = (atSeconds: number): void => {
    if (!open) return;
    open.endSeconds = atSeconds > open.startSeconds
      ? Math.min(atSeconds, open.startSeconds + LONGEST_LEGAL)
      : open.startSeconds;
    open = undefined;
  };

  for (const { type, atSeconds, body } of segments(bytes)) {
    if (type === PCS) {
      const state = body[7] ?? 0;
      if (state === EPOCH_START) {
        palettes.clear();
        objects.clear();
      }
      shown = compositionOf(body, atSeconds);
    } else if (type === PDS) addPalette(palettes, body);
    else if (type === ODS) addObject(objects, body);
    else if (type === END && shown) {
      const now = shown;
      shown = undefined;
      const drawn = now.placed.toSorted((a, b) => a.y - b.y)
        .map((placed) => bitmapOf(placed, objects, palettes.get(now.palette)));
      if (drawn.every((one) => one?.whole)) intact++;
      const bitmaps = drawn.flatMap((one) => one?.bitmap ?? []);
      if (bitmaps.length > 0 && open && sameShape(open.bitmaps, bitmaps)) continue;
      close(now.atSeconds);
      if (bitmaps.length === 0) continue;
      const startSeconds = now.atSeconds;
      open = {
        startSeconds,
        endSeconds: startSeconds + LONGEST_SECONDS,
        forced: now.placed.some((placed) => placed.forced),
        canvasHeight: now.height,
        bitmaps,
      };
      cues.push(open);
    }
  }
  return { cues: cues.filter((cue) => cue.endSeconds > cue.startSeconds), intact };
}

const PDS = 0x14;
const ODS = 0x15;
const PCS = 0x16;
const END = 0x80;
const EPOCH_START = 0x80;
/**
 * Maximum plausible duration in seconds. Subtitles for signs may last minutes. If the duration is longer, the end is
 * missing.
 */
const LONGEST_LEGAL = 600;

/** Yields the complete segments, skipping bytes between them. */
function* segments(bytes: Uint8Array): Generator<{ type: number; atSeconds: number; body: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 13 <= bytes.length;) {
    if (bytes[at] !== 0x50 || bytes[at + 1] !== 0x47) {
      at++;
      continue;
    }
    const length = view.getUint16(at + 11);
    const end = at + 13 + length;
    if (end > bytes.length) return;
    yield { type: bytes[at + 10] ?? 0, atSeconds: view.getUint32(at + 2) / 90_000, body: bytes.subarray(at + 13, end) };
    at = end;
  }
}

function compositionOf(body: Uint8Array, atSeconds: number): Composition {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const placed: Placed[] = [];
  const count = body[10] ?? 0;
  for (let i = 0, at = 11; i < count && at + 8 <= body.length; i++) {
    const flags = body[at + 3] ?? 0;
    const one: Placed = { object: view.getUint16(at), forced: (flags & 0x40) !== 0, y: view.getUint16(at + 6) };
    at += 8;
    if ((flags & 0x80) !== 0 && at + 8 <= body.length) {
      one.crop = {
        x: view.getUint16(at),
        y: view.getUint16(at + 2),
        width: view.getUint16(at + 4),
        height: view.getUint16(at + 6),
      };
      at += 8;
    }
    placed.push(one);
  }
  return { atSeconds, height: body.length >= 4 ? view.getUint16(2) : 1080, palette: body[9] ?? 0, placed };
}

/** Adds entries to the palette: index, Y, Cr, Cb, alpha. Colours without an entry are not changed. */
function addPalette(palettes: Map<number, Uint8Array>, body: Uint8Array): void {
  const id = body[0] ?? 0;
  const colours = new Uint8Array(palettes.get(id) ?? new Uint8Array(1024));
  for (let at = 2; at + 5 <= body.length; at += 5) {
    const [index = 0, y = 0, cr = 0, cb = 0, alpha = 0] = body.subarray(at, at + 5);
    colours.set([...rgb(y, cr, cb), alpha], index * 4);
  }
  palettes.set(id, colours);
}

/** Converts limited-range BT.709 to RGB. */
function rgb(y: number, cr: number, cb: number): number[] {
  const light = 1.164 * (y - 16);
  const parts = [
    light + 1.793 * (cr - 128),
    light - 0.213 * (cb - 128) - 0.533 * (cr - 128),
    light + 2.112 * (cb - 128),
  ];
  return parts.map((part) => Math.min(255, Math.max(0, Math.round(part))));
}

function addObject(objects: Map<number, ObjectData>, body: Uint8Array): void {
  if (body.length < 4) return;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const id = view.getUint16(0);
  const flags = body[3] ?? 0;
  if ((flags & 0x80) !== 0) {
    if (body.length < 11) return;
    const [width, height] = [view.getUint16(7), view.getUint16(9)];
    const expected = ((body[4] ?? 0) << 16 | view.getUint16(5)) - 4;
    objects.set(id, { width, height, parts: [body.subarray(11)], expected });
  } else {
    const open = objects.get(id);
    const have = open?.parts.reduce((sum, part) => sum + part.length, 0) ?? 0;
    if (open && have < open.expected) open.parts.push(body.subarray(4));
  }
}

/**
 * Returns a bitmap. `picture` is undefined if nothing remains after cropping. `whole` is false if its data is
 * truncated.
 */
function bitmapOf(
  { object, crop, y }: Placed,
  objects: Map<number, ObjectData>,
  palette: Uint8Array | undefined,
): { bitmap?: IndexedBitmap; whole: boolean } | undefined {
  const data = objects.get(object);
  if (!data || !palette || data.width * data.height > PIXELS_MAX || data.width * data.height === 0) return undefined;
  const { pixels, whole } = unpack(data);
  const bitmap = { y, width: data.width, height: data.height, pixels, palette };
  return { bitmap: crop ? cropped(bitmap, crop) : bitmap, whole };
}

/**
 * Decodes run lengths. Lines may lack their end marker or be too long. Excess pixels are dropped, and missing pixels
 * are transparent.
 */
function unpack({ width, height, parts, expected }: ObjectData): { pixels: Uint8Array; whole: boolean } {
  const pixels = new Uint8Array(width * height);
  let x = 0;
  let y = 0;
  const put = (count: number, colour: number): void => {
    if (y >= height) return;
    const end = Math.min(width, x + count);
    if (end > x) pixels.fill(colour, y * width + x, y * width + end);
    x = end;
  };
  const bytes = readerOf(parts);
  for (let first = bytes(); first !== undefined && y < height; first = bytes()) {
    if (first !== 0) {
      put(1, first);
      continue;
    }
    const flags = bytes();
    if (flags === undefined) break;
    if (flags === 0) {
      x = 0;
      y++;
      continue;
    }
    const long = (flags & 0x40) !== 0 ? bytes() : undefined;
    const count = long === undefined ? flags & 0x3f : ((flags & 0x3f) << 8) | long;
    put(count, (flags & 0x80) !== 0 ? bytes() ?? 0 : 0);
  }
  // The end marker of the last line may be missing.
  const bytesRead = parts.reduce((sum, part) => sum + part.length, 0);
  return { pixels, whole: y >= height - 1 && bytesRead >= expected };
}

function readerOf(parts: Uint8Array[]): () => number | undefined {
  let part = 0;
  let at = 0;
  return () => {
    while (part < parts.length && at >= (parts[part]?.length ?? 0)) {
      part++;
      at = 0;
    }
    return parts[part]?.[at++];
  };
}

/** Returns the part of a bitmap in `area`. Undefined if there is none. */
function cropped(
  { y: line, width, height, pixels, palette }: IndexedBitmap,
  area: { x: number; y: number; width: number; height: number },
): IndexedBitmap | undefined {
  const right = Math.min(width, area.x + area.width);
  const bottom = Math.min(height, area.y + area.height);
  if (right <= area.x || bottom <= area.y) return undefined;
  const part = new Uint8Array((right - area.x) * (bottom - area.y));
  for (let y = area.y; y < bottom; y++) {
    part.set(pixels.subarray(y * width + area.x, y * width + right), (y - area.y) * (right - area.x));
  }
  return { y: line, width: right - area.x, height: bottom - area.y, pixels: part, palette };
}

/** True if only the palette differs, as in a fade, so that it is still the same subtitle. */
const sameShape = (a: IndexedBitmap[], b: IndexedBitmap[]): boolean =>
  a.length === b.length && a.every((one, i) => {
    const other = b[i];
    return other !== undefined && one.width === other.width && one.height === other.height &&
      one.pixels.every((pixel, at) => pixel === other.pixels[at]);
  });
