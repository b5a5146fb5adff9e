import { deepStrictEqual as same, throws } from "node:assert/strict";
import { Fault } from "../../lib/kit/fault.ts";
import { createPace } from "./pace.ts";

Deno.test("S-OUT-3: connection tests are limited to one per second after a short burst; a refusal states when to retry", () => {
  let now = 5_000;
  const pace = createPace({ clock: { monotonicMs: () => now }, everyMs: 1_000, atOnce: 3 });
  const tooSoon = (caller: string, seconds: number) =>
    throws(() => pace(caller), (error) => error instanceof Fault && error.retryAfterSeconds === seconds);
  for (let call = 0; call < 3; call++) pace("a");
  tooSoon("a", 1);
  tooSoon("a", 1);
  pace("b");
  now += 999;
  tooSoon("a", 1);
  now += 1;
  pace("a");
  tooSoon("a", 1);
  now += 60_000;
  let passed = 0;
  for (let call = 0; call < 10; call++) {
    try {
      pace("a");
      passed++;
    } catch {
      // counted below
    }
  }
  same(passed, 3, "a long rest gives no more than a few");
});

Deno.test("the first call of a caller is never too early, whatever fraction the clock shows", () => {
  let now = 0;
  const pace = createPace({ clock: { monotonicMs: () => now }, everyMs: 1_000, atOnce: 1 });
  for (let i = 0; i < 1000; i++) {
    now += 1_001.1;
    pace("a");
    pace(`${i}`);
  }
});
