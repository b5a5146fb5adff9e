import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { expectedSum, jobForecast, workOfQueue } from "./queue_forecast.ts";

const PACES = [{ profileId: "p", audioOnly: false, seconds: 100, inputBytes: 1000, outputBytes: 250 }];
const job = { profileId: "p", audioOnly: false, estimatedBytes: null, inputSizeBytes: 4000 };

for (
  const [name, change, wanted] of [
    ["by the last jobs of its profile", {}, { expectedBytes: 1000, expectedSeconds: 400 }],
    ["by its own estimate first", { estimatedBytes: 700 }, { expectedBytes: 700, expectedSeconds: 400 }],
    ["by nothing, with a profile that never ran", { profileId: "q" }, {}],
    ["by nothing, where only whole encodes ran", { audioOnly: true }, {}],
    ["by nothing, while there is no file", { inputSizeBytes: 0 }, {}],
  ] as const
) {
  Deno.test(`a job that waits is forecast ${name}`, () => same(jobForecast({ ...job, ...change }, PACES), wanted));
}

Deno.test("the queue's result is the sum of estimates and of sources at the pace of their profiles, or not known", () => {
  const queued = {
    profileId: "p",
    audioOnly: false,
    inputBytes: 5000,
    estimatedBytes: 300,
    bytesWithoutEstimate: 4000,
  };
  is(expectedSum([queued], PACES), 1300);
  is(expectedSum([queued, { ...queued, profileId: "q" }], PACES), null);
  is(expectedSum([{ ...queued, profileId: "q", bytesWithoutEstimate: 0 }], PACES), 300);
  is(expectedSum([], []), 0);
});

Deno.test("workOfQueue() counts the bytes of profiles that never ran instead of their time", () => {
  const queued = { profileId: "p", audioOnly: false, inputBytes: 5000, estimatedBytes: 0, bytesWithoutEstimate: 0 };
  same(workOfQueue([queued, { ...queued, profileId: "q", inputBytes: 70 }], PACES), {
    seconds: 500,
    bytesWithoutPace: 70,
  });
});
