import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { createCardGate } from "./card_gate.ts";

const CARDS = [
  { device: "0", limit: 2, encoders: ["hevc_nvenc", "h264_nvenc"] },
  { device: "1", limit: 1, encoders: ["hevc_nvenc", "av1_nvenc"] },
];
const never = new AbortController().signal;

Deno.test("parts of any encoders in any order never exceed the limit of a GPU or the CPU, and all of them run", async () => {
  const encoder = fc.constantFrom("hevc_nvenc", "av1_nvenc", "h264_nvenc", "libx265");
  await fc.assert(fc.asyncProperty(fc.array(encoder, { maxLength: 20 }), fc.scheduler(), async (parts, scheduler) => {
    const gate = createCardGate(CARDS, 1);
    const running = new Map<string, number>();
    let done = 0;
    const encodes = parts.map(async (name) => {
      const place = await gate.enter(name, [], never);
      const device = place?.device ?? "cpu";
      const count = (running.get(device) ?? 0) + 1;
      running.set(device, count);
      ok(count <= (device === "0" ? 2 : 1), `${count} on ${device}`);
      is(device === "cpu", name === "libx265");
      await scheduler.schedule(Promise.resolve());
      running.set(device, (running.get(device) ?? 1) - 1);
      place?.release();
      done++;
    });
    await scheduler.waitFor(Promise.all(encodes));
    is(done, parts.length);
  }));
});

Deno.test("a part that failed on every GPU gets no place, and an aborted one throws", async () => {
  const gate = createCardGate(CARDS, 1);
  same([gate.has("hevc_nvenc"), gate.has("hevc_qsv")], [true, false]);
  is(await gate.enter("hevc_nvenc", ["0", "1"], never), undefined);
  is((await gate.enter("av1_nvenc", ["0"], never))?.device, "1");
  const waiting = new AbortController();
  const entered = gate.enter("av1_nvenc", [], waiting.signal);
  waiting.abort(new Error("gone"));
  await rejects(entered, /gone/);
});
