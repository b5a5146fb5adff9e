import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { dividerAt, lastSecond, movedBy } from "./frame_position.ts";

Deno.test("a position stays within the movie, and the divider within the frame", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9000 }),
      fc.integer({ min: -9000, max: 9000 }),
      fc.double({ min: 0, max: 9000, noNaN: true }),
      (at, by, length) => {
        const to = movedBy(at, by, length);
        same([to >= 0, to <= lastSecond(length)], [true, true]);
        const divider = dividerAt(at - 4500, { left: 10, width: 300 });
        same([divider >= 0, divider <= 100], [true, true]);
      },
    ),
  );
  same([lastSecond(0), lastSecond(0.5), lastSecond(2.9)], [0, 0, 1]);
});
