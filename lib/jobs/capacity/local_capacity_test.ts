import { strictEqual as is } from "node:assert/strict";
import { localCapacity, type SlotsByKind } from "./local_capacity.ts";

const never = new AbortController().signal;

/** Returns the number of concurrent encodes with which a movie starts. `idle` is the unused share of the processors. */
const begun = async (
  slotsByKind: SlotsByKind,
  { idle = 0.9, kind = "x264", bytesPerSlot = 1, sameByThreads = false, processors = 8 } = {},
) => {
  const room = localCapacity(
    { kind, bytesPerSlot, sameByThreads, slotsByKind },
    () => Promise.resolve(idle),
    processors,
  );
  return await room.first?.(never);
};
const grow = (slotsByKind: SlotsByKind, slots: number) =>
  localCapacity({ kind: "x264", bytesPerSlot: 1, sameByThreads: false, slotsByKind }, () => Promise.resolve(1))
    .onGrow?.(slots);

Deno.test("the next movie of a kind starts with the number of encodes that the previous one reached", async () => {
  const slotsByKind: SlotsByKind = new Map();
  is(await begun(slotsByKind), 1, "nothing is known yet");
  grow(slotsByKind, 2);
  grow(slotsByKind, 3);
  is(await begun(slotsByKind), 3);
  is(await begun(slotsByKind, { kind: "x265" }), 1, "another kind");
});

Deno.test("a machine that is busy, or has no memory for them, begins with one encode", async () => {
  const slotsByKind: SlotsByKind = new Map([["x264", 3]]);
  is(await begun(slotsByKind, { idle: 0.05 }), 1, "other encodes run");
  is(await begun(slotsByKind, { idle: 0 }), 1, "nothing could be measured");
  is(await begun(slotsByKind, { bytesPerSlot: 1e15 }), 1, "no memory for three");
  is(await begun(slotsByKind), 3, "nothing was forgotten");
});

Deno.test("the better result of two simultaneous searches for crop bars is stored", async () => {
  const slotsByKind: SlotsByKind = new Map();
  grow(slotsByKind, 3);
  grow(slotsByKind, 2);
  is(await begun(slotsByKind), 3);
});

Deno.test("few processors get one part each if one thread yields the same result", async () => {
  const slotsByKind: SlotsByKind = new Map();
  const svt = { kind: "svt", sameByThreads: true };
  is(await begun(slotsByKind, { ...svt, processors: 2 }), 2);
  is(await begun(slotsByKind, { ...svt, processors: 4 }), 4);
  is(await begun(slotsByKind, { ...svt, processors: 8 }), 1, "the last parts would take long");
  is(await begun(slotsByKind, { ...svt, processors: 2, idle: 0.05 }), 1, "other encodes run");
  is(await begun(slotsByKind, { ...svt, processors: 2, bytesPerSlot: 1e15 }), 1, "no memory for two");
});
