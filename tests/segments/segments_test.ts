import { deepStrictEqual as same } from "node:assert/strict";
import { inFolder } from "../fixtures/folder.ts";
import { compare, makeSource } from "./compare.ts";
import { cutSources } from "./sources.ts";

/** This test runs one of the comparisons. `deno task segments` runs all of them. */
inFolder("slow: a movie whose frames change their size is the same movie in segments", async (folder) => {
  const source = cutSources(6)["pictures that change their size"];
  if (source === undefined) throw new Error("no source");
  const path = await makeSource(folder, source);
  const result = await compare({ folder, path, source, encoder: "x264", lengths: { about: 1.5, shortest: 1 } });
  same("reason" in result ? result.reason : result.differences, []);
});
