import { deepStrictEqual as same, match } from "node:assert/strict";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { strayFolder, strayFolderText } from "./linked_folder.ts";

inFolder("a season that is a link to a seed is not part of the library, a library that is a link is", async (at) => {
  for (const name of ["disk/media/Show/Season 1", "seeds/Show.S02/Extras", "other/Season 3"]) {
    await Deno.mkdir(`${at}/${name}`, { recursive: true });
  }
  const links = {
    "media": "disk/media",
    "disk/media/Show/Season 2": `${at}/seeds/Show.S02`,
    "disk/media/Show/Season 3": "../../../other/Season 3",
    "disk/media/Show/Season 4": "Season 2",
    "disk/media/Show/Specials": "Season 1",
    "shelf": "media/Show",
  };
  for (const [name, text] of Object.entries(links)) await Deno.symlink(text, `${at}/${name}`);
  const stray = async (path: string, known: string[] = []) => {
    const found = await strayFolder(`${at}/${path}`, known.map((name) => `${at}/${name}`));
    return found && [found.link, found.target].map((place) => place.slice(at.length + 1));
  };
  const seed = ["media/Show/Season 2", "seeds/Show.S02"];
  same(await stray("media/Show/Season 1/a.mkv"), undefined);
  same(await stray("media/Show/Specials/a.mkv"), undefined, "it leads to its neighbour");
  same(await stray("shelf/Season 1/a.mkv"), undefined);
  same(await stray("media/Show/Season 2/a.mkv"), seed);
  same(await stray("media/Show/Season 2/Extras/a.mkv"), seed);
  same(await stray("media/Show/Season 3/a.mkv"), ["media/Show/Season 3", "other/Season 3"]);
  same(await stray("media/Show/Season 4/a.mkv"), ["media/Show/Season 4", "seeds/Show.S02"], "a chain of links");
  // A media root, by its own path or through a link.
  same(await stray("media/Show/Season 2/a.mkv", ["media"]), seed);
  same(await stray("media/Show/Season 2/a.mkv", ["media", "seeds"]), undefined);
  same(await stray("media/Show/Season 2/a.mkv", ["media/Show/Season 2"]), undefined);
  same(await stray("media/Show/Season 2/a.mkv", ["seeds/Show"]), seed, "whole names");
  match(
    strayFolderText({ link: "/m/Season 2", target: "/seeds/S02" }),
    /^\/m\/Season 2 is a link to \/seeds\/S02, .*keeps the original/,
  );
});
