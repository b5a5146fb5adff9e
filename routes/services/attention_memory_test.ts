import { deepStrictEqual as same } from "node:assert/strict";
import { attentionMemory } from "./attention_memory.ts";

Deno.test("a dismissed row returns when its count rises, also after it fell", async () => {
  const kept = new Map<string, unknown>();
  const memory = attentionMemory({
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => Promise.resolve(void kept.set(key, value)),
  });
  const failed = async (count: number) =>
    (await memory.open({ failed: count, space: 0, undecided: 0, discs: 1 })).failed;
  same(await failed(2), 2);
  await memory.dismiss("failed", 2);
  same([await failed(2), await failed(3)], [0, 3]);
  same([await failed(1), await failed(2)], [0, 2]);
  same(await memory.open({ failed: 0, space: 4, undecided: 0, discs: 1 }), {
    failed: 0,
    space: 4,
    undecided: 0,
    discs: 1,
  });
});

Deno.test("invalid stored data dismisses nothing", async () => {
  const memory = attentionMemory({ get: () => Promise.resolve("damaged"), set: () => Promise.resolve() });
  same(await memory.open({ failed: 1, space: 0, undecided: 0, discs: 0 }), {
    failed: 1,
    space: 0,
    undecided: 0,
    discs: 0,
  });
});
