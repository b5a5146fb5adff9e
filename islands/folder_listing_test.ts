import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { filesOf, filesQuery, isFilePath, listingAddress, toggled } from "./folder_listing.ts";

Deno.test("a typed path with an extension is a file, any other a folder", () => {
  same(["/m/a.mkv", "/m/A.M2TS", "C:\\m\\a.mp4"].map(isFilePath), [true, true, true]);
  same(
    ["", "/m", "/m/", "/m/Film (2001)", "/m/vol.1", "/m/a.folder", "/m/a.mkv/"].map(isFilePath),
    Array(7).fill(false),
  );
});

Deno.test("a file is chosen by a first press and left out by a second", () => {
  same(toggled([], "/a"), ["/a"]);
  same(toggled(["/a", "/b"], "/c"), ["/a", "/b", "/c"]);
  same(toggled(["/a", "/b"], "/a"), ["/b"]);
});

Deno.test("the files of a folder are chosen in its order and without the folders in it", () => {
  const entries = [["S01", true], ["b.mkv", false], ["a.mkv", false]] as const;
  const listing = {
    path: "/m",
    parent: null,
    entries: entries.map(([name, dir]) => ({ name, dir, path: `/m/${name}` })),
  };
  same(filesOf(listing), ["/m/b.mkv", "/m/a.mkv"]);
});

Deno.test("a folder's name reaches the server whole", () => {
  same(new URL(listingAddress("/m/A & B #1?"), "http://lathe").searchParams.get("path"), "/m/A & B #1?");
});

Deno.test("one file is handed to the page by its path, several by the id of a selection", async () => {
  const kept: string[][] = [];
  const keep = (paths: string[]) => {
    kept.push(paths);
    return Promise.resolve("s 1");
  };
  same((await filesQuery(["/m/a & b.mkv"], keep)).toString(), "path=%2Fm%2Fa+%26+b.mkv");
  same(kept, []);
  same((await filesQuery(["/a", "/b"], keep)).toString(), "selection=s+1");
  same(kept, [["/a", "/b"]]);
  await rejects(filesQuery(["/a", "/b"], () => Promise.reject(new Error("full"))), /full/);
});
