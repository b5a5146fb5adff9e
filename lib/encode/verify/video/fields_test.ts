import { deepEqual, equal, ok } from "node:assert/strict";
import type { FieldCounts } from "../../plan/video/field_measure.ts";
import { areCombed, isMoreCombed, quickSamples } from "./fields.ts";

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

Deno.test("samples for combing start at keyframes, so that nothing before them is decoded", () => {
  const keys = [0, 8, 17, 24, 33];
  const { places, seconds } = quickSamples(40, keys);
  const starts = places.map((place) => place * 40);
  for (const start of starts) ok(keys.some((key) => start > key && start - key < 0.2), `${start}`);
  // Four samples have as many frames as five at fixed positions.
  equal(starts.length, 4);
  ok(Math.abs(starts.length * seconds - 5 * quickSamples(40, []).seconds) < 1e-9);
});

Deno.test("samples for combing are spread over a video with few keyframes", () => {
  const fixed = [0.1, 0.3, 0.5, 0.7, 0.9];
  deepEqual(quickSamples(40, []).places, fixed);
  deepEqual(quickSamples(40, [0]).places, fixed);
  deepEqual(quickSamples(1200, [0, 20]).places, fixed);
  // Most of the video has no keyframe.
  deepEqual(quickSamples(1200, [0, 1, 2, 3, 4, 5]).places, fixed);
});
