/** Geometry of a long list that renders only its visible pieces. Pure; all lengths in pixels. */

/** Layout of the titles in the list. */
export interface ListShape {
  total: number;
  columns: number;
  /** Distance between the tops of adjacent rows. */
  rowHeight: number;
  /** Number of rows that are fetched together. */
  pieceRows: number;
  /** Number of titles at the top that are already rendered, in complete rows. Pieces start below them. */
  from?: number;
}

/** Height of the text below a poster: title, details and marks. */
const TEXT_HEIGHT = 76;
/** Number of rows per piece, so that a piece is about one screen. */
const POSTER_ROWS = 4;
const TABLE_ROWS = 40;

/**
 * Returns the layout with the maximum number of columns, and the resulting image height. The aspect ratio is 2:3 for
 * posters and square for covers.
 */
export function posterShape(
  total: number,
  { width, least, gap, square = false }: { width: number; least: number; gap: number; square?: boolean },
): ListShape {
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
  const column = (width - gap * (columns - 1)) / columns;
  return {
    total,
    columns,
    rowHeight: Math.round(column * (square ? 1 : 1.5)) + TEXT_HEIGHT + gap,
    pieceRows: POSTER_ROWS,
  };
}

/** Layout with one title per row. */
export const tableShape = (total: number, rowHeight: number): ListShape => ({
  total,
  columns: 1,
  rowHeight,
  pieceRows: TABLE_ROWS,
});

/** Number of titles in a full piece. */
export const pieceTitles = ({ columns, pieceRows }: ListShape): number => columns * pieceRows;

/** Height of the whole list. */
export const listHeight = ({ total, columns, rowHeight }: ListShape): number => Math.ceil(total / columns) * rowHeight;

/** Returns the first position of a piece. */
export const pieceStart = (shape: ListShape, piece: number): number => (shape.from ?? 0) + piece * pieceTitles(shape);

/** Returns the number of the piece that contains a title. Negative for titles that are already rendered. */
export const pieceOf = (shape: ListShape, place: number): number =>
  Math.floor((place - (shape.from ?? 0)) / pieceTitles(shape));

/** Top of a piece, from the top of the list. */
export const pieceTop = (shape: ListShape, piece: number): number => titleTop(shape, pieceStart(shape, piece));

/** Top of a title's row, from the top of the list. */
export const titleTop = ({ columns, rowHeight }: ListShape, place: number): number =>
  Math.floor(place / columns) * rowHeight;

/** Returns the position of the first title visible at a scroll height. */
export const placeAt = ({ columns, rowHeight, total }: ListShape, top: number): number =>
  Math.min(Math.max(0, total - 1), Math.max(0, Math.floor(top / rowHeight)) * columns);

/**
 * Returns the pieces to render while the page shows `top` to `bottom`: the visible pieces and one screen above and
 * below.
 */
export const piecesInView = (shape: ListShape, top: number, bottom: number): number[] =>
  piecesBetween(shape, top - (bottom - top), bottom + (bottom - top));

/** Returns the pieces that overlap a range of heights. */
export function piecesBetween(shape: ListShape, top: number, bottom: number): number[] {
  const height = shape.pieceRows * shape.rowHeight;
  const start = titleTop(shape, shape.from ?? 0);
  const last = pieceOf(shape, shape.total - 1);
  const from = Math.max(0, Math.floor((top - start) / height));
  const to = Math.min(last, Math.floor((bottom - start) / height));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
