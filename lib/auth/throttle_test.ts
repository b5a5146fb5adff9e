import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { createThrottle } from "./throttle.ts";

function setUp() {
  let ms = 0;
  const clock = { now: () => new Date(ms), monotonicMs: () => ms };
  return { throttle: createThrottle({ clock }), pass: (seconds: number) => void (ms += seconds * 1000) };
}

Deno.test("four failures cost nothing, from the fifth on every one doubles the wait up to 15 minutes", () => {
  const { throttle } = setUp();
  const waits = Array.from({ length: 18 }, () => {
    throttle.failed("a");
    return throttle.waitSeconds("a");
  });
  same(waits, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
});

Deno.test("the wait runs down, success forgives, and so does an hour of quiet", () => {
  const { throttle, pass } = setUp();
  for (let i = 0; i < 7; i++) throttle.failed("a");
  is(throttle.waitSeconds("a"), 4);
  pass(3);
  is(throttle.waitSeconds("a"), 1);
  pass(1);
  is(throttle.waitSeconds("a"), 0);
  throttle.failed("a");
  is(throttle.waitSeconds("a"), 8);
  pass(3600);
  throttle.failed("a");
  is(throttle.waitSeconds("a"), 0);
  for (let i = 0; i < 7; i++) throttle.failed("a");
  throttle.succeeded("a");
  is(throttle.waitSeconds("a"), 0);
});

Deno.test("one caller's failures are not another's", () => {
  const { throttle } = setUp();
  for (let i = 0; i < 9; i++) throttle.failed("a");
  is(throttle.waitSeconds("b"), 0);
});

Deno.test("ten thousand others push out the oldest, so that memory stays bounded", () => {
  const { throttle } = setUp();
  for (let i = 0; i < 9; i++) throttle.failed("old");
  for (let i = 0; i < 10_000; i++) throttle.failed(`other ${i}`);
  is(throttle.waitSeconds("old"), 0);
});
