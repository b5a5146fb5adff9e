import { deepStrictEqual as same } from "node:assert/strict";
import { afterDelivery, besideOriginal, NOTHING_FREED, originalReplaced } from "./review.ts";

const SIZES = { original: 100, encode: 40 };
const BESIDE = { ...SIZES, source: "/m/a.mkv", target: "/m/b.mkv", originalStays: true, frees: true, isRip: false };

for (
  const [name, delivered, columns] of [
    ["beside its original has freed nothing and waits for a decision", {}, {
      ...{ review: "undecided", savedBytes: 0, wouldFreeBytes: 60 },
    }],
    ["in another folder frees nothing, now or later", { target: "/n/b.mkv" }, NOTHING_FREED],
    ["in place of its original has freed the difference", { originalStays: false, target: "/m/a.mkv" }, {
      ...{ review: null, savedBytes: 60, wouldFreeBytes: 0 },
    }],
    ["in place of a link or hard link has freed nothing", { originalStays: false, frees: false }, NOTHING_FREED],
    ["of a rip, which is removed, has saved the difference", { isRip: true, target: "/n/b.mkv" }, {
      ...{ review: null, savedBytes: 60, wouldFreeBytes: 0 },
    }],
  ] as const
) {
  Deno.test(`an encode ${name}`, () => same(afterDelivery({ ...BESIDE, ...delivered }), { ...columns }));
}

Deno.test("replacing an original by a larger encode would free nothing, and shows as a loss where it happened", () => {
  const larger = { original: 40, encode: 100 };
  same(besideOriginal("undecided", larger).wouldFreeBytes, 0);
  same(originalReplaced(larger, true).savedBytes, -60);
});

Deno.test("keeping both ends the promise of space until the decision is taken back", () =>
  same(["undecided", "replacing", "kept"].map((state) => besideOriginal(state as "kept", SIZES).wouldFreeBytes), [
    60,
    60,
    0,
  ]));
