import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { createKeyCheck, presentedKey } from "./key.ts";

const read = (header: string | null, query: string[]) =>
  presentedKey(header, new URLSearchParams(query.map((value) => ["apikey", value])));

Deno.test("S-AUTH-6: the key is read from header or query, or from both if they agree", () => {
  same(read(null, []), { kind: "none" });
  same(read("k", []), { kind: "key", value: "k" });
  same(read(null, ["k"]), { kind: "key", value: "k" });
  same(read("k", ["k"]), { kind: "key", value: "k" });
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
  ) same(read(header, query), { kind: "malformed" }, `${header} ${query}`);
  for (const query of ["apikey[]=k", "apikey%5B%5D=k&apikey=k", "ApiKey=k", "apikey.=k", "apikey[0]=k", "APIKEY=k"]) {
    same(presentedKey(null, new URLSearchParams(query)).kind, "malformed", query);
  }
});

Deno.test("only the exact key matches, and a missing key never matches", () => {
  const matches = createKeyCheck();
  is(matches("", ""), false);
  fc.assert(fc.property(fc.string({ minLength: 1 }), fc.string(), (actual, other) => {
    is(matches(actual, actual), true);
    is(matches(other, actual), other === actual);
  }));
});
