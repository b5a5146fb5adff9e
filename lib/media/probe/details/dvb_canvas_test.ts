import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { canvasIn } from "./dvb_canvas.ts";

const segment = (type: number, ...body: number[]): number[] => [0x0f, type, 0, 1, 0, body.length, ...body];
const display = segment(0x14, 0, 0x07, 0x7f, 0x04, 0x37);
const page = segment(0x10, 5, 0);

for (
  const [name, bytes, wanted] of [
    ["a display definition", display, { width: 1920, height: 1080 }],
    ["one behind other segments", [...page, ...display], { width: 1920, height: 1080 }],
    ["one behind the identifier of the data", [0x20, 0, ...page, ...display], { width: 1920, height: 1080 }],
    ["a packet without one", page, undefined],
    ["one that is cut off", display.slice(0, 9), undefined],
    ["an empty packet", [], undefined],
  ] as [string, number[], ReturnType<typeof canvasIn>][]
) {
  Deno.test(`canvasIn() reads ${name}`, () => deepEqual(canvasIn(Uint8Array.from(bytes)), wanted));
}

Deno.test("canvasIn() ends for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => equal(typeof canvasIn(bytes) === "string", false)),
  );
});
