import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { cueSplits } from "../../../../db/schema/library.ts";
import { CUE_SPLIT_STATES, type CueSplit } from "../../../library/music/cue_splits/model.ts";
import type { ForeignRow } from "./foreign_database.ts";
import { importedCueSplit } from "./imported_cue_split.ts";
import type { PathRules } from "./imported_job.ts";
import { IMPORTED_TABLES } from "./imported_tables.ts";
import { driverValues } from "./row_schema.ts";

const ROOTS: PathRules = { mediaRoots: ["/media"], ownFolders: ["/config"], rips: "/config/cache/rips" };
const NOW = new Date("2026-11-20T12:00:00Z");
const CONTEXT = { paths: ROOTS, now: NOW };
const SPLIT: CueSplit = {
  id: "a-split",
  queueItemId: 7,
  album: "Kind of Blue",
  folder: "/media/downloads/Kind of Blue",
  state: "done",
  progress: 100,
  tracks: 5,
  encoding: "shift_jis",
  startedAt: "2026-11-19T10:00:00.000Z",
  finishedAt: "2026-11-19T10:05:00.000Z",
};

/** A split as stored in a backup's database. `change` injects invalid parts of the record. */
function raw(change: Record<string, unknown> = {}, more: ForeignRow = {}): ForeignRow {
  const mark = { afterId: 3, since: "2026-11-19T10:04:00Z" };
  const row = { id: SPLIT.id, downloadId: "download-1", record: SPLIT, mark, createdAt: NOW.getTime() };
  return { ...driverValues(cueSplits, row), record: JSON.stringify({ ...SPLIT, ...change }), ...more };
}

for (const state of CUE_SPLIT_STATES) {
  const ended = state === "done" || state === "failed";
  Deno.test(`importedCueSplit(): one that was ${state} is ${ended ? "history" : "failed, with a sentence"}, and not restarted`, () => {
    const found = importedCueSplit(raw({ state }), CONTEXT);
    ok("row" in found, JSON.stringify(found));
    const { row: { record, mark, downloadId }, interrupted } = found;
    is(interrupted, !ended);
    is(record.state, state === "done" ? "done" : "failed");
    if (!ended) match(record.message ?? "", /not finished when the backup was taken/);
    same([record.album, record.tracks, record.queueItemId, mark, downloadId], [
      ...["Kind of Blue", 5, 0, null, "download-1"],
    ]);
    is(record.folder, "/media/downloads/Kind of Blue");
  });
}

for (
  const folder of [
    "/etc",
    "/config/cache",
    "/media/../etc",
    "relative/x",
    "/media2/x",
    "/media/\u0000/x",
    "",
    "smb://x/y",
  ]
) {
  Deno.test(`importedCueSplit(): the folder ${JSON.stringify(folder)} is not imported`, () => {
    const found = importedCueSplit(raw({ folder }), CONTEXT);
    ok("row" in found, JSON.stringify(found));
    is(found.row.record.folder, "");
  });
}

for (
  const [name, given] of [
    ["an id that is none", raw({ id: "../x" }, { id: "../x" })],
    ["the record of another split", raw({ id: "another" })],
    ["an unknown state", raw({ state: "deleting" })],
    ["a record that is no JSON", raw({}, { record: "{" })],
    ["no record", raw({}, { record: null })],
    ["an endless album", raw({ album: "x".repeat(2_000) })],
    ["an endless message", raw({ message: "x".repeat(20_000) })],
    ["a negative number of tracks", raw({ tracks: -1 })],
    ["a progress beyond all", raw({ progress: 1e9 })],
    ["a time that is none", raw({ startedAt: "yesterday" })],
    ["an endless download", raw({}, { download_id: "x".repeat(2_000) })],
    ["a time of the row that is none", raw({}, { created_at: "x" })],
  ] as [string, ForeignRow][]
) {
  Deno.test(`importedCueSplit() refuses ${name}`, () => ok("problem" in importedCueSplit(given, CONTEXT)));
}

Deno.test("cue splits are among the tables that a restore imports", () => {
  const table = IMPORTED_TABLES.find(({ name }) => name === "cue_splits");
  const found = table?.read(raw({ state: "splitting" }), CONTEXT);
  ok(found !== undefined && found !== "not taken" && "values" in found, JSON.stringify(found));
  same([found.interrupted, JSON.parse(String(found.values.record)).state], [true, "failed"]);
});
