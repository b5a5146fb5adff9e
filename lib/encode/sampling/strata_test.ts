import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { VideoPlan } from "../plan/model.ts";
import { packetsOf, windowsOf } from "../plan/rate_profile.ts";
import { sampledSize } from "./sample_size.ts";
import { placePieces } from "./strata.ts";

const windowsFrom = (rates: number[]) => rates.map((bytesPerSecond, i) => ({ atSeconds: i * 4, bytesPerSecond }));
const twelve = { count: 12, seconds: 4, fps: 24 };

/** Byte rates per second. Parts of a movie may contain no packets. */
const rate = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e8, noNaN: true }));

Deno.test("samples represent the whole movie, are inside it, and do not overlap", () => {
  fc.assert(fc.property(
    fc.array(rate, { minLength: 12, maxLength: 400 }),
    (rates) => {
      const pieces = placePieces(windowsFrom(rates), twelve);
      ok(pieces.length >= 1 && pieces.length <= 12);
      ok(Math.abs(pieces.reduce((sum, { weight }) => sum + weight, 0) - 1) < 1e-9);
      const starts = pieces.map(({ atSeconds }) => atSeconds);
      equal(new Set(starts).size, starts.length);
      ok(starts.every((at) => at >= 0 && at + 4 <= rates.length * 4 + 0.05));
      ok(pieces.every(({ rateRatio }) => rateRatio >= 0 && Number.isFinite(rateRatio)));
    },
  ));
});

for (
  const [what, bytesPerSecond] of [["a constant rate", 500_000], ["a film whose packets tell no sizes", 0]] as const
) {
  Deno.test(`${what} yields samples spread over the whole movie`, () => {
    const pieces = placePieces(windowsFrom(Array(120).fill(bytesPerSecond)), twelve);
    equal(pieces.length, 12);
    pieces.forEach(({ atSeconds, weight }, i) => {
      ok(Math.abs(weight - 1 / 12) < 1e-9);
      ok(atSeconds >= i * 40 - 0.05 && atSeconds < (i + 1) * 40);
    });
  });
}

Deno.test("a short part with most of the bits has most of the pieces", () => {
  const rates = Array.from({ length: 100 }, (_, i) => i >= 40 && i < 60 ? 5_000_000 : 50_000);
  const pieces = placePieces(windowsFrom(rates), twelve);
  const loud = pieces.filter(({ atSeconds }) => atSeconds >= 159 && atSeconds < 240);
  ok(loud.length >= 7 && loud.length < pieces.length, `${loud.length} of ${pieces.length}`);
  ok(Math.abs(loud.reduce((sum, { weight }) => sum + weight, 0) - 0.2) < 0.05);
});

Deno.test("packets are counted where they are shown; those without a time or out of the windows are not", () => {
  const packets = packetsOf("10.0,9.9,100\nN/A,11.0,50\nN/A,N/A,7\n\n14.5,14,30\n99,99,1", 10);
  deepEqual(packets.map(({ atSeconds }) => atSeconds), [0, 1, 4.5, 89]);
  deepEqual(windowsOf(packets, [0, 4, 8], 4), [{ atSeconds: 0, bytesPerSecond: 37.5 }, {
    atSeconds: 4,
    bytesPerSecond: 7.5,
  }]);
});

Deno.test("a sampled size is between its pieces, and its range grows with their differences", () => {
  const video = { encoder: "libx264", extraArgs: [], frameRate: [24, 1] } as unknown as VideoPlan;
  const piece = (bytes: number) => ({
    frames: 96,
    bytes,
    firstBytes: bytes / 96,
    wallSeconds: 3,
    firstFrameSeconds: 1,
    weight: 0.25,
    rateRatio: 1,
  });
  fc.assert(fc.property(fc.array(fc.integer({ min: 1000, max: 1e6 }), { minLength: 4, maxLength: 4 }), (sizes) => {
    const { videoBytes, spread, encodeSeconds } = sampledSize(sizes.map(piece), video, 1000);
    const whole = (bytes: number) => (bytes / 96) * 24_000;
    ok(videoBytes <= whole(Math.max(...sizes)) * 1.01 && videoBytes >= whole(Math.min(...sizes)) * 0.98);
    ok(spread >= 0.12 && spread <= 0.6);
    equal(encodeSeconds, 500);
  }));
  const spreadOf = (sizes: number[]) => sampledSize(sizes.map(piece), video, 1000).spread;
  ok(spreadOf([1e4, 1e5, 5e5, 1e6]) > spreadOf([9e4, 1e5, 1.1e5, 1.2e5]));
});
