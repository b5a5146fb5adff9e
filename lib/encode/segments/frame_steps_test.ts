import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { stepsOf, timesFrom } from "./frame_steps.ts";

Deno.test("timestamps of frames are restored from their steps", () => {
  const step = fc.oneof(fc.constant(1001), fc.integer({ min: 0, max: 90_000 }));
  fc.assert(fc.property(fc.array(step), (steps) => {
    let time = 0;
    const times = steps.map((one) => time += one);
    same(timesFrom(stepsOf(times)), times);
  }));
});

Deno.test("a part at a constant rate is some hundred bytes, also when its times are milliseconds", () => {
  const times = Array.from({ length: 1440 }, (_, i) => Math.round(i * 1001 / 24) * 24);
  ok(stepsOf(times).byteLength < 200, String(stepsOf(times).byteLength));
});
