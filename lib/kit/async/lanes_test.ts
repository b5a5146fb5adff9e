import { deepStrictEqual as same, equal, rejects } from "node:assert/strict";
import fc from "fast-check";
import { inLanes } from "./lanes.ts";

Deno.test("answers come in the order of the items, never more at a time than lanes", () =>
  fc.assert(fc.asyncProperty(fc.array(fc.nat(3)), fc.integer({ min: 1, max: 4 }), async (items, lanes) => {
    let running = 0;
    let most = 0;
    const answers = await inLanes(items, lanes, async (item, i) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < item; turn++) await Promise.resolve();
      running--;
      return `${i}:${item}`;
    });
    same(answers, items.map((item, i) => `${i}:${item}`));
    equal(most <= lanes, true);
  })));

Deno.test("a failure is thrown when what had begun has ended, and nothing new begins", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  await rejects(
    inLanes([0, 1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 0) throw new Error("first");
      await Promise.resolve();
      ended.push(item);
    }),
    /first/,
  );
  same([begun, ended], [[0, 1], [1]]);
});
