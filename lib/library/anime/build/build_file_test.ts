import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { DumpTitle } from "../reading/titles_dump.ts";
import { writtenAnime } from "./build_file.ts";

const RANKED = ["main", "official", "synonym", "short"] as const;

Deno.test("a name that an anime has more than once is stored once, as the kind that ranks highest", () => {
  const title = fc.record({
    kind: fc.constantFrom(...RANKED),
    language: fc.constantFrom("x-jat", "ja", "en"),
    // Spellings that fold to the same text.
    title: fc.constantFrom("Eva", "EVA", "Nadia", "nadia"),
  });
  fc.assert(fc.property(fc.array(title, { minLength: 1, maxLength: 8 }), (titles: DumpTitle[]) => {
    const { names } = writtenAnime({ aid: 1, titles }, undefined);
    is(new Set(names.map(({ folded }) => folded)).size, names.length);
    for (const folded of new Set(titles.map((one) => one.title.toLowerCase()))) {
      const kinds = titles.filter((one) => one.title.toLowerCase() === folded).map(({ kind }) => RANKED.indexOf(kind));
      same(names.filter((one) => one.folded === folded).map(({ kind }) => kind), [RANKED[Math.min(...kinds)]]);
    }
  }));
});
