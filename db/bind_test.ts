import { deepStrictEqual as same } from "node:assert/strict";
import { bindFirst } from "./bind.ts";

Deno.test("bindFirst() passes the same first argument to every function, and the others unchanged", () => {
  const add = (base: { value: number }, ...more: number[]) => more.reduce((sum, one) => sum + one, base.value);
  const base = { value: 1 };
  const bound = bindFirst(base, { add, name: (_: { value: number }, text = "none") => text });
  same([bound.add(), bound.add(2, 3), bound.name(), bound.name("x")], [1, 6, "none", "x"]);
  base.value = 10;
  same(bound.add(1), 11);
});
