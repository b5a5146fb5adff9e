import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { Segment } from "../../encode/segments/model.ts";
import type { JobPart } from "../schema.ts";
import { createSegmentProgress, MAX_PARTS, merged } from "./segment_progress.ts";

const segment = (number: number): Segment => ({
  ...{ number, from: 0, pictures: 100, seekSeconds: 0, unitsPerSecond: 1 },
  times: { clock: 0, origin: 0, start: number * 4 },
});

Deno.test("progress counts local and remote parts, a part that two encode once, and discarded work no more", () => {
  let told = { frame: 0, fps: 0, here: 0 };
  const progress = createSegmentProgress({
    segments: [0, 1, 2].map(segment),
    seconds: 12,
    onReport: ({ frame, fps }, here) => told = { frame, fps, here },
    nowMs: () => 0,
  });
  const report = { frame: 10, fps: 5, sizeBytes: 50, speedFactor: 1 };
  progress.begin(0, null).see(report);
  const attic = { id: "a", name: "Attic" };
  progress.begin(1, attic).see({ ...report, frame: 20 });
  progress.begin(1, null).see({ ...report, frame: 15 });
  same(told, { frame: 30, fps: 10, here: 50 });
  progress.done(1, { sizeBytes: 400, machine: attic });
  same(told, { frame: 110, fps: 5, here: 450 });
  progress.undo(1);
  progress.done(2, { sizeBytes: 1, machine: null });
  is(told.frame, 130);
  is(progress.maxConcurrent(), 3);
  const verified = progress.begin(1, attic);
  verified.see(report);
  verified.encoded();
  same(told, { frame: 210, fps: 5, here: 51 });
  progress.begin(2, null);
  is(progress.maxConcurrent(), 4);
  const [first, second, last] = progress.parts();
  same([first?.state, first?.untilSeconds, last?.state, last?.machine], ["encoding", 4, "done", null]);
  same([second?.state, second?.machine, second?.fps], ["verifying", attic, undefined]);
});

Deno.test("at most 400 entries represent any number of parts, and cover the whole movie in order", () => {
  const Part = fc.constantFrom<Pick<JobPart, "state" | "machine">[]>(
    [{ state: "waiting" }],
    [{ state: "done", machine: null }],
    [{ state: "done", machine: { id: "a", name: "A" } }],
  );
  fc.assert(
    fc.property(fc.array(Part, { maxLength: 3000, size: "max" }), (drawn) => {
      const parts = drawn.flat().map((part, number): JobPart => ({
        ...{ number, count: 1, fromSeconds: number, untilSeconds: number + 1 },
        ...part,
      }));
      const shown = merged(parts);
      ok(shown.length <= MAX_PARTS);
      is(shown.reduce((sum, { count }) => sum + count, 0), parts.length);
      for (const [i, part] of shown.entries()) is(part.fromSeconds, shown[i - 1]?.untilSeconds ?? 0);
    }),
    { numRuns: 50 },
  );
});
