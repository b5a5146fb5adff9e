import { ok } from "node:assert/strict";
import fc from "fast-check";
import { type TileRect, treemapLayout, WHOLE_MAP } from "./treemap_layout.ts";

const NEAR = 1e-6;
const areaOf = ({ width, height }: TileRect) => width * height;
const overlap = (a: TileRect, b: TileRect) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > NEAR &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > NEAR;

Deno.test("treemapLayout(): tiles fill the map in proportion to their values, without overlap", () => {
  const values = fc.array(fc.integer({ min: 1, max: 10 ** 13 }), { minLength: 1, maxLength: 30 });
  fc.assert(fc.property(values, fc.double({ min: 0.3, max: 4, noNaN: true }), (sizes, aspect) => {
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const rects = treemapLayout(sizes, aspect);
    for (const [i, rect] of rects.entries()) {
      ok(Math.abs(areaOf(rect) / areaOf(WHOLE_MAP) - (sizes[i] ?? 0) / total) < NEAR);
      ok(rect.x > -NEAR && rect.y > -NEAR && rect.x + rect.width < 100 + NEAR && rect.y + rect.height < 100 + NEAR);
      ok(rects.slice(i + 1).every((other) => !overlap(rect, other)));
    }
  }));
});

Deno.test("treemapLayout(): equal values become nearly square at the aspect of the map", () => {
  const aspect = 2.4;
  for (const { width, height } of treemapLayout(Array(24).fill(5), aspect)) {
    const sides = width * aspect / height;
    ok(sides > 0.5 && sides < 2, `${sides}`);
  }
});

Deno.test("treemapLayout(): a part of the map is filled, not the whole", () => {
  const area = { x: 50, y: 20, width: 30, height: 60 };
  const rects = treemapLayout([3, 2, 1], 2, area);
  ok(
    rects.every(({ x, y, width, height }) =>
      x >= 50 - NEAR && y >= 20 - NEAR && x + width <= 80 + NEAR && y + height <= 80 + NEAR
    ),
  );
});
