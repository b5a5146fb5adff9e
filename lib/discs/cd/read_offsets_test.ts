import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { createReadOffsets } from "./read_offsets.ts";

function offsets(stored?: unknown) {
  const kept = new Map<string, unknown>([["cd.readOffsets", stored]]);
  return createReadOffsets({
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => Promise.resolve(void kept.set(key, value)),
  }, () => 6);
}

Deno.test("read offsets: each drive has its own, others use the settings, and an unset one is undefined", async () => {
  const of = offsets();
  await of.set("PLEXTOR PX-716A", 30);
  await of.set("HL-DT-ST GH24", -102);
  await of.set("PLEXTOR PX-716A", 48);
  same(await Promise.all(["PLEXTOR PX-716A", "HL-DT-ST GH24", "other", undefined].map(of.of)), [48, -102, 6, 6]);
  await of.set("HL-DT-ST GH24", undefined);
  same(await of.all(), [{ drive: "PLEXTOR PX-716A", readOffset: 48 }]);
  await Promise.all([of.set("a", 1), of.set("b", 2), of.set("a", 0)]);
  same([await of.of("a"), await of.of("b"), (await of.all()).length], [0, 2, 3]);
  for (const odd of [null, "x", [{ drive: "a", readOffset: 1e9 }], [{ readOffset: 1 }], { a: 1 }]) {
    is(await offsets(odd).of("a"), 6, JSON.stringify(odd));
  }
});
