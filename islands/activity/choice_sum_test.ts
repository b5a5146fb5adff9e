import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { sumOf } from "./job_selection.ts";

Deno.test("the sum of a selection is shown only if the value of each item is known", () => {
  const figures = fc.record({
    bytes: fc.nat({ max: 99 }),
    expectedBytes: fc.nat({ max: 99 }),
    expectedSeconds: fc.nat({ max: 99 }),
  }, {
    requiredKeys: ["bytes"],
    noNullPrototype: true,
  });
  fc.assert(fc.property(fc.array(figures), (all) => {
    const sum = sumOf(all);
    same(sum.bytes, all.reduce((total, { bytes }) => total + bytes, 0));
    same(sum.expectedBytes !== undefined, all.every((one) => "expectedBytes" in one));
    same(sum.expectedSeconds !== undefined, all.every((one) => "expectedSeconds" in one));
  }));
});
