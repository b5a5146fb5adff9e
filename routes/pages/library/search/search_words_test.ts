import { strictEqual as is } from "node:assert/strict";
import type { LookupResult } from "../../../../lib/library/search_model.ts";
import { onDiskOf } from "./search_words.ts";

const local = { id: "l", folder: "/films/Heat", files: 1, size: 2_000_000_000 };
const GB = 1_000_000_000;

const TABLE: [what: string, found: Pick<LookupResult, "kind" | "library" | "local">, words: string][] = [
  ["one file on disk", { kind: "movie", local }, "1 file, 2.0 GB"],
  ["several files on disk", { kind: "series", local: { ...local, files: 3 } }, "3 files, 2.0 GB"],
  ["a file of known quality", { kind: "movie", local: { ...local, quality: "1080p" } }, "1080p, 1 file, 2.0 GB"],
  ["a title of no library", { kind: "movie" }, ""],
  ["a movie without its file", { kind: "movie", library: { hasFile: false, remux: false, sizeOnDisk: GB } }, "missing"],
  [
    "a movie with its file",
    { kind: "movie", library: { hasFile: true, remux: true, quality: "Remux-1080p", sizeOnDisk: GB } },
    "Remux-1080p, 1.0 GB",
  ],
  [
    "a series in part",
    { kind: "series", library: { hasFile: true, remux: true, files: 4, episodes: 10, remuxFiles: 2, sizeOnDisk: GB } },
    "4/10, 2 remux, 1.0 GB",
  ],
  ["a series without files", { kind: "series", library: { hasFile: false, remux: false } }, "0/0"],
];

for (const [what, found, words] of TABLE) {
  Deno.test(`onDiskOf() returns ${what}`, () =>
    is(onDiskOf({ title: "Heat", overview: "", externalId: "", inLibrary: false, ...found }), words));
}
