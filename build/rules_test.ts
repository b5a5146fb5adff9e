import { deepStrictEqual as same } from "node:assert/strict";
import { rulesIn, testsByRule } from "./rules.ts";

Deno.test("every rule of safety has a test that carries its name", async () => {
  const tests = await testsByRule();
  same([...tests].filter(([, names]) => names.length === 0).map(([rule]) => rule), []);
});

Deno.test("lists and ranges of rules are read one by one", () => {
  same(rulesIn("S-AUTH-1, S-AUTH-3 to -5"), ["S-AUTH-1", "S-AUTH-3", "S-AUTH-4", "S-AUTH-5"]);
});
