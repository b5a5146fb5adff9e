import { strictEqual as is } from "node:assert/strict";
import { type LanesFound, machineRoom, measureIdle } from "./machine_room.ts";

const GB = 1e9;
const room = (found: LanesFound, share: number, bytesPerLane = 1) =>
  machineRoom({ kind: "x264", bytesPerLane, found }, { share: () => share });

Deno.test("the next film of a kind begins with as many encodes as found room before", () => {
  const found: LanesFound = new Map();
  const first = room(found, 0.5);
  is(first.first, 1, "nothing is known yet");
  first.grew?.(2);
  first.grew?.(3);
  is(room(found, 0.5).first, 3);
  is(machineRoom({ kind: "x265", bytesPerLane: 1, found }, { share: () => 0.5 }).first, 1, "another kind");
});

Deno.test("a machine that is busy, or has no memory for them, begins with one encode and forgets nothing", () => {
  const found: LanesFound = new Map([["x264", 3]]);
  is(room(found, 0.05).first, 1, "other encodes run");
  is(room(found, 0).first, 1, "nothing could be measured");
  const small = room(found, 0.5, 1_000_000 * GB);
  is(small.first, 1, "no memory for three");
  small.grew?.(2);
  is(found.get("x264"), 3);
});

Deno.test("processors that no time has passed for, or that work all the time, are no room", () => {
  const share = measureIdle().share();
  is(share >= 0 && share <= 1, true, String(share));
});
