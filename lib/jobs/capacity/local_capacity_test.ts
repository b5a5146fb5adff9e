import { strictEqual as is } from "node:assert/strict";
import { type LanesFound, machineRoom } from "./local_capacity.ts";

const never = new AbortController().signal;

/** Returns the number of encodes of a kind with which a movie starts, on a machine with an unused share of `idle`. */
const begun = async (
  found: LanesFound,
  { idle = 0.9, kind = "x264", bytesPerLane = 1, sameByThreads = false, processors = 8 } = {},
) => {
  const room = machineRoom({ kind, bytesPerLane, sameByThreads, found }, () => Promise.resolve(idle), processors);
  return await room.first?.(never);
};
const grow = (found: LanesFound, lanes: number) =>
  machineRoom({ kind: "x264", bytesPerLane: 1, sameByThreads: false, found }, () => Promise.resolve(1)).grew?.(lanes);

Deno.test("the next movie of a kind starts with the number of encodes that the previous one reached", async () => {
  const found: LanesFound = new Map();
  is(await begun(found), 1, "nothing is known yet");
  grow(found, 2);
  grow(found, 3);
  is(await begun(found), 3);
  is(await begun(found, { kind: "x265" }), 1, "another kind");
});

Deno.test("a machine that is busy, or has no memory for them, begins with one encode", async () => {
  const found: LanesFound = new Map([["x264", 3]]);
  is(await begun(found, { idle: 0.05 }), 1, "other encodes run");
  is(await begun(found, { idle: 0 }), 1, "nothing could be measured");
  is(await begun(found, { bytesPerLane: 1e15 }), 1, "no memory for three");
  is(await begun(found), 3, "nothing was forgotten");
});

Deno.test("the better result of two simultaneous searches for crop bars is stored", async () => {
  const found: LanesFound = new Map();
  grow(found, 3);
  grow(found, 2);
  is(await begun(found), 3);
});

Deno.test("few processors get one part each if one thread yields the same result", async () => {
  const found: LanesFound = new Map();
  const svt = { kind: "svt", sameByThreads: true };
  is(await begun(found, { ...svt, processors: 2 }), 2);
  is(await begun(found, { ...svt, processors: 4 }), 4);
  is(await begun(found, { ...svt, processors: 8 }), 1, "the last parts would take long");
  is(await begun(found, { ...svt, processors: 2, idle: 0.05 }), 1, "other encodes run");
  is(await begun(found, { ...svt, processors: 2, bytesPerLane: 1e15 }), 1, "no memory for two");
});
