import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import {
  listHeight,
  piecesInView,
  pieceTitles,
  pieceTop,
  placeAt,
  posterShape,
  tableShape,
  titleTop,
} from "./list_shape.ts";

const shapes = fc.oneof(
  fc.record({
    total: fc.integer({ min: 1, max: 20_000 }),
    width: fc.integer({ min: 200, max: 2_560 }),
    least: fc.integer({ min: 90, max: 300 }),
    gap: fc.integer({ min: 0, max: 32 }),
  }).map(({ total, ...room }) => posterShape(total, room)),
  fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 20, max: 80 })).map(([total, row]) =>
    tableShape(total, row)
  ),
);

Deno.test("a list's shape: every visible title is in a drawn piece at any scroll position", () => {
  fc.assert(
    fc.property(
      shapes,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 200, max: 2_000 }),
      (shape, at, screen) => {
        const top = Math.max(0, listHeight(shape) - screen) * at;
        const drawn = piecesInView(shape, top, top + screen);
        for (let y = top; y < Math.min(top + screen, listHeight(shape)); y += shape.rowHeight) {
          ok(drawn.includes(Math.floor(placeAt(shape, y) / pieceTitles(shape))), `nothing at ${y}`);
        }
        ok(drawn.length * pieceTop(shape, 1) <= 3 * screen + 2 * pieceTop(shape, 1), "far more than what is seen");
      },
    ),
  );
});

Deno.test("a list's shape: a title's row is found again by its height", () => {
  fc.assert(
    fc.property(shapes, fc.nat(20_000), (shape, place) => {
      const there = Math.min(place, shape.total - 1);
      const first = placeAt(shape, titleTop(shape, there));
      ok(first <= there && there < first + shape.columns);
    }),
  );
});

Deno.test("a list's shape: posters fill the width with at least two columns, a table has one", () => {
  same(posterShape(100, { width: 1000, least: 140, gap: 16 }).columns, 6);
  same(posterShape(100, { width: 200, least: 260, gap: 16 }).columns, 2);
  is(listHeight(tableShape(7, 44)), 308);
  is(pieceTop(tableShape(700, 44), 2), 80 * 44);
});
