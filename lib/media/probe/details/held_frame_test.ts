import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { frameStep, heldFrame, mayHoldFrame } from "./held_frame.ts";
import type { VideoStream } from "../model.ts";

const every = (step: number, count = 50) => Array.from({ length: count }, (_, i) => i * step);
const stream = (rate: [number, number], variable = false) =>
  ({ frameRate: rate, variableFrameRate: variable }) as VideoStream;

Deno.test("frameStep() is the median step, for any order of the frames", () => {
  is(frameStep([0.08, 0, 0.04, 0.12, 9]), 0.04);
  is(frameStep([1, 1]), undefined);
  is(frameStep([]), undefined);
});

for (
  const [name, rate, variable, step, wanted] of [
    ["an average rate below that of the frames", [25, 3], false, 0.04, true],
    ["a variable rate", [25, 1], true, 0.04, true],
    ["frames at their rate", [25, 1], false, 0.04, false],
    ["milliseconds of Matroska at 24 frames", [24, 1], false, 0.042, false],
    ["fields that are counted as frames", [50, 1], false, 0.04, false],
  ] as [string, [number, number], boolean, number, boolean][]
) {
  Deno.test(`mayHoldFrame() is ${wanted} for ${name}`, () => {
    is(mayHoldFrame(stream(rate, variable), every(step)), wanted);
  });
}

Deno.test("mayHoldFrame() is false without frames", () => is(mayHoldFrame(stream([25, 3], true), []), false));

for (
  const [name, last, end, wanted] of [
    ["the header's end", [{ seconds: 1.96 }], 6, [1.96, 6]],
    ["the length of the packet", [{ seconds: 1.96, lasts: 4.04 }], undefined, [1.96, 6]],
    ["the later of both", [{ seconds: 1.96, lasts: 4.04 }], 9, [1.96, 9]],
    ["the frame that is shown last, not stored last", [{ seconds: 1.96 }, { seconds: 1.92 }], 6, [1.96, 6]],
    ["no hold where the end is a frame away", [{ seconds: 1.92 }, { seconds: 1.96 }], 2, undefined],
    ["the header's end where other slides last as long", [{ seconds: 3 }, { seconds: 7 }], 11, [7, 11]],
    ["no hold within what rounding makes", [{ seconds: 1.96, lasts: 0.04 }], 2.2, undefined],
    ["no hold without packets", [], 6, undefined],
  ] as [string, { seconds: number; lasts?: number }[], number | undefined, [number, number] | undefined][]
) {
  Deno.test(`heldFrame() depends on ${name}`, () => {
    const [startSeconds = 0, endSeconds = 0] = wanted ?? [];
    same(heldFrame(last, end), wanted && { startSeconds, endSeconds });
  });
}
