import { strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { entryPlace, realPlace } from "./real_place.ts";

inFolder("a missing path resolves through its deepest existing folder", async (folder) => {
  for (const name of ["media", "elsewhere/deep"]) await Deno.mkdir(`${folder}/${name}`, { recursive: true });
  await Deno.writeTextFile(`${folder}/elsewhere/there.mkv`, "x");
  const links = {
    "media/way-out": `${folder}/elsewhere`,
    "media/up": "../elsewhere/deep/..",
    "media/dangling.mkv": `${folder}/elsewhere/none.mkv`,
    "media/found.mkv": `${folder}/elsewhere/there.mkv`,
    "media/again": "way-out/none/deeper",
    "media/circle": "circle",
    "root": "media",
  };
  for (const [name, target] of Object.entries(links)) await Deno.symlink(target, `${folder}/${name}`);
  for (
    const [path, place] of [
      ["media/none.mkv", "media/none.mkv"],
      ["media/none/../none.mkv", "media/none.mkv"],
      ["root/none.mkv", "media/none.mkv"],
      ["root/", "media"],
      ["media/way-out/there.mkv", "elsewhere/there.mkv"],
      ["media/way-out/none.mkv", "elsewhere/none.mkv"],
      ["media/way-out/none/none.mkv", "elsewhere/none/none.mkv"],
      ["media/up/none.mkv", "elsewhere/none.mkv"],
      ["media/dangling.mkv", "elsewhere/none.mkv"],
      ["media/found.mkv", "elsewhere/there.mkv"],
      ["media/again/none.mkv", "elsewhere/none/deeper/none.mkv"],
      ["root/way-out/there.mkv/below", "elsewhere/there.mkv/below"],
      ["media/circle", "media/circle"],
    ]
  ) is(await realPlace(`${folder}/${path}`), `${folder}/${place}`, String(path));
});

inFolder("the entry of a path is found by its real folder, and a link keeps its own name", async (folder) => {
  for (const name of ["media", "elsewhere"]) await Deno.mkdir(`${folder}/${name}`);
  await Deno.writeTextFile(`${folder}/elsewhere/there.mkv`, "x");
  await Deno.symlink("../elsewhere", `${folder}/media/season`);
  await Deno.symlink("../elsewhere/there.mkv", `${folder}/media/film.mkv`);
  for (
    const [path, place] of [
      ["media/film.mkv", "media/film.mkv"],
      ["media/./none/../film.mkv", "media/film.mkv"],
      ["media/season/there.mkv", "elsewhere/there.mkv"],
      ["media/season/", "media/season"],
      ["media/none.mkv", "media/none.mkv"],
    ] as const
  ) is(await entryPlace(`${folder}/${path}`), `${folder}/${place}`, path);
  is(await entryPlace("/"), "/");
});
