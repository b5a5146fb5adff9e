import type { GreyPicture, IndexedPicture, PictureCue } from "./model.ts";

/** From coloured subtitle pictures to what a text reader likes: black letters on white paper. Pure. */

/** White around the text, in pixels. */
const BORDER = 20;
/** White between parts that stood at different places of the screen. */
const GAP = 24;

/** One picture of a cue, enlarged so that small letters are 25 to 40 pixels high. Undefined when nothing can be seen. */
export function prepareCue({ pictures, canvasHeight }: PictureCue): GreyPicture | undefined {
  const scale = canvasHeight <= 600 ? 3 : canvasHeight <= 800 ? 2 : 1;
  const parts = pictures.flatMap((picture) => {
    const part = trimmed(inkOf(picture));
    return part ? [scale === 1 ? part : enlarged(part, scale)] : [];
  });
  return parts.length === 0 ? undefined : framed(parts);
}

/**
 * Brightness turned into ink: the brightest colour that is shown becomes black, the darkest (the rim) and what shines
 * through become white. A picture of one colour is all ink.
 */
export function inkOf({ width, height, pixels, palette }: IndexedPicture): GreyPicture {
  const used = new Uint32Array(256);
  for (const pixel of pixels) used[pixel] = (used[pixel] ?? 0) + 1;
  const light = (index: number) =>
    0.299 * (palette[index * 4] ?? 0) + 0.587 * (palette[index * 4 + 1] ?? 0) + 0.114 * (palette[index * 4 + 2] ?? 0);
  const alpha = (index: number) => palette[index * 4 + 3] ?? 0;
  const seen = [...used.keys()].filter((index) => (used[index] ?? 0) > 0 && alpha(index) > 60);
  const top = Math.max(0, ...seen.map(light));
  const low = Math.min(top, ...seen.map(light));
  const flat = top - low < 40;
  const grey = new Uint8Array(256).fill(255);
  for (const index of seen) {
    const ink = (alpha(index) / 255) * (flat ? 1 : (light(index) - low) / (top - low));
    grey[index] = Math.round(255 * (1 - ink));
  }
  return { width, height, pixels: pixels.map((pixel) => grey[pixel] ?? 255) };
}

/** Without the empty margin. */
function trimmed({ width, height, pixels }: GreyPicture): GreyPicture | undefined {
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
  const part = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y++) {
    part.set(pixels.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  }
  return { width: right - left, height: bottom - top, pixels: part };
}

/** Bilinear, so that steps of two-bit letters become slopes. */
function enlarged({ width, height, pixels }: GreyPicture, times: number): GreyPicture {
  const wide = width * times;
  const high = height * times;
  const large = new Uint8Array(wide * high);
  const at = (x: number, y: number) =>
    pixels[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 255;
  for (let y = 0; y < high; y++) {
    const sy = (y + 0.5) / times - 0.5;
    const y0 = Math.floor(sy);
    const fy = sy - y0;
    for (let x = 0; x < wide; x++) {
      const sx = (x + 0.5) / times - 0.5;
      const x0 = Math.floor(sx);
      const fx = sx - x0;
      const upper = at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx;
      const lower = at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx;
      large[y * wide + x] = upper * (1 - fy) + lower * fy;
    }
  }
  return { width: wide, height: high, pixels: large };
}

/** Parts below one another on white paper. */
function framed(parts: GreyPicture[]): GreyPicture {
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
