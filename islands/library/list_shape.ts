/** Where the pieces of a long list lie on a page that draws only those in view. Pure; all lengths in pixels. */

/** How titles lie in the list. */
export interface ListShape {
  total: number;
  columns: number;
  /** From the top of one row to the top of the next. */
  rowHeight: number;
  /** Rows that are fetched together. */
  pieceRows: number;
  /** Titles at the top that are there already, whole rows of them: pieces begin below. */
  from?: number;
}

/** What a poster needs under its picture: a title, a line of facts, and one of marks. */
const TEXT_HEIGHT = 76;
/** Rows of a piece, so that a piece is about a screen. */
const POSTER_ROWS = 4;
const TABLE_ROWS = 40;

/** As many columns as fit, and the height that their pictures take: posters at 2:3, covers square. */
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

/** One title a row. */
export const tableShape = (total: number, rowHeight: number): ListShape => ({
  total,
  columns: 1,
  rowHeight,
  pieceRows: TABLE_ROWS,
});

/** Titles of a whole piece. */
export const pieceTitles = ({ columns, pieceRows }: ListShape): number => columns * pieceRows;

/** Height of the whole list. */
export const listHeight = ({ total, columns, rowHeight }: ListShape): number => Math.ceil(total / columns) * rowHeight;

/** Place of the first title of a piece. */
export const pieceStart = (shape: ListShape, piece: number): number => (shape.from ?? 0) + piece * pieceTitles(shape);

/** The piece that holds a title; below 0 for one of those that are there already. */
export const pieceOf = (shape: ListShape, place: number): number =>
  Math.floor((place - (shape.from ?? 0)) / pieceTitles(shape));

/** Where a piece begins, from the top of the list. */
export const pieceTop = (shape: ListShape, piece: number): number => titleTop(shape, pieceStart(shape, piece));

/** Where the row of a title begins, from the top of the list. */
export const titleTop = ({ columns, rowHeight }: ListShape, place: number): number =>
  Math.floor(place / columns) * rowHeight;

/** The first title that is seen at a height. */
export const placeAt = ({ columns, rowHeight, total }: ListShape, top: number): number =>
  Math.min(Math.max(0, total - 1), Math.max(0, Math.floor(top / rowHeight)) * columns);

/** The pieces that are drawn while the page shows from `top` to `bottom`: those in view and a screen on each side. */
export const piecesInView = (shape: ListShape, top: number, bottom: number): number[] =>
  piecesBetween(shape, top - (bottom - top), bottom + (bottom - top));

/** The pieces of which a part lies between two heights. */
export function piecesBetween(shape: ListShape, top: number, bottom: number): number[] {
  const height = shape.pieceRows * shape.rowHeight;
  const start = titleTop(shape, shape.from ?? 0);
  const last = pieceOf(shape, shape.total - 1);
  const from = Math.max(0, Math.floor((top - start) / height));
  const to = Math.min(last, Math.floor((bottom - start) / height));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
