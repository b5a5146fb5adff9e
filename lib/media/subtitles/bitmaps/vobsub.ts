import { concat } from "../../../kit/bytes.ts";
import type { BitmapCue, DecodedTrack, IndexedBitmap } from "../model.ts";
import { readVobSubIndex } from "./vobsub_index.ts";

/** Decodes DVD subtitles (`.idx` and `.sub`). Damaged files are decoded as far as possible, and nothing throws. */

/** Maximum duration in seconds. Without a stop command, a subtitle is displayed until the next one. */
const LONGEST_SECONDS = 5;
const LEGAL_SECONDS = 120;
/** Duration in seconds of a tick in the delay of a control sequence. */
const TICK_SECONDS = 1024 / 90_000;

/** Decodes all subtitles of a track (the first one by default), in order. Pure. */
export function decodeVobSub(idx: string, sub: Uint8Array, { track = 0 }: { track?: number } = {}): DecodedTrack {
  const { palette, height, tracks } = readVobSubIndex(idx);
  const chosen = tracks[track];
  if (!chosen) return { cues: [], intact: 0 };
  const cues: BitmapCue[] = [];
  let intact = 0;
  const starts = chosen.cues.toSorted((a, b) => a.atSeconds - b.atSeconds);
  for (const [i, { atSeconds, position }] of starts.entries()) {
    const { shown, whole } = decodeSpu(packetAt(sub, position, chosen.index), palette);
    if (whole) intact++;
    if (!shown) continue;
    const next = starts[i + 1]?.atSeconds ?? Infinity;
    const startSeconds = atSeconds + shown.startDelay;
    const stop = shown.stopDelay === undefined ? Infinity : atSeconds + shown.stopDelay;
    // A stop command minutes later is treated as missing.
    const end = stop > startSeconds && stop - startSeconds <= LEGAL_SECONDS ? stop : startSeconds + LONGEST_SECONDS;
    cues.push({
      startSeconds,
      endSeconds: Math.min(end, next > startSeconds ? next : end),
      forced: shown.forced,
      canvasHeight: height,
      bitmaps: [shown.bitmap],
    });
  }
  return { cues: cues.filter((cue) => cue.endSeconds > cue.startSeconds), intact };
}

const PACK = 0xba;
const PRIVATE_1 = 0xbd;
const SUBPICTURES = 0x20;

/** Assembles a subpicture unit from the packets of its substream, starting at `position`. */
function packetAt(sub: Uint8Array, position: number, index: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let wanted = Infinity;
  let have = 0;
  for (let at = position; at + 6 <= sub.length && have < wanted;) {
    if (sub[at] !== 0 || sub[at + 1] !== 0 || sub[at + 2] !== 1) {
      at++;
      continue;
    }
    const id = sub[at + 3];
    if (id === PACK) {
      at += 14 + ((sub[at + 13] ?? 0) & 7);
      continue;
    }
    const length = (sub[at + 4] ?? 0) << 8 | (sub[at + 5] ?? 0);
    const end = Math.min(sub.length, at + 6 + length);
    if (id === PRIVATE_1) {
      const payload = at + 9 + (sub[at + 8] ?? 0);
      if (sub[payload] === SUBPICTURES + index) {
        const part = sub.subarray(payload + 1, end);
        if (parts.length === 0) wanted = (part[0] ?? 0) << 8 | (part[1] ?? 0);
        parts.push(part);
        have += part.length;
      }
    }
    // Advances even for an empty packet, so that the loop ends.
    at = Math.max(end, at + 6);
  }
  return concat(parts);
}

interface Shown {
  bitmap: IndexedBitmap;
  forced: boolean;
  startDelay: number;
  stopDelay?: number;
}

/**
 * Decodes a subpicture unit. `shown` is undefined if it displays nothing. `whole` is false if it is truncated, has no
 * commands, or its lines end early. Pure.
 */
