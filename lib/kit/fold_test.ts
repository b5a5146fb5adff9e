import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { titleKey } from "./fold.ts";

Deno.test("titleKey() is lower case, without marks and at most 500 characters, also for ASCII text", () => {
  const plainly = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().slice(0, 500);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => same(titleKey(text), plainly(text))));
  fc.assert(fc.property(fc.string({ unit: "binary-ascii" }), (text) => same(titleKey(text), plainly(text))));
  same([titleKey("Am\u00e9lie \ufb01n"), titleKey("A".repeat(600)).length], ["amelie fin", 500]);
});
