import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { createProgressSamples, MAX_SAMPLES } from "./progress_samples.ts";

Deno.test("samples of a run cover the time between two reports, not averages since the start", () => {
  const run = createProgressSamples(120);
  run.add({ frame: 0, outTimeSeconds: 0, sizeBytes: 0 }, 0);
  run.add({ frame: 24, outTimeSeconds: 1, sizeBytes: 125_000 }, 500);
  run.add({ frame: 48, outTimeSeconds: 2, sizeBytes: 375_000 }, 1500);
  same(run.samples, [{ atSeconds: 1, fps: 48, kbps: 1000 }, { atSeconds: 2, fps: 24, kbps: 2000 }]);
});

Deno.test("samples of a run are limited, whatever is reported", () => {
  const run = createProgressSamples(60);
  for (let i = 0; i < 100_000; i++) run.add({ frame: i, outTimeSeconds: i / 10, sizeBytes: i * 100 }, i);
  is(run.samples.length, MAX_SAMPLES);
});

for (
  const [name, duration, times] of [
    ["of unknown length", 0, [0, 1, 2]],
    ["that stands still", 100, [5, 5, 5]],
  ] as const
) {
  Deno.test(`a run ${name} has no samples`, () => {
    const run = createProgressSamples(duration);
    times.forEach((outTimeSeconds, i) => run.add({ frame: i, outTimeSeconds, sizeBytes: i }, i * 1000));
    same(run.samples, []);
  });
}

Deno.test("a stopped clock yields no speed, and a restarted tool starts its samples again", () => {
  const run = createProgressSamples(120);
  run.add({ frame: 0, outTimeSeconds: 0, sizeBytes: 0 }, 1000);
  run.add({ frame: 24, outTimeSeconds: 1, sizeBytes: 10 }, 1000);
  same(run.samples, []);
  run.add({ frame: 48, outTimeSeconds: 2, sizeBytes: 20 }, 2000);
  ok(run.samples.length === 1);
  run.add({ frame: 0, outTimeSeconds: 0, sizeBytes: 0 }, 3000);
  same(run.samples, []);
});
