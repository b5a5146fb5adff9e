import { strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { pathKey, similarPath } from "./letter_forms.ts";

Deno.test("pathKey() is one for composed and decomposed letters, in any case", () => {
  is(pathKey("/m/Amélie/A.mkv"), pathKey("/m/Ame\u0301lie/a.mkv"));
  is(pathKey("/m/Amelie") === pathKey("/m/Amélie"), false);
});

inFolder("similarPath() finds paths that differ only in Unicode form or case", async (folder) => {
  await Deno.mkdir(`${folder}/Ame\u0301lie (2001)`);
  await Deno.writeTextFile(`${folder}/Ame\u0301lie (2001)/ame\u0301lie.mkv`, "");
  await Deno.mkdir(`${folder}/Heat`);
  await Deno.mkdir(`${folder}/HEAT`);
  const there = `${folder}/Ame\u0301lie (2001)/ame\u0301lie.mkv`;
  is(await similarPath(`${folder}/Amélie (2001)/Amélie.mkv`), there);
  is(await similarPath(`${folder}/Amélie (2001)`), `${folder}/Ame\u0301lie (2001)`);
  is(await similarPath(there), undefined, "the path itself");
  is(await similarPath(`${folder}/Amelie (2001)/amelie.mkv`), undefined, "another name");
  is(await similarPath(`${folder}/heat`), undefined, "two of them");
  is(await similarPath(`${folder}/nowhere/Amélie.mkv`), undefined, "no such folder");
});