export function decodeSpu(spu: Uint8Array, palette: number[][]): { shown?: Shown; whole: boolean } {
  if (spu.length < 4) return { whole: false };
  const view = new DataView(spu.buffer, spu.byteOffset, spu.byteLength);
  const control = readControl(spu, view);
  const { area, fields, colours, alphas } = control;
  const complete = control.ended && spu.length >= view.getUint16(0);
  if (!area || !fields || area.width <= 0 || area.height <= 0 || area.width * area.height > 1920 * 1200) {
    return { whole: complete && !area && control.stop !== undefined };
  }
  const pixels = new Uint8Array(area.width * area.height);
  const ends = fields.map((offset, parity) => unpackField(spu, offset, parity, area, pixels));
  const table = new Uint8Array(1024);
  for (let value = 0; value < 4; value++) {
    const [r = 128, g = 128, b = 128] = palette[colours[value] ?? 0] ?? [];
    table.set([r, g, b, (alphas[value] ?? 0) * 17], value * 4);
  }
  const shown = {
    bitmap: { y: area.y, width: area.width, height: area.height, pixels, palette: table },
    forced: control.forced,
    startDelay: control.start ?? 0,
    stopDelay: control.stop,
  };
  // The lines must end before the commands, whose offset is at byte 2.
  return { shown, whole: complete && ends.every((end) => end <= view.getUint16(2)) };
}

interface Control {
  forced: boolean;
  /** True if all command sequences were read up to their end marker. */
  ended: boolean;
  start?: number;
  stop?: number;
  area?: { y: number; width: number; height: number };
  fields?: [number, number];
  /** Colours by pixel value, 0 to 3. */
  colours: number[];
  alphas: number[];
}

function readControl(spu: Uint8Array, view: DataView): Control {
  const control: Control = { forced: false, ended: true, colours: [0, 1, 2, 3], alphas: [0, 15, 15, 15] };
  const seen = new Set<number>();
  for (let at = view.getUint16(2); at + 4 <= spu.length && !seen.has(at);) {
    seen.add(at);
    const delay = view.getUint16(at) * TICK_SECONDS;
    const next = view.getUint16(at + 2);
    if (!readCommands(spu, view, at + 4, delay, control)) control.ended = false;
    if (next <= at) break;
    at = next;
  }
  return control;
}

const END_OF_COMMANDS = 0xff;
/** Number of parameter bytes of each command. */
const PARAMETERS: Record<number, number> = { 0: 0, 1: 0, 2: 0, 3: 2, 4: 2, 5: 6, 6: 4 };

/** Reads commands. Returns true if the end marker was reached. */
function readCommands(spu: Uint8Array, view: DataView, from: number, delay: number, control: Control): boolean {
  for (let at = from; at < spu.length;) {
    const command = spu[at++] ?? 0xff;
    const size = command === 7 && at + 2 <= spu.length ? Math.max(2, view.getUint16(at)) : PARAMETERS[command];
    if (size === undefined || at + size > spu.length) return command === END_OF_COMMANDS;
    if (command === 0) control.forced = true;
    if (command === 0 || command === 1) control.start ??= delay;
    if (command === 2) control.stop ??= delay;
    if (command === 3) control.colours = nibbles(spu, at);
    if (command === 4) control.alphas = nibbles(spu, at);
    if (command === 5) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = spu.subarray(at, at + 6);
      const [x1, x2, y1, y2] = [a << 4 | b >> 4, (b & 15) << 8 | c, d << 4 | e >> 4, (e & 15) << 8 | f];
      control.area = { y: y1, width: x2 - x1 + 1, height: y2 - y1 + 1 };
    }
    if (command === 6) control.fields = [view.getUint16(at), view.getUint16(at + 2)];
    at += size;
  }
  return false;
}

/** Returns four nibbles, which are stored for the pixel values 3, 2, 1 and 0, in the order 0 to 3. */
const nibbles = (spu: Uint8Array, at: number): number[] => {
  const [high = 0, low = 0] = spu.subarray(at, at + 2);
  return [low & 15, low >> 4, high & 15, high >> 4];
};

/**
 * Decodes the lines of one field (every second line) from run lengths, which are read as nibbles and start at a byte
 * for each line. Returns the end of the data.
 */
function unpackField(
  spu: Uint8Array,
  offset: number,
  parity: number,
  { width, height }: { width: number; height: number },
  pixels: Uint8Array,
): number {
  let at = offset * 2;
  const nibble = (): number => {
    const byte = spu[at >> 1] ?? 0;
    return at++ % 2 === 0 ? byte >> 4 : byte & 15;
  };
  for (let y = parity; y < height && at >> 1 < spu.length; y += 2) {
    for (let x = 0; x < width;) {
      let value = nibble();
      for (let more = 4; value < more && more <= 64; more *= 4) value = value << 4 | nibble();
      const run = value >> 2 === 0 ? width - x : Math.min(width - x, value >> 2);
      pixels.fill(value & 3, y * width + x, y * width + x + run);
      x += run;
    }
    if (at % 2 !== 0) at++;
  }
  return at >> 1;
}
