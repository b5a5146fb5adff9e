import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { createKeyCheck, presentedKey } from "./key.ts";

Deno.test("S-AUTH-6: the key is taken from header or query, or from both when they agree", () => {
  same(presentedKey(null, []), { kind: "none" });
  same(presentedKey("k", []), { kind: "key", value: "k" });
  same(presentedKey(null, ["k"]), { kind: "key", value: "k" });
  same(presentedKey("k", ["k"]), { kind: "key", value: "k" });
});

Deno.test("repeated, contradicting and empty keys are malformed", () => {
  for (
    const [header, query] of [
      ["a", ["b"]],
      [null, ["k", "k"]],
      ["k", ["k", "k"]],
      ["k, k", []],
      ["", []],
      [null, [""]],
      ["", ["k"]],
      ["k", [""]],
    ] as [string | null, string[]][]
  ) same(presentedKey(header, query), { kind: "malformed" }, `${header} ${query}`);
});

Deno.test("only the very same key matches, and no key never matches", () => {
  const matches = createKeyCheck();
  is(matches("", ""), false);
  fc.assert(fc.property(fc.string({ minLength: 1 }), fc.string(), (actual, other) => {
    is(matches(actual, actual), true);
    is(matches(other, actual), other === actual);
  }));
});
