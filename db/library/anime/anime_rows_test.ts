import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { openAnimeFile } from "./anime_file.ts";
import { aidsIn, type AnimeName, isWhole, packNames, unpackNames } from "./anime_rows.ts";

// Titles never contain control characters.
const text = fc.string({ unit: "grapheme", maxLength: 12 }).map((one) => one.replace(/\p{Cc}/gu, ""));
const name: fc.Arbitrary<AnimeName> = fc.record({
  kind: fc.constantFrom("main", "synonym", "short", "official"),
  language: fc.constantFrom("en", "x-jat", "ja", ""),
  title: text,
  folded: text,
}, { noNullPrototype: true });

Deno.test("names of an anime are stored in one text and read unchanged", () => {
  fc.assert(fc.property(fc.array(name, { maxLength: 6 }), (names) => {
    const all = names.filter(({ kind, language, title, folded }) => `${kind}${language}${title}${folded}` !== "");
    same(unpackNames(packNames(all)), all);
  }));
  same(unpackNames(""), []);
});

Deno.test("numbers of a stored list are read at any byte offset; invalid bytes yield none", () => {
  const numbers = Uint32Array.of(1, 70_000, 4_294_967_295);
  const shifted = new Uint8Array(13);
  shifted.set(new Uint8Array(numbers.buffer), 1);
  same([...aidsIn(shifted.subarray(1))], [...numbers]);
  for (const value of [undefined, null, "", "text", 5, 5n]) same(aidsIn(value).length, 0);
});

Deno.test("a term is a whole title by its first sign alone", () => {
  same(["=heat", "heat", "", "heat=", "=="].map(isWhole), [true, false, false, false, true]);
});

const NO_FILES: [name: string, write: (path: string) => Promise<void>][] = [
  ["that is not there", () => Promise.resolve()],
  ["that is empty", (path) => Deno.writeTextFile(path, "")],
  ["that is none", (path) => Deno.writeTextFile(path, "SQLite format 3\0 but no more".padEnd(4096, "x"))],
  ["that is a folder", (path) => Deno.mkdir(path)],
];

for (const [name, write] of NO_FILES) {
  Deno.test(`a file of anime ${name} is created again, without an error`, () =>
    withFolder(async (folder) => {
      await write(`${folder}/anime.db`);
      same(openAnimeFile(`${folder}/anime.db`), undefined);
    }));
}
