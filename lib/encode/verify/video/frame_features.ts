/** Compares a pair of downscaled frames. Pure. Levels are from 0 to 255. */

export interface FrameSize {
  width: number;
  height: number;
}

/**
 * Downscaled frame with the means of its cells, which are squares of `CELL` pixels. The means show the content, but no
 * grain.
 */
export interface MeasuredFrame {
  atSeconds: number;
  data: Uint8Array;
  /** Means of luma, U and V of each cell, in row order. */
  cells: [luma: Float32Array, u: Float32Array, v: Float32Array];
  columns: number;
  rows: number;
}

/** Side length of a cell in pixels of the downscaled frame. */
export const CELL = 4;

/** Prepares a downscaled frame for comparison. */
export function measureFrame(data: Uint8Array, atSeconds: number, { width, height }: FrameSize): MeasuredFrame {
  const columns = Math.max(1, Math.floor(width / CELL));
  const rows = Math.max(1, Math.floor(height / CELL));
  const plane = width * height;
  const means = (offset: number): Float32Array => {
    const cells = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        let count = 0;
        for (let y = row * CELL; y < Math.min(height, (row + 1) * CELL); y++) {
          const line = offset + y * width;
          for (let x = column * CELL; x < Math.min(width, (column + 1) * CELL); x++) {
            sum += data[line + x] ?? 0;
            count++;
          }
        }
        cells[row * columns + column] = sum / Math.max(1, count);
      }
    }
    return cells;
  };
  return { atSeconds, data, cells: [means(0), means(plane), means(2 * plane)], columns, rows };
}

/** Differences of two frames that should show the same content. */
export interface PairFeatures {
  /** Mean luma of source and result. */
  sourceLuma: number;
  resultLuma: number;
  /** Mean absolute difference of the luma cells. */
  lumaError: number;
  /** Mean absolute difference of the chroma cells. The larger value of U and V. */
  chromaError: number;
  /** Standard deviation of the luma cells in source and result. */
  sourceSpread: number;
  resultSpread: number;
  /** Correlation of the luma cells, -1 to 1. 1 if both are flat. */
  likeness: number;
  /** Largest difference of a block of 3x3 cells in luma or chroma, and its position. */
  worstBlock: { error: number; at: number };
}

/** Compares two measured frames of equal size. */
export function comparePair(source: MeasuredFrame, result: MeasuredFrame): PairFeatures {
  const [a, b] = [source.cells[0], result.cells[0]];
  const n = a.length;
  let [sumA, sumB, squareA, squareB, product, lumaError] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    sumA += x;
    sumB += y;
    squareA += x * x;
    squareB += y * y;
    product += x * y;
    lumaError += Math.abs(x - y);
  }
  const varianceA = Math.max(0, squareA / n - (sumA / n) ** 2);
  const varianceB = Math.max(0, squareB / n - (sumB / n) ** 2);
  const covariance = product / n - (sumA / n) * (sumB / n);
  const flat = varianceA < 1 && varianceB < 1;
  return {
    sourceLuma: sumA / n,
    resultLuma: sumB / n,
    lumaError: lumaError / n,
    chromaError: Math.max(
      meanDifference(source.cells[1], result.cells[1]),
      meanDifference(source.cells[2], result.cells[2]),
    ),
    sourceSpread: Math.sqrt(varianceA),
    resultSpread: Math.sqrt(varianceB),
    likeness: flat ? 1 : covariance / Math.sqrt(Math.max(0.25, varianceA) * Math.max(0.25, varianceB)),
    worstBlock: worstBlock(source, result),
  };
}

/** Returns the mean absolute difference in levels of 0 to 255. The arrays have the same length. 0 if they are empty. */
export function meanDifference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / Math.max(1, a.length);
}

/** Compares blocks of 3x3 cells to find content that was added to or is missing from part of the frame. */
function worstBlock(source: MeasuredFrame, result: MeasuredFrame): { error: number; at: number } {
  const { columns, rows } = source;
  let worst = { error: 0, at: 0 };
  for (let row = 0; row + 3 <= rows; row += 3) {
    for (let column = 0; column + 3 <= columns; column += 3) {
      for (let plane = 0; plane < 3; plane++) {
        const [a, b] = [source.cells[plane], result.cells[plane]];
        if (!a || !b) continue;
        let sum = 0;
        for (let y = row; y < row + 3; y++) {
          for (let x = column; x < column + 3; x++) sum += (a[y * columns + x] ?? 0) - (b[y * columns + x] ?? 0);
        }
        const error = Math.abs(sum / 9);
        if (error > worst.error) worst = { error, at: row * columns + column };
      }
    }
  }
  return worst;
}

