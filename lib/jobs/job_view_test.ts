import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { toProgress } from "./job_view.ts";

const report = { frame: 0, fps: 0, bitrate: "", bitrateKbps: 0, speed: "", ended: false };

Deno.test("progress is a part of the whole, with the time and the size that the rest would take", () => {
  const table: [outTimeSeconds: number, speedFactor: number, durationSeconds: number, wanted: unknown[]][] = [
    [0, 0, 100, [0, null, 0]],
    [25, 2, 100, [25, 38, 4000]],
    [25, 0, 100, [25, null, 4000]],
    [99, 0.5, 100, [99, 2, 1010]],
    // Streams of different lengths: ffmpeg continues writing past the probed length.
    [100, 2, 100, [100, 0, 1000]],
    [103, 2, 100, [100, 0, 1000]],
    // Unknown length.
    [25, 2, 0, [0, null, 0]],
  ];
  for (const [outTimeSeconds, speedFactor, durationSeconds, wanted] of table) {
    const { percent, etaSeconds, projectedBytes } = toProgress(
      { ...report, outTimeSeconds, speedFactor, sizeBytes: 1000 },
      durationSeconds,
    );
    same([percent, etaSeconds, projectedBytes], wanted, `${outTimeSeconds} of ${durationSeconds} s`);
  }
});

Deno.test("progress stays between 0 and 100 %, and the remaining time is never negative", () => {
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(fc.property(amount, amount, amount, amount, (outTimeSeconds, speedFactor, sizeBytes, durationSeconds) => {
    const progress = toProgress({ ...report, outTimeSeconds, speedFactor, sizeBytes }, durationSeconds);
    ok(progress.percent >= 0 && progress.percent <= 100, `${progress.percent} %`);
    ok(progress.etaSeconds === null || progress.etaSeconds >= 0, `${progress.etaSeconds} s`);
    ok(progress.projectedBytes === 0 || progress.projectedBytes >= Math.floor(sizeBytes));
  }));
});
