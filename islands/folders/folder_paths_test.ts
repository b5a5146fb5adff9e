import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import {
  crumbsOf,
  type ListingEntry,
  pastedPath,
  recentWith,
  shownEntries,
  sortingAfter,
  toggled,
} from "./folder_listing.ts";

const CRUMBS: [path: string, crumbs: [name: string, path: string][]][] = [
  ["", []],
  ["/", [["/", "/"]]],
  ["/m/Films//a b/", [["/", "/"], ["m", "/m"], ["Films", "/m/Films"], ["a b", "/m/Films/a b"]]],
  ["/odd\\name/x", [["/", "/"], ["odd\\name", "/odd\\name"], ["x", "/odd\\name/x"]]],
  ["C:\\", [["C:", "C:\\"]]],
  ["C:\\Films\\a", [["C:", "C:\\"], ["Films", "C:\\Films"], ["a", "C:\\Films\\a"]]],
  ["\\\\nas\\films\\a", [["\\\\nas\\films", "\\\\nas\\films"], ["a", "\\\\nas\\films\\a"]]],
];

Deno.test("the parents of a path link to themselves, on disks, drives and shares", () => {
  for (const [path, crumbs] of CRUMBS) same(crumbsOf(path).map(({ name, path }) => [name, path]), crumbs, path);
});

const PASTED: [text: string, path: string][] = [
  ["  /m/a b.mkv \n", "/m/a b.mkv"],
  ['"C:\\Films\\a.mkv"', "C:\\Films\\a.mkv"],
  ["'/m/it''s.mkv'", "/m/it''s.mkv"],
  [`"/m/a.mkv'`, `"/m/a.mkv'`],
  ["file:///m/a%20b%23.mkv", "/m/a b#.mkv"],
  ["file:///C:/Films/a.mkv", "C:/Films/a.mkv"],
  ["# from a file manager\r\nfile:///m/%C3%A9.mkv\r\nfile:///m/second.mkv", "/m/é.mkv"],
  ["file:///m/100%.mkv", "file:///m/100%.mkv"],
  ["", ""],
];

Deno.test("a pasted or dropped path is accepted, without the quotes of a file manager", () => {
  for (const [text, path] of PASTED) same(pastedPath(text), path, text);
});

const entry: fc.Arbitrary<ListingEntry> = fc.record({
  name: fc.constantFrom("a2", "a10", "A2", "b", "é", "Film 1", ""),
  dir: fc.boolean(),
  path: fc.uuid(),
  sizeBytes: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  modifiedAt: fc.option(fc.constantFrom("2026-01-01", "2025-12-31"), { nil: undefined }),
});

Deno.test("any order of a folder keeps every entry, folders first, and names are in order within one size or day", () => {
  fc.assert(
    fc.property(fc.array(entry), fc.constantFrom("name", "size", "date"), fc.boolean(), (entries, by, isDescending) => {
      const shown = shownEntries(entries, "", { by, isDescending });
      same(shown.length, entries.length);
      same(shown.map(({ dir }) => dir), shown.map(({ dir }) => dir).toSorted((a, b) => Number(b) - Number(a)));
      for (const [i, one] of shown.slice(1).entries()) {
        const before = shown[i];
        if (before === undefined || before.dir !== one.dir || by !== "size") continue;
        const [a, b] = [before.sizeBytes ?? 0, one.sizeBytes ?? 0];
        same(isDescending ? a >= b : a <= b, true);
      }
      same(shownEntries(entries, "film 1", { by, isDescending }).every(({ name }) => name === "Film 1"), true);
    }),
  );
  const named = ["a10", "A2", "a1", "ä1"].map((name) => ({ name, dir: false, path: name }));
  same(shownEntries(named, "", { by: "name", isDescending: false }).map(({ name }) => name), ["a1", "ä1", "A2", "a10"]);
});

Deno.test("a second click on a column reverses its order, and a click on another column starts with its first order", () => {
  const once = sortingAfter({ by: "name", isDescending: true }, "size");
  same([once, sortingAfter(once, "size"), sortingAfter(once, "name")], [
    { by: "size", isDescending: true },
    { by: "size", isDescending: false },
    { by: "name", isDescending: false },
  ]);
});

Deno.test("a file that is clicked twice is deselected; the recent folders are six, each once", () => {
  fc.assert(fc.property(fc.uniqueArray(fc.string()), fc.string(), (chosen, file) => {
    same(toggled(toggled(chosen, file), file).toSorted(), chosen.toSorted());
    const recent = recentWith(chosen, file);
    same([recent[0], recent.length <= 6, new Set(recent).size], [file, true, recent.length]);
  }));
});
