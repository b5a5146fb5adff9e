import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { createEstimateHistory } from "./estimate_history.ts";

Deno.test("a failed read of the history is repeated; a successful one is cached until an outcome is recorded", async () => {
  let reads = 0;
  const history = createEstimateHistory(
    {
      recent: () => ++reads < 3 ? Promise.reject(new Error("no answer")) : Promise.resolve([]),
      save: () => Promise.resolve(),
    } as unknown as Parameters<typeof createEstimateHistory>[0],
  );
  await rejects(history.corrections());
  await rejects(Promise.all([history.corrections(), history.corrections()]));
  same(reads, 2, "those who ask together share an answer, also a bad one");
  same([await history.corrections(), await history.corrections(), reads], [{}, {}, 3]);
});
