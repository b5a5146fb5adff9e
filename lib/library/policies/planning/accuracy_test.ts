import { deepStrictEqual as same } from "node:assert/strict";
import { accuracyOf, type JobResult } from "./accuracy.ts";

const job = (bytes: number, expectedSeconds: number | null = 50): JobResult => ({
  ...{ lowBytes: 80, expectedBytes: 100, highBytes: 130, bytes, expectedSeconds, seconds: 60 },
});

Deno.test("the accuracy is the median error and the share inside the range, with times only where one was expected", () => {
  same(accuracyOf([]), undefined);
  same(accuracyOf([job(80), job(100), job(131), job(200, null)]), {
    ...{ files: 4, inside: 2, medianErrorPercent: 24.3, expectedBytes: 400, bytes: 511 },
    ...{ expectedSeconds: 150, seconds: 180 },
  });
});
