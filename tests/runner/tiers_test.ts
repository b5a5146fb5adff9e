import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { costTestName, isCostTest } from "./cost_tests.ts";
import { filterArgs, hasNoTestOf, SLOW_PREFIX } from "./tiers.ts";

/** True if the expression in `--filter=/…/` matches. JavaScript evaluates it like Deno. */
const selects = (tier: "fast" | "slow", name: string): boolean =>
  new RegExp(filterArgs(tier).join("").replace(/^--filter=\/(.*)\/$/, "$1")).test(name);

Deno.test("every name is selected by exactly one of the tiers fast and slow, and slow only with its prefix", () => {
  const start = fc.integer({ min: 0, max: SLOW_PREFIX.length }).map((length) => SLOW_PREFIX.slice(0, length));
  fc.assert(fc.property(start, fc.string(), (prefix, rest) => {
    const name = prefix + rest;
    fc.pre(!isCostTest(name));
    const slow = name.startsWith(SLOW_PREFIX);
    same([selects("fast", name), selects("slow", name)], [!slow, slow]);
  }));
});

Deno.test("the tests that record CPU times belong to both tiers", () => {
  same([selects("fast", costTestName("a_test.ts")), selects("slow", costTestName("a_test.ts"))], [true, true]);
});

Deno.test("the tier of all tests filters nothing", () => same(filterArgs("all"), []));

for (
  const [text, fast, slow] of [
    [`Deno.test("a", () => {});`, false, true],
    [`Deno.test("slow: a", () => {});`, true, false],
    [`Deno.test("slow: a", () => {});\nDeno.test("b", () => {});`, false, false],
    ["inFolder(`slow: ${x}`, () => {});", true, false],
    [`browserTest(\n  "slow: a",\n);`, true, false],
    [`Deno.test({ name: "slow: a", fn });\nDeno.test({\n  name: "slow: b",\n});`, true, false],
    [`Deno.test(name, fn);\nDeno.test("slow: a", fn);`, false, false],
    [`for (const x of [1, 2]) Deno.test(\`slow: \${x}\`, fn);`, true, false],
    ["const nothing = 1;", false, true],
  ] as const
) {
  Deno.test(`a file is excluded from a tier only if its text contains no test of it: ${JSON.stringify(text)}`, () => {
    same([hasNoTestOf("fast", text), hasNoTestOf("slow", text)], [fast, slow]);
    is(hasNoTestOf("all", text), false);
  });
}
