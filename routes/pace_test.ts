import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { Fault } from "../lib/kit/fault.ts";
import { createPace } from "./pace.ts";

Deno.test("S-OUT-3: calls of one caller take turns, a second apart; one whose turn is too far away is told when to come", async () => {
  let now = 5_000;
  const waits: number[] = [];
  const pace = createPace({
    clock: { monotonicMs: () => now },
    everyMs: 1_000,
    longestWaitMs: 2_000,
    wait: (ms) => Promise.resolve(waits.push(ms)),
  });
  for (let call = 0; call < 3; call++) await pace("a");
  await pace("b");
  same(waits, [1_000, 2_000], "the first goes at once, and nobody waits for another caller");
  await rejects(pace("a"), (error) => error instanceof Fault && error.retryAfterSeconds === 1);
  now += 1_000;
  await pace("a");
  same(waits, [1_000, 2_000, 2_000]);
  now += 60_000;
  await pace("a");
  same(waits.length, 3);
});

Deno.test("who went away waits no longer", async () => {
  const pace = createPace({ clock: { monotonicMs: () => 0 }, everyMs: 60_000, longestWaitMs: 60_000 });
  const gone = AbortSignal.abort(new Error("gone"));
  await pace("a", gone);
  await rejects(pace("a", gone));
});
