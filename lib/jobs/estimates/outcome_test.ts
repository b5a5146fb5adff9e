import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { decide } from "../../../tests/fixtures/plans.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import { outcomeOfJob } from "../decision/estimate_history.ts";

const ROW = { id: "job-1", profileId: "builtin-movie-1080p" };
const PLAN = decide({});
const ESTIMATE: SizeEstimate = {
  bytes: 1_100_000,
  low: 700_000,
  high: 1_600_000,
  exact: false,
  parts: { video: 1_000_000, audio: 90_000, subtitles: 4_000, other: 6_000 },
  notes: [],
  model: { key: "libx265/none/2160p/slow", videoBytes: 800_000 },
};
const outcome = (
  ended: Partial<{ bytes: number; seconds: number; finishedAt: number }> = {},
  estimate: Partial<SizeEstimate> = {},
  plan = PLAN,
) => outcomeOfJob(ROW, plan, { ...ESTIMATE, ...estimate }, { bytes: 900_000, seconds: 3600, finishedAt: 7, ...ended });

Deno.test("outcomeOfJob() compares the video alone with the uncorrected prediction of the model", () => {
  // 100,000 bytes of the result do not belong to the video, which leaves 800,000.
  equal(outcome()?.videoRatio, 1);
  equal(outcome({ bytes: 500_000 })?.videoRatio, 0.5);
});

Deno.test("outcomeOfJob() keeps the estimate and the result", () => {
  const { megapixelsPerSecond, ...rest } = outcome({ finishedAt: 42 }, { sampled: true }) ?? {};
  ok(megapixelsPerSecond !== undefined && megapixelsPerSecond > 0);
  deepEqual(rest, {
    jobId: "job-1",
    model: "libx265/none/2160p/slow",
    profileId: "builtin-movie-1080p",
    sampled: true,
    estimatedBytes: 1_100_000,
    lowBytes: 700_000,
    highBytes: 1_600_000,
    actualBytes: 900_000,
    videoRatio: 1,
    finishedAt: 42,
  });
});

Deno.test("outcomeOfJob(): twice the time is half the speed", () => {
  const [fast, slow] = [outcome({ seconds: 100 }), outcome({ seconds: 200 })];
  ok(fast && slow);
  equal(fast.megapixelsPerSecond, 2 * slow.megapixelsPerSecond);
});

for (
  const [name, given] of [
    ["a size that was not guessed", outcome({}, { model: undefined })],
    ["an exact size", outcome({}, { exact: true })],
    ["a job without a picture", outcome({}, {}, { ...PLAN, video: undefined })],
    ["a job that took no time", outcome({ seconds: 0 })],
    ["a job whose clock went back", outcome({ seconds: -5 })],
  ] as const
) Deno.test(`outcomeOfJob() ignores ${name}`, () => equal(given, undefined));

Deno.test("outcomeOfJob(): a result smaller than its audio has video of size zero, not less", () => {
  equal(outcome({ bytes: 10 })?.videoRatio, 0);
});

Deno.test("outcomeOfJob() returns storable numbers, also for a model without a prediction", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.double({ min: 0.001, max: 1e7, noNaN: true }), (bytes, said, seconds) => {
      const found = outcome({ bytes, seconds }, { model: { key: "k", videoBytes: said } });
      ok(found);
      ok(Number.isFinite(found.videoRatio) && found.videoRatio >= 0);
      ok(Number.isFinite(found.megapixelsPerSecond) && found.megapixelsPerSecond > 0);
    }),
  );
});
