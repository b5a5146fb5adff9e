import { deepStrictEqual as same } from "node:assert/strict";
import { dividerAt, lastSecond, movedBy } from "./frame_position.ts";

Deno.test("the last position is one second before the end, and 0 for a shorter movie", () => {
  same([90.7, 90, 1, 0.4, 0].map(lastSecond), [89, 89, 0, 0, 0]);
});

Deno.test("a step leads to no position before the start or after the last", () => {
  same([movedBy(30, 10, 90), movedBy(30, -1, 90)], [40, 29]);
  same([movedBy(3, -10, 90), movedBy(85, 10, 90)], [0, 89]);
  same(movedBy(0, 10, 0.4), 0);
});

Deno.test("the divider follows the pointer and stays within the frame", () => {
  const box = { left: 100, width: 400 };
  same([300, 100, 500].map((x) => dividerAt(x, box)), [50, 0, 100]);
  same([20, 900].map((x) => dividerAt(x, box)), [0, 100]);
  same(dividerAt(233, box), 33);
});
