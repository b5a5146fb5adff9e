import { deepStrictEqual as same } from "node:assert/strict";
import { withStore } from "../../tests/fixtures/store.ts";
import type { OutcomeRow } from "../schema/jobs.ts";
import { outcomeRepository } from "./estimate_outcomes.ts";

const outcome = (jobId: string, model: string, finishedAt: number, videoRatio = 1): OutcomeRow => ({
  jobId,
  model,
  profileId: "p",
  sampled: false,
  estimatedBytes: 10,
  lowBytes: 5,
  highBytes: 20,
  actualBytes: 10,
  videoRatio,
  megapixelsPerSecond: 1,
  finishedAt,
});

Deno.test("recent() returns the newest outcomes of each model, without those without video", () =>
  withStore(async (store) => {
    const outcomes = outcomeRepository(store);
    for (let i = 1; i <= 5; i++) await outcomes.save(outcome(`x${i}`, "x265", i));
    await outcomes.save(outcome("a1", "svtav1", 1));
    await outcomes.save(outcome("none", "x265", 9, 0));
    same((await outcomes.recent(2)).map(({ jobId }) => jobId).toSorted(), ["a1", "x4", "x5"]);
    same((await outcomes.all(3)).map(({ jobId }) => jobId), ["none", "x5", "x4"]);
    await outcomes.save(outcome("x5", "x265", 5, 3));
    same((await outcomes.recent(1)).find(({ jobId }) => jobId === "x5")?.videoRatio, 3);
  }));
