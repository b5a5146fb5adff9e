import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { changedKeys, merged, replacedAt, treeWith, valueAt } from "./tree.ts";

const json = fc.jsonValue({ maxDepth: 4 });
const key = fc.array(fc.constantFrom("a", "b", "c", "constructors"), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join("."));

Deno.test("merged() merges objects and replaces everything else, lists as a whole", () => {
  same(merged({ a: { b: 1, c: [1, 2, 3] }, d: 4 }, { a: { c: [9] } }), { a: { b: 1, c: [9] }, d: 4 });
  same(merged({ a: { b: 1 } }, { a: null }), { a: null });
  same(merged({ a: 1, b: 2 }, { a: undefined }), { a: 1, b: 2 });
});

Deno.test("merged() with itself changes nothing, and the patch is in the result", () => {
  fc.assert(fc.property(json, (value) => {
    const safe = JSON.parse(JSON.stringify(value), (name, part) => name === "__proto__" ? undefined : part);
    same(merged(safe, safe), safe);
  }));
  fc.assert(fc.property(json, key, fc.integer(), (base, at, value) => {
    same(valueAt(merged(base, treeWith(at, value)), at), value);
  }));
});

Deno.test("merged() changes neither of its arguments", () => {
  fc.assert(fc.property(json, json, (base, patch) => {
    const before = JSON.stringify([base, patch]);
    merged(base, patch);
    same(JSON.stringify([base, patch]), before);
  }));
});

for (const name of ["__proto__", "constructor", "prototype"]) {
  Deno.test(`merged() drops ${name}, so that no object gets properties it was not given`, () => {
    const patch = JSON.parse(`{"a":{"${name}":{"polluted":true}},"${name}":{"polluted":true},"b":1}`);
    const result = merged({ a: {} }, patch) as Record<string, unknown>;
    same([Object.keys(result), Object.keys(result.a as object)], [["a", "b"], []]);
    ok(!("polluted" in {}) && !("polluted" in result));
  });
}

Deno.test("valueAt() finds own values only", () => {
  same(valueAt({ a: { b: 0 } }, "a.b"), 0);
  for (const at of ["a.b.c", "x", "toString", "a.constructor", "__proto__.toString"]) {
    same(valueAt({ a: { b: 0 } }, at), undefined);
  }
});

Deno.test("changedKeys() names each leaf that differs, a list as one", () => {
  same(changedKeys({ a: { b: 1, c: [1] }, d: 1 }, { a: { b: 2, c: [1, 2] }, d: 1, e: 3 }), ["a.b", "a.c", "e"]);
  fc.assert(fc.property(json, (value) => same(changedKeys(value, structuredClone(value)), [])));
});

Deno.test("replacedAt() sets a value only where an object holds it, so that it heals nothing", () => {
  same(replacedAt({ a: { b: 1, c: 2 } }, "a.b", 9), { a: { b: 9, c: 2 } });
  for (const tree of [null, [], "x", {}, { a: null }, { a: [] }, { a: 1 }]) same(replacedAt(tree, "a.b", 9), tree);
});
