import { deepStrictEqual as same, rejects } from "node:assert/strict";
import {
  crumbsOf,
  filesOf,
  filesQuery,
  isFilePath,
  isVideo,
  listingAddress,
  pastedPath,
  recentWith,
  shownEntries,
  sortingAfter,
  toggled,
} from "./folder_listing.ts";

Deno.test("a typed path with an extension is a file, any other a folder", () => {
  same(["/m/a.mkv", "/m/A.M2TS", "C:\\m\\a.mp4"].map(isFilePath), [true, true, true]);
  same(
    ["", "/m", "/m/", "/m/Film (2001)", "/m/vol.1", "/m/a.folder", "/m/a.mkv/"].map(isFilePath),
    Array(7).fill(false),
  );
});

Deno.test("a file is selected by a first click and deselected by a second", () => {
  same(toggled([], "/a"), ["/a"]);
  same(toggled(["/a", "/b"], "/c"), ["/a", "/b", "/c"]);
  same(toggled(["/a", "/b"], "/a"), ["/b"]);
});

Deno.test("the files of a folder are selected in its order and without its folders", () => {
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

Deno.test("entries are filtered by all words and sorted by name, size or date, folders first", () => {
  const entry = (name: string, sizeBytes?: number, modifiedAt?: string) => ({
    name,
    path: `/m/${name}`,
    dir: sizeBytes === undefined,
    sizeBytes,
    modifiedAt,
  });
  const all = [
    entry("film 10.mkv", 5, "2024"),
    entry("film 9.mkv", 7, "2023"),
    entry("Films"),
    entry("a.mkv", 7, "2025"),
  ];
  const names = (filter: string, ...[by, isDescending]: ["name" | "size" | "date", boolean]) =>
    shownEntries(all, filter, { by, isDescending }).map(({ name }) => name);
  same(names("", "name", false), ["Films", "a.mkv", "film 9.mkv", "film 10.mkv"]);
  same(names("", "size", true), ["Films", "a.mkv", "film 9.mkv", "film 10.mkv"]);
  same(names("", "date", false), ["Films", "film 9.mkv", "film 10.mkv", "a.mkv"]);
  same(names("FILM mkv", "name", true), ["film 10.mkv", "film 9.mkv"]);
});

Deno.test("a second press on a head turns the order round; sizes and dates begin with the greatest", () => {
  same(sortingAfter({ by: "name", isDescending: false }, "name"), { by: "name", isDescending: true });
  same(sortingAfter({ by: "name", isDescending: true }, "size"), { by: "size", isDescending: true });
  same(sortingAfter({ by: "size", isDescending: true }, "name"), { by: "name", isDescending: false });
});

Deno.test("every folder above can be opened, on Windows too", () => {
  same(crumbsOf(""), []);
  same(crumbsOf("/m/A B").map(({ path }) => path), ["/", "/m", "/m/A B"]);
  same(crumbsOf("C:\\media\\x").map(({ path }) => path), ["C:\\", "C:\\media", "C:\\media\\x"]);
});

Deno.test("a pasted path loses quotes and the scheme of a file manager; recent folders are few and each once", () => {
  same(["'/m/a b'", ' "/m" \n', "file:///m/A%20B.mkv\r\n", "/m/it's"].map(pastedPath), [
    "/m/a b",
    "/m",
    "/m/A B.mkv",
    "/m/it's",
  ]);
  same(recentWith(["/a", "/b"], "/b"), ["/b", "/a"]);
  same(recentWith(["1", "2", "3", "4", "5", "6"], "7").length, 6);
  same(["a.MKV", "a.flac", "mkv"].map(isVideo), [true, false, false]);
});
