import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { createThrottle, type FailureStore } from "./throttle.ts";

function setUp(known: FailureStore["known"] = []) {
  let ms = 0;
  const kept = new Map(known.map((one) => [one.key, one]));
  const store: FailureStore = {
    known,
    add: (keys, lastAt) => {
      for (const key of keys) kept.set(key, { key, failures: (kept.get(key)?.failures ?? 0) + 1, lastAt });
    },
    remove: (key) => void kept.delete(key),
  };
  const clock = { now: () => new Date(ms), monotonicMs: () => ms };
  return { throttle: createThrottle({ clock, store }), kept, pass: (seconds: number) => void (ms += seconds * 1000) };
}

Deno.test("S-AUTH-9: four failures cost nothing, from the fifth on every one doubles the wait up to 15 minutes", () => {
  const { throttle } = setUp();
  const waits = Array.from({ length: 18 }, () => {
    throttle.begin(["a"]);
    return throttle.waitSeconds(["a"]);
  });
  same(waits, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
});

Deno.test("S-AUTH-9: the wait runs down, success forgives, and so does an hour of quiet", () => {
  const { throttle, pass } = setUp();
  for (let i = 0; i < 7; i++) throttle.begin(["a"]);
  is(throttle.waitSeconds(["a"]), 4);
  pass(3);
  is(throttle.waitSeconds(["a"]), 1);
  pass(1);
  is(throttle.waitSeconds(["a"]), 0);
  throttle.begin(["a"]);
  is(throttle.waitSeconds(["a"]), 8);
  pass(3600);
  throttle.begin(["a"]);
  is(throttle.waitSeconds(["a"]), 0);
  for (let i = 0; i < 7; i++) throttle.begin(["a"]);
  throttle.succeeded(["a"]);
  is(throttle.waitSeconds(["a"]), 0);
});

Deno.test("S-AUTH-9: address and account are counted each for itself, and the longer wait holds", () => {
  const { throttle } = setUp();
  for (let i = 0; i < 6; i++) throttle.begin([`address ${i}`, "account me"]);
  is(throttle.waitSeconds(["address 0"]), 0);
  is(throttle.waitSeconds(["address 9", "account me"]), 2);
  is(throttle.waitSeconds(["address 9", "account you"]), 0);
});

Deno.test("S-AUTH-9: a restart clears nothing", () => {
  const first = setUp();
  for (let i = 0; i < 9; i++) first.throttle.begin(["a"]);
  const second = setUp([...first.kept.values()]);
  is(second.throttle.waitSeconds(["a"]), 16);
  second.throttle.succeeded(["a"]);
  is(second.kept.size, 0);
});

Deno.test("S-AUTH-9: a clock that was set back locks out for no longer than the wait itself", () => {
  const { throttle, pass } = setUp([{ key: "a", failures: 9, lastAt: 86_400_000 }]);
  is(throttle.waitSeconds(["a"]), 16);
  pass(16);
  is(throttle.waitSeconds(["a"]), 0);
});

Deno.test("ten thousand others push out the oldest, so that memory stays bounded", () => {
  const { throttle } = setUp();
  for (let i = 0; i < 9; i++) throttle.begin(["old"]);
  for (let i = 0; i < 10_000; i++) throttle.begin([`other ${i}`]);
  is(throttle.waitSeconds(["old"]), 0);
});
