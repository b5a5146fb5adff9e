import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import type { DecidedFile } from "../reading/decided.ts";
import { gainsOf } from "./gains.ts";

/** A file that is encoded to this share of its size in this time. */
const encoded = (sizeBytes: number, share: number, seconds?: number) =>
  ({
    file: { sizeBytes },
    match: {},
    decision: {
      outcome: "encode",
      bytesAfter: [0, Math.round(sizeBytes * share), sizeBytes],
      ...(seconds === undefined ? {} : { seconds }),
    },
  }) as unknown as DecidedFile;

Deno.test("gains of any files rise, the first hours save the most, and the end has all files whose time is known", () => {
  const file = fc.record({
    size: fc.integer({ min: 1, max: 1e12 }),
    share: fc.double({ min: 0, max: 1.2, noNaN: true }),
    seconds: fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: undefined }),
  });
  fc.assert(fc.property(fc.array(file, { maxLength: 60 }), (files) => {
    const { curve, goals } = gainsOf(files.map(({ size, share, seconds }) => encoded(size, share, seconds)));
    const saving = files.filter(({ size, share, seconds }) => seconds !== undefined && size > Math.round(size * share));
    same(curve.at(-1)?.files ?? 0, saving.length);
    ok(curve.length <= 25);
    let before = { files: 0, savedBytes: 0, seconds: 0 };
    let pace = Infinity;
    for (const point of curve) {
      ok(point.files > before.files && point.savedBytes > before.savedBytes && point.seconds > before.seconds);
      const own = (point.savedBytes - before.savedBytes) / (point.seconds - before.seconds);
      ok(own <= pace * (1 + 1e-9));
      [before, pace] = [point, own];
    }
    for (const goal of goals) ok(goal.savedBytes >= goal.goalBytes);
    same(goals.map(({ goalBytes }) => goalBytes), goals.map(({ goalBytes }) => goalBytes).toSorted((a, b) => a - b));
  }));
});

Deno.test("a goal takes the files with the largest saving per hour first", () => {
  const slow = Array.from({ length: 10 }, () => encoded(1e11, 0.5, 36_000));
  const quick = Array.from({ length: 10 }, () => encoded(1e11, 0.5, 3_600));
  const { goals } = gainsOf([...slow, ...quick]);
  same(goals.map(({ goalBytes, files, seconds }) => [goalBytes, files, seconds]), [
    [1e11, 2, 7_200],
    [2.5e11, 5, 18_000],
    [5e11, 10, 36_000],
  ]);
});
