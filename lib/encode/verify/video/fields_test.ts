import { equal } from "node:assert/strict";
import type { FieldCounts } from "../../plan/video/field_measure.ts";
import { areCombed, isMoreCombed } from "./fields.ts";

const place = (whole: number, tff: number, bff: number, shifted = 0): FieldCounts => ({
  whole,
  tff,
  bff,
  shifted,
  shiftedAt: [shifted, 0, 0, 0, 0],
});

Deno.test("remaining fields are detected, and deinterlaced frames are not mistaken for them", () => {
  equal(areCombed([place(3, 27, 7, 11), place(5, 40, 2, 1), place(13, 23, 2, 10)], true), true);
  equal(areCombed([place(12, 20, 16), place(26, 11, 11), place(12, 5, 4, 7)], true), false);
  equal(areCombed([place(60, 7, 2)], true), false);
  equal(areCombed([place(2, 7, 1)], true), false);
  equal(areCombed([], true), false);
});

Deno.test("progressive frames with interleaved lines are detected", () => {
  equal(areCombed([place(5, 50, 1), place(2, 40, 0)], false), true);
  equal(areCombed([place(13, 25, 20), place(23, 16, 19)], false), false);
});

Deno.test("interleaved fields of neighbouring frames that the source lacks are detected, in either order", () => {
  const source = [place(3, 12, 14, 1), place(8, 17, 21), place(42, 2, 2)];
  equal(areCombed([place(1, 12, 6, 17), place(0, 17, 0, 29), place(0, 0, 0, 46)], false), true);
  equal(isMoreCombed([place(1, 12, 6, 17), place(0, 17, 0, 29), place(0, 0, 0, 46)], source), true);
  equal(isMoreCombed([place(0, 45, 0, 1), place(0, 40, 3)], source), true);
  equal(isMoreCombed([place(3, 13, 16, 1), place(5, 20, 21), place(33, 6, 7)], source), false);
  equal(isMoreCombed([place(0, 45, 0, 1)], [place(2, 3, 1)]), false);
});
