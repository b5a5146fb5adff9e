import type { GreyBitmap } from "../model.ts";

/**
 * Straightens slanted letters, because tesseract reads an italic capital i as a slash, a bracket or an exclamation
 * mark. The slant is determined by finding the shear with which strokes cover the fewest columns. Pure.
 */

/** Horizontal shifts per line that are tried. They include the slants of italic fonts (up to 20 degrees). */
const SLANTS = [0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.34];
/**
 * Minimum increase in column sharpness. For upright text it decreases (0.85 to 0.96), for italic text it increases
 * (1.04 to 1.32).
 */
const MIN_GAIN = 1.01;

/** Straightens each line of text in the bitmap. Lines are separated by empty rows. */
export function setUpright(bitmap: GreyBitmap): GreyBitmap {
  const bands = textBands(bitmap);
  if (bands.length === 0) return bitmap;
  const slants = bands.map((band) => slantOf(bitmap, band));
  if (slants.every((slant) => slant === 0)) return bitmap;
  const { width, height, pixels } = bitmap;
  const room = Math.ceil(Math.max(...bands.map(({ top, bottom }, i) => (bottom - top) * (slants[i] ?? 0))));
  const wide = width + room;
  const upright = new Uint8Array(wide * height).fill(255);
  for (const [i, { top, bottom }] of bands.entries()) {
    const slant = slants[i] ?? 0;
    for (let y = top; y < bottom; y++) {
      // The bottom of the line is shifted furthest to the right, so that all pixels stay inside the bitmap.
      shiftRow(
        pixels.subarray(y * width, (y + 1) * width),
        upright.subarray(y * wide, (y + 1) * wide),
        (y - top) * slant,
      );
    }
  }
  return { width: wide, height, pixels: smoothed(upright, wide) };
}

/** Blends each row with the adjacent rows, because shifting rows causes steps in upright strokes. */
function smoothed(pixels: Uint8Array, width: number): Uint8Array {
  return pixels.map((_, at) => {
    let sum = 0;
    for (let row = -SMOOTH_ROWS; row <= SMOOTH_ROWS; row++) sum += pixels[at + row * width] ?? 255;
    return sum / (2 * SMOOTH_ROWS + 1);
  });
}

const SMOOTH_ROWS = 3;

interface Band {
  top: number;
  bottom: number;
}

/**
 * Finds runs of rows with ink. Runs that are less than half as high as the highest one (dots, commas) are merged with
 * the adjacent run.
 */
export function textBands({ width, height, pixels }: GreyBitmap): Band[] {
  const runs: Band[] = [];
  for (let y = 0; y < height; y++) {
    const inked = pixels.subarray(y * width, (y + 1) * width).some((grey) => grey < 128);
    const last = runs.at(-1);
    if (!inked) continue;
    if (last && last.bottom === y) last.bottom = y + 1;
    else runs.push({ top: y, bottom: y + 1 });
  }
  const tallest = Math.max(0, ...runs.map(({ top, bottom }) => bottom - top));
  const bands: Band[] = [];
  for (const run of runs) {
    const last = bands.at(-1);
    const low = (band: Band) => band.bottom - band.top < tallest / 2;
    if (last && (low(run) || low(last)) && run.top - last.bottom < tallest / 3) last.bottom = run.bottom;
    else bands.push({ ...run });
  }
  // Antialiased edges outside the ink belong to the nearest line.
  return bands.map(({ top, bottom }, i) => ({
    top: i === 0 ? 0 : Math.floor(((bands[i - 1]?.bottom ?? 0) + top) / 2),
    bottom: i === bands.length - 1 ? height : Math.floor((bottom + (bands[i + 1]?.top ?? height)) / 2),
  }));
}

function slantOf(bitmap: GreyBitmap, band: Band): number {
  const upright = sharpness(bitmap, band, 0);
  const scored = SLANTS.map((slant) => ({ slant, gain: sharpness(bitmap, band, slant) / upright }));
  const best = scored.reduce((a, b) => b.gain > a.gain ? b : a);
  return best.gain >= MIN_GAIN ? best.slant : 0;
}

/** Returns the sum of the squared ink per column, with every row shifted by `slant`. */
function sharpness({ width, pixels }: GreyBitmap, { top, bottom }: Band, slant: number): number {
  const columns = new Float64Array(width + Math.ceil((bottom - top) * slant) + 1);
  for (let y = top; y < bottom; y++) {
    const shift = Math.round((y - top) * slant);
    for (let x = 0; x < width; x++) {
      const grey = pixels[y * width + x] ?? 255;
      if (grey < 255) columns[x + shift] = (columns[x + shift] ?? 0) + 255 - grey;
    }
  }
  return columns.reduce((sum, ink) => sum + ink * ink, 0);
}

function shiftRow(from: Uint8Array, to: Uint8Array, shift: number): void {
  const whole = Math.floor(shift);
  const part = shift - whole;
  for (let x = 0; x <= from.length; x++) {
    const grey = (from[x] ?? 255) * (1 - part) + (x > 0 ? from[x - 1] ?? 255 : 255) * part;
    if (grey < 255 && x + whole < to.length) to[x + whole] = grey;
  }
}
