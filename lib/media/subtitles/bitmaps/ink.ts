import type { GreyBitmap, IndexedBitmap } from "../model.ts";

/** Determines which colours of a subtitle are letters, and which are outline or background. Pure. */

/** Minimum alpha (of 255). Colours with less are invisible. */
const MIN_ALPHA = 60;
/** Minimum difference in luma (of 255). Colours that differ less are treated as one. */
const MIN_CONTRAST = 40;
/** Minimum share of transparent pixels. If it is smaller, the letters are in a box. */
const MIN_TRANSPARENT = 0.05;
/** Minimum ratio for an outline: it borders on transparent pixels this many times more often than the letters in it. */
const RIM_RATIO = 3;

/**
 * Converts luma to ink: letters become black, outline and background become white, and values in between become grey.
 * Letters have the bright colours, unless these are the outline of dark letters or the box around them. A bitmap with
 * one colour consists only of ink.
 */
export function inkOf(bitmap: Omit<IndexedBitmap, "y">): GreyBitmap {
  const { width, height, pixels, palette } = bitmap;
  const used = new Uint32Array(256);
  for (const pixel of pixels) used[pixel] = (used[pixel] ?? 0) + 1;
  const light = (index: number) =>
    0.299 * (palette[index * 4] ?? 0) + 0.587 * (palette[index * 4 + 1] ?? 0) + 0.114 * (palette[index * 4 + 2] ?? 0);
  const alpha = (index: number) => palette[index * 4 + 3] ?? 0;
  const seen = [...used.keys()].filter((index) => (used[index] ?? 0) > 0 && alpha(index) > MIN_ALPHA);
  const top = Math.max(0, ...seen.map(light));
  const low = Math.min(top, ...seen.map(light));
  const flat = top - low < MIN_CONTRAST;
  const bright = new Set(seen.filter((index) => light(index) > (top + low) / 2));
  const inverted = !flat && lettersAreDark(bitmap, bright, new Set(seen));
  const grey = new Uint8Array(256).fill(255);
  for (const index of seen) {
    const share = flat ? 1 : (light(index) - low) / (top - low);
    const ink = (alpha(index) / 255) * (inverted ? 1 - share : share);
    grey[index] = Math.round(255 * (1 - ink));
  }
  return { width, height, pixels: pixels.map((pixel) => grey[pixel] ?? 255) };
}

function lettersAreDark(
  { width, height, pixels }: Omit<IndexedBitmap, "y">,
  bright: Set<number>,
  seen: Set<number>,
): boolean {
  const counts = { bright: 0, dark: 0, brightEdge: 0, darkEdge: 0 };
  const clear = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height || !seen.has(pixels[y * width + x] ?? 0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = pixels[y * width + x] ?? 0;
      if (!seen.has(pixel)) continue;
      const edge = clear(x - 1, y) || clear(x + 1, y) || clear(x, y - 1) || clear(x, y + 1) ? 1 : 0;
      if (bright.has(pixel)) {
        counts.bright++;
        counts.brightEdge += edge;
      } else {
        counts.dark++;
        counts.darkEdge += edge;
      }
    }
  }
  const { dark, brightEdge, darkEdge } = counts;
  if (counts.bright === 0 || dark === 0) return false;
  // In a box, the letters are the smaller part.
  if (counts.bright + dark > width * height * (1 - MIN_TRANSPARENT)) return counts.bright > dark;
  return brightEdge / counts.bright > RIM_RATIO * (darkEdge / dark);
}
