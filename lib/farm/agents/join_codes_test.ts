import { deepStrictEqual as same, ok, strictEqual as is, throws } from "node:assert/strict";
import { createJoinCodes } from "./join_codes.ts";

function world() {
  let ms = 0;
  const throttled: (string | undefined)[] = [];
  const clock = { monotonicMs: () => ms, now: () => new Date(ms) };
  const codes = createJoinCodes(clock, (address) => throttled.push(address));
  const redeem = (secret: string, { address = "10.0.0.1", publicKey = "A" } = {}) =>
    codes.redeem({ secret, address, publicKey });
  const wrong = (address: string) => throws(() => redeem("x".repeat(32), { address }), { code: "unauthorized" });
  return { codes, redeem, wrong, throttled, pass: (by: number) => ms += by };
}

Deno.test("S-FARM-4: a join code ends after 15 minutes on a clock that never jumps", () => {
  const { codes, redeem, pass } = world();
  const [first, second] = [codes.issue(), codes.issue()];
  ok(/^[0-9a-f]{32}$/.test(first.secret) && first.secret !== second.secret);
  pass(15 * 60_000 - 1);
  is(redeem(first.secret).agentId, undefined);
  pass(1);
  throws(() => redeem(second.secret), { code: "unauthorized" });
});

Deno.test("S-FARM-4: a join code is for one key: the same key may join again until its agent connects, another one never", () => {
  const { codes, redeem } = world();
  const { secret } = codes.issue();
  redeem(secret).made("one");
  throws(() => redeem(secret, { publicKey: "B" }), { code: "unauthorized" });
  is(redeem(secret).agentId, "one");
  codes.finish("one");
  throws(() => redeem(secret), { code: "unauthorized" });
});

Deno.test("wrong join codes are throttled for each address, and the right one with them, for a minute", () => {
  const { codes, redeem, wrong, throttled, pass } = world();
  const { secret } = codes.issue();
  for (let i = 0; i < 10; i++) wrong("::ffff:10.0.0.1");
  for (const guess of ["x".repeat(32), secret]) {
    throws(() => redeem(guess), { code: "throttled", retryAfterSeconds: 60 });
  }
  redeem(secret, { address: "10.0.0.2" });
  same(throttled, ["10.0.0.1"]);
  pass(60_000);
  redeem(secret);
});

Deno.test("all addresses of one IPv6 network share one rate limit, in any spelling", () => {
  const { redeem, wrong } = world();
  for (let i = 0; i < 10; i++) wrong(i % 2 ? `2001:db8::${i}` : `2001:DB8:0:0:${i}::1`);
  throws(() => redeem("x".repeat(32), { address: "2001:db8:0:0:ffff::1" }), { code: "throttled" });
  wrong("2001:db8:0:1::1");
});

Deno.test("S-FARM-4: wrong join codes share a total rate limit, and attempts from many addresses do not block a valid code", () => {
  const { codes, redeem, wrong, throttled } = world();
  const { secret } = codes.issue();
  for (let i = 0; i < 100; i++) wrong(`10.1.0.${i}`);
  throws(() => redeem("x".repeat(32), { address: "10.2.0.1" }), { code: "throttled" });
  redeem(secret, { address: "10.2.0.2" });
  same(throttled, [undefined]);
});
