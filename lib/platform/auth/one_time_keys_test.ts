import { notStrictEqual as not, strictEqual as is } from "node:assert/strict";
import { createOneTimeKeys } from "./one_time_keys.ts";

Deno.test("a one-time key works once, for ten minutes, and only as it was issued", () => {
  let now = 0;
  const keys = createOneTimeKeys({ monotonicMs: () => now });
  const [first, second] = [keys.issue("anna"), keys.issue("anna")];
  not(first, second);
  for (const wrong of ["", first.slice(1), `${first}0`, first.toUpperCase() + " "]) is(keys.redeem(wrong), undefined);
  is(keys.redeem(first), "anna");
  is(keys.redeem(first), undefined);
  now = 600_000;
  is(keys.redeem(second), undefined);
  const third = keys.issue("anna");
  keys.clear();
  is(keys.redeem(third), undefined);
});

Deno.test("old keys are removed for new ones", () => {
  const keys = createOneTimeKeys({ monotonicMs: () => 0 });
  const all = Array.from({ length: 200 }, () => keys.issue("anna"));
  is(keys.redeem(all[0] ?? ""), undefined);
  is(keys.redeem(all.at(-1) ?? ""), "anna");
});
