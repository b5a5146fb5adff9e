import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { stepsOf, timesFrom } from "./picture_steps.ts";

Deno.test("times of pictures come back from their steps", () => {
  const step = fc.oneof(fc.constant(1001), fc.integer({ min: 0, max: 90_000 }));
  fc.assert(fc.property(fc.array(step), (steps) => {
    let time = 0;
    const times = steps.map((one) => time += one);
    same(timesFrom(stepsOf(times)), times);
  }));
});

Deno.test("a part at a constant rate is four numbers, however long it is", () => {
  is(stepsOf(Array.from({ length: 100_000 }, (_, i) => i * 1001)).length, 4);
});
