/** A rectangle in percent of the width and height of the whole map. */
export interface TileRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The whole map. */
export const WHOLE_MAP: TileRect = { x: 0, y: 0, width: 100, height: 100 };

/**
 * Returns one rectangle per value inside `area`, with an area in proportion to the value and sides as equal as possible
 * ("Squarified Treemaps", Bruls, Huizing and van Wijk, 2000). `aspect` is the width of the whole map divided by its
 * height. Values must be positive; descending values result in the best shapes. Pure.
 */
export function treemapLayout(values: readonly number[], aspect: number, area: TileRect = WHOLE_MAP): TileRect[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  // Widths are scaled by the aspect, so that equal sides are equal on the screen.
  let free = { ...area, x: area.x * aspect, width: area.width * aspect };
  const scale = free.width * free.height / total;
  const placed: TileRect[] = [];
  let row: number[] = [];
  const finishRow = () => {
    const { rects, rest } = rowOf(row, free);
    placed.push(...rects);
    free = rest;
    row = [];
  };
  for (const value of values) {
    const size = value * scale;
    const side = Math.min(free.width, free.height);
    if (row.length > 0 && elongation([...row, size], side) > elongation(row, side)) finishRow();
    row.push(size);
  }
  if (row.length > 0) finishRow();
  return placed.map((rect) => ({ ...rect, x: rect.x / aspect, width: rect.width / aspect }));
}

/** Returns the largest ratio of the two sides in a row along a side of this length. */
function elongation(row: readonly number[], side: number): number {
  const sum = row.reduce((total, size) => total + size, 0);
  const [most, least] = [Math.max(...row), Math.min(...row)];
  return Math.max(side * side * most / (sum * sum), sum * sum / (side * side * least));
}

/** Fills the shorter side of the free area with one row. Returns its rectangles and the remaining area. */
function rowOf(row: readonly number[], free: TileRect): { rects: TileRect[]; rest: TileRect } {
  const sum = row.reduce((total, size) => total + size, 0);
  const upright = free.width >= free.height;
  // The last row fills the remaining area, which contains the rounding errors of all other rows.
  const depth = Math.min(sum / (upright ? free.height : free.width), upright ? free.width : free.height);
  let at = 0;
  const rects = row.map((size) => {
    const length = size / sum * (upright ? free.height : free.width);
    const rect = upright
      ? { x: free.x, y: free.y + at, width: depth, height: length }
      : { x: free.x + at, y: free.y, width: length, height: depth };
    at += length;
    return rect;
  });
  const rest = upright
    ? { ...free, x: free.x + depth, width: free.width - depth }
    : { ...free, y: free.y + depth, height: free.height - depth };
  return { rects, rest };
}
