import { deepStrictEqual as same } from "node:assert/strict";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { changedFiles } from "./changed_files.ts";

const MAPPINGS = [{ remote: "/movies", local: "/mnt/movies", app: "movie" as const }];
const filesOf = (kind: "movie" | "series" | "unknown", file: Partial<RippedFile>) =>
  changedFiles(
    { media: { kind } as StoredRip["media"], files: [{ titleId: 0, path: "/cache/0.mkv", sizeBytes: 1, ...file }] },
    MAPPINGS,
  );

Deno.test("a rip's changed files are where the manager imported them, or in the rip folder, and none that was rejected", () => {
  same(filesOf("movie", { import: { state: "imported", path: "/movies/Heat/Heat.mkv" }, finalPath: "/rips/0.mkv" }), [
    { to: "/mnt/movies/Heat/Heat.mkv" },
  ]);
  same(filesOf("series", { import: { state: "imported", path: "/movies/a.mkv" } }), [{ to: "/movies/a.mkv" }]);
  same(filesOf("unknown", { finalPath: "/rips/0.mkv" }), [{ to: "/rips/0.mkv" }]);
  same(filesOf("movie", { import: { state: "rejected" }, finalPath: "/rips/0.mkv" }), []);
  same(filesOf("movie", {}), []);
});
