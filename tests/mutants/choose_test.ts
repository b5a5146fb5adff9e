import { deepStrictEqual as same, notDeepStrictEqual as differs, strictEqual as is } from "node:assert/strict";
import { chooseMutants } from "./choose.ts";
import type { Mutant } from "./places.ts";

const ALL = Array.from({ length: 500 }, (_, i): Mutant => ({
  ...{
    path: `${i % 7}.ts`,
    kind: "number",
    start: i,
    end: i + 1,
    replacement: "",
    line: Math.floor(i / 14),
    functions: [],
  },
}));

Deno.test("chooseMutants() selects the same mutants for a seed, and others for another", () => {
  same(chooseMutants(ALL, 20, 1), chooseMutants(ALL, 20, 1));
  differs(chooseMutants(ALL, 20, 1), chooseMutants(ALL, 20, 2));
});

Deno.test("chooseMutants() chooses one mutant per line, and no more than there are", () => {
  const chosen = chooseMutants(ALL, 1000, 3);
  is(new Set(chosen.map(({ path, line }) => `${path}:${line}`)).size, chosen.length);
  is(chosen.length, new Set(ALL.map(({ path, line }) => `${path}:${line}`)).size);
});