/** Sums that are significant only over many pairs: tone, colour and sharpness. */
export interface ToneSums {
  /** Number of cells, and sum of differences, per step of mean brightness (16 steps). */
  counts: Float64Array;
  differences: Float64Array;
  /**
   * Chroma relative to grey: energy of the source, projection of the result on the source, and projection on the source
   * rotated by 90 degrees.
   */
  energy: number;
  projection: number;
  turned: number;
  /** Chroma offsets, and number of cells. */
  offsetU: number;
  offsetV: number;
  cells: number;
  /** Gradient at strong edges of the source: its square, and its product with that of the result. */
  edgeEnergy: number;
  edgeProduct: number;
  edges: number;
  /** Squared gradient of both files in smooth areas of the source, and number of pixels. */
  smoothSource: number;
  smoothResult: number;
  smooth: number;
}

/** Number of brightness steps with separate sums. Each step has 16 of the 256 levels. */
export const TONE_STEPS = 16;

/** Returns empty sums. */
export const emptyTone = (): ToneSums => ({
  counts: new Float64Array(TONE_STEPS),
  differences: new Float64Array(TONE_STEPS),
  energy: 0,
  projection: 0,
  turned: 0,
  offsetU: 0,
  offsetV: 0,
  cells: 0,
  edgeEnergy: 0,
  edgeProduct: 0,
  edges: 0,
  smoothSource: 0,
  smoothResult: 0,
  smooth: 0,
});

/** Returns the total of two sums. */
export function sumTones(a: ToneSums, b: ToneSums): ToneSums {
  return {
    counts: a.counts.map((value, i) => value + (b.counts[i] ?? 0)),
    differences: a.differences.map((value, i) => value + (b.differences[i] ?? 0)),
    energy: a.energy + b.energy,
    projection: a.projection + b.projection,
    turned: a.turned + b.turned,
    offsetU: a.offsetU + b.offsetU,
    offsetV: a.offsetV + b.offsetV,
    cells: a.cells + b.cells,
    edgeEnergy: a.edgeEnergy + b.edgeEnergy,
    edgeProduct: a.edgeProduct + b.edgeProduct,
    edges: a.edges + b.edges,
    smoothSource: a.smoothSource + b.smoothSource,
    smoothResult: a.smoothResult + b.smoothResult,
    smooth: a.smooth + b.smooth,
  };
}

/** Minimum difference in levels between adjacent pixels at an edge. Smaller differences may be grain. */
const EDGE_LEVELS = 24;

/** Adds one pair to `sums`, which is modified. */
export function addTone(sums: ToneSums, source: MeasuredFrame, result: MeasuredFrame, size: FrameSize): void {
  const [[ya, ua, va], [yb, ub, vb]] = [source.cells, result.cells];
  for (let i = 0; i < ya.length; i++) {
    const [a, b] = [ya[i] ?? 0, yb[i] ?? 0];
    // Uses the mean of both files. With only the source, lost grain would look like a flatter curve.
    const step = Math.min(TONE_STEPS - 1, ((a + b) / 2 * TONE_STEPS / 256) | 0);
    sums.counts[step] = (sums.counts[step] ?? 0) + 1;
    sums.differences[step] = (sums.differences[step] ?? 0) + b - a;
    const [u, v] = [(ua[i] ?? 128) - 128, (va[i] ?? 128) - 128];
    const [p, q] = [(ub[i] ?? 128) - 128, (vb[i] ?? 128) - 128];
    sums.energy += u * u + v * v;
    sums.projection += u * p + v * q;
    sums.turned += u * q - v * p;
    sums.offsetU += p - u;
    sums.offsetV += q - v;
    sums.cells++;
  }
  addEdges(sums, source.data, result.data, size);
}

function addEdges(sums: ToneSums, a: Uint8Array, b: Uint8Array, { width, height }: FrameSize): void {
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [gx, gy] = [(a[i + 1] ?? 0) - (a[i - 1] ?? 0), (a[i + width] ?? 0) - (a[i - width] ?? 0)];
      const [hx, hy] = [(b[i + 1] ?? 0) - (b[i - 1] ?? 0), (b[i + width] ?? 0) - (b[i - width] ?? 0)];
      if (Math.abs(gx) + Math.abs(gy) < EDGE_LEVELS) {
        sums.smoothSource += gx * gx + gy * gy;
        sums.smoothResult += hx * hx + hy * hy;
        sums.smooth++;
        continue;
      }
      sums.edgeEnergy += gx * gx + gy * gy;
      sums.edgeProduct += gx * hx + gy * hy;
      sums.edges++;
    }
  }
}
