import { deepStrictEqual as same, ok, throws } from "node:assert/strict";
import { findMutants } from "./places.ts";

/** Returns the text after each single change, prefixed by the kind of change. */
const changed = (text: string, path = "a.ts"): string[] =>
  findMutants(path, text).map((m) => `${m.kind}: ${text.slice(0, m.start)}${m.replacement}${text.slice(m.end)}`);

for (
  const [text, wanted] of [
    ["if (a) b();", ["condition: if (!(a)) b();"]],
    ["x = a ? b : c;", ["condition: x = !(a) ? b : c;"]],
    ["x = a<b;", ["comparison: x = a<=b;"]],
    ["x = a === b;", ["comparison: x = a !== b;"]],
    ["x = a && b;", ["logic: x = a || b;"]],
    ["x = a - b;", ["arithmetic: x = a + b;"]],
    ["const MAX = 100_000;", ["number: const MAX = (100_000 + 1);"]],
    ["x = true;", ["boolean: x = false;"]],
    ["await f();", ["await: void f();"]],
    ["x = await f();", []],
    ["x = a + b;", []],
    ["x = a /* < */ < b;", []],
    [`import { a } from "./1.ts";`, []],
    ["type A = 1 | true;", []],
    ["const a: 1 = f() as 2;", []],
    ["const a = { 1: b, c: 2 } satisfies T;", ["number: const a = { 1: b, c: (2 + 1) } satisfies T;"]],
    ["x = `a${1}`;", ["number: x = `a${(1 + 1)}`;"]],
  ] as const
) {
  Deno.test(`findMutants() changes each place of ${JSON.stringify(text)} once`, () => same(changed(text), wanted));
}

Deno.test("findMutants() reads JSX in .tsx files only, and arrow functions with type parameters in the others", () => {
  same(changed("const a = <T>(b: T) => b === 1;"), [
    "comparison: const a = <T>(b: T) => b !== 1;",
    "number: const a = <T>(b: T) => b === (1 + 1);",
  ]);
  same(changed("const a = <p hidden={true} />;", "a.tsx"), ["boolean: const a = <p hidden={false} />;"]);
  throws(() => findMutants("a.ts", "const a = ("), SyntaxError);
});

Deno.test("findMutants() names the functions around a place as V8 does, from the inside out", () => {
  const text = `
    export function outer() {
      const inner = () => [1].map((x) => 2);
      return { method() { return 3; }, property: () => 4 };
    }
    class C { #secret() { return 5; } }
    const top = 6;
  `;
  const named = findMutants("a.ts", text).map(({ start, functions }) => [text[start], functions]);
  same(named, [
    ["1", ["inner", "outer"]],
    ["2", ["inner", "outer"]],
    ["3", ["method", "outer"]],
    ["4", ["property", "outer"]],
    ["5", ["#secret"]],
    ["6", []],
  ]);
});

Deno.test("findMutants() finds places in this repository's own sources", async () => {
  const path = new URL("./places.ts", import.meta.url);
  ok(findMutants("tests/mutants/places.ts", await Deno.readTextFile(path)).length > 30);
});
