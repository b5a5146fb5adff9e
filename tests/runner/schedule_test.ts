import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type Costed, guessCost, takeBatch } from "./schedule.ts";

const files = fc.array(fc.record({ path: fc.string(), costMs: fc.integer({ min: 0, max: 60_000 }) }), { minLength: 1 });

Deno.test("every file is in exactly one batch, in its order, and no batch is empty", () => {
  fc.assert(fc.property(files, fc.integer({ min: 1, max: 9 }), (all, processes) => {
    const waiting = [...all];
    const batches: Costed[][] = [];
    while (waiting.length > 0) batches.push(takeBatch(waiting, processes));
    same(batches.flat(), all);
    ok(batches.every(({ length }) => length > 0));
  }));
});

Deno.test("a file with half of the total cost is a batch of its own", () => {
  const waiting = [30_000, ...Array(30).fill(1000)].map((costMs, i): Costed => ({ path: `${i}`, costMs }));
  same(takeBatch(waiting, 3).map(({ path }) => path), ["0"]);
});

Deno.test("files of one cost are handed out in batches that get smaller", () => {
  const waiting = Array.from({ length: 90 }, (_, i): Costed => ({ path: `${i}`, costMs: 5000 }));
  const sizes: number[] = [];
  while (waiting.length > 0) sizes.push(takeBatch(waiting, 3).length);
  same(sizes, [...sizes].sort((a, b) => b - a));
  ok(sizes[0] === 15 && sizes.at(-1) === 2, `${sizes}`);
});

Deno.test("a process is started for no less than six seconds of work, while there is as much", () => {
  const waiting = Array.from({ length: 100 }, (_, i): Costed => ({ path: `${i}`, costMs: 100 }));
  is(takeBatch(waiting, 3).length, 60);
  is(takeBatch(waiting, 3).length, 40);
});

Deno.test("browser tests of pages are assumed to cost most", () => {
  ok(guessCost("tests/e2e/pages_test.ts") > guessCost("lib/jobs/states_test.ts"));
  ok(guessCost("lib/jobs/states_test.ts") > guessCost("lib/kit/format_test.ts"));
});
