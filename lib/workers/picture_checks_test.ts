import { deepStrictEqual as same } from "node:assert/strict";
import { unionOf } from "./picture_checks.ts";

const SIZE = { width: 1920, height: 1080 };

Deno.test("unionOf() cuts nothing that any sample shows", () => {
  const scope = { width: 1920, height: 800, x: 0, y: 140 };
  same(unionOf([scope, scope], SIZE), scope);
  same(unionOf([scope, { width: 1920, height: 1040, x: 0, y: 20 }], SIZE), { width: 1920, height: 1040, x: 0, y: 20 });
  same(unionOf([scope, { width: 1440, height: 1080, x: 240, y: 0 }], SIZE), undefined);
});

Deno.test("unionOf() ignores black samples and borders of a few lines", () => {
  const scope = { width: 1920, height: 800, x: 0, y: 140 };
  same(unionOf([{ width: 16, height: 16, x: 900, y: 500 }, scope], SIZE), scope);
  same(unionOf([{ width: 1916, height: 1076, x: 2, y: 2 }], SIZE), undefined);
  same(unionOf([], SIZE), undefined);
});
