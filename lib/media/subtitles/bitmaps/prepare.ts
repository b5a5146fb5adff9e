import { inkOf } from "./ink.ts";
import type { BitmapCue, GreyBitmap } from "../model.ts";
import { setUpright } from "./slant.ts";

/** Prepares coloured subtitle bitmaps for OCR: black letters on a white background. Pure. */

/** White margin around the text, in pixels. */
const BORDER = 20;
/** White space in pixels between parts that are at different positions on the screen. */
const GAP = 24;

/** A cue prepared for tesseract, in black and white. */
export interface PreparedCue {
  bitmap: GreyBitmap;
  /** True if all visible content is in the upper half of the screen. */
  top: boolean;
}

/**
 * Combines the bitmaps of a cue into one, enlarged so that lowercase letters are 25 to 40 pixels high. Undefined if
 * nothing is visible.
 */
export function prepareCue({ bitmaps, canvasHeight }: BitmapCue): PreparedCue | undefined {
  const scale = canvasHeight <= 600 ? 3 : canvasHeight <= 800 ? 2 : 1;
  const parts = bitmaps.flatMap((bitmap) => {
    const part = trimmed(inkOf(bitmap));
    return part ? [{ ...part, bottom: bitmap.y + part.bottom }] : [];
  });
  if (parts.length === 0) return undefined;
  const upright = parts.map((part) => setUpright(scale === 1 ? part : enlarged(part, scale)));
  return { bitmap: framed(upright), top: parts.every(({ bottom }) => bottom <= canvasHeight / 2) };
}

/** Removes empty margins. `bottom` is the line below the last ink. */
function trimmed({ width, height, pixels }: GreyBitmap): GreyBitmap & { bottom: number } | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[y * width + x] ?? 255) > 160) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (right - left < 2 || bottom - top < 2) return undefined;
  // Antialiased edges are lighter than ink.
  [left, top] = [Math.max(0, left - 2), Math.max(0, top - 2)];
  [right, bottom] = [Math.min(width, right + 2), Math.min(height, bottom + 2)];
  const part = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y++) {
    part.set(pixels.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  }
  return { width: right - left, height: bottom - top, pixels: part, bottom };
}

/** Scales with a cubic filter (Catmull-Rom), which smooths the steps of two-bit letters and keeps thin strokes dark. */
function enlarged({ width, height, pixels }: GreyBitmap, times: number): GreyBitmap {
  const wide = width * times;
  const high = height * times;
  const rows = new Float32Array(wide * height);
  const [columnTaps, rowTaps] = [tapsOf(width, times), tapsOf(height, times)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0;
      for (const { at, weight } of columnTaps[x] ?? []) sum += (pixels[y * width + at] ?? 255) * weight;
      rows[y * wide + x] = sum;
    }
  }
  const large = new Uint8ClampedArray(wide * high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0;
      for (const { at, weight } of rowTaps[y] ?? []) sum += (rows[at * wide + x] ?? 255) * weight;
      large[y * wide + x] = sum;
    }
  }
  return { width: wide, height: high, pixels: new Uint8Array(large.buffer) };
}

/** Returns the four source positions and weights for each position on the enlarged axis. */
function tapsOf(length: number, times: number): { at: number; weight: number }[][] {
  return Array.from({ length: length * times }, (_, large) => {
    const place = (large + 0.5) / times - 0.5;
    const whole = Math.floor(place);
    const t = place - whole;
    const weights = [
      ((-0.5 * t + 1) * t - 0.5) * t,
      (1.5 * t - 2.5) * t * t + 1,
      ((-1.5 * t + 2) * t + 0.5) * t,
      (0.5 * t - 0.5) * t * t,
    ];
    return weights.map((weight, i) => ({ at: Math.min(length - 1, Math.max(0, whole - 1 + i)), weight }));
  });
}

/** Places the parts below each other on a white background. */
function framed(parts: GreyBitmap[]): GreyBitmap {
  const width = Math.max(...parts.map((part) => part.width)) + 2 * BORDER;
  const height = parts.reduce((sum, part) => sum + part.height, 0) + (parts.length - 1) * GAP + 2 * BORDER;
  const pixels = new Uint8Array(width * height).fill(255);
  let top = BORDER;
  for (const part of parts) {
    for (let y = 0; y < part.height; y++) {
      pixels.set(part.pixels.subarray(y * part.width, (y + 1) * part.width), (top + y) * width + BORDER);
    }
    top += part.height + GAP;
  }
  return { width, height, pixels };
}
