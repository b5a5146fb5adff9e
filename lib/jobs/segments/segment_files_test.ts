import { deepStrictEqual as same, notStrictEqual as differs, strictEqual as is } from "node:assert/strict";
import type { SegmentRow } from "../../../db/schema/jobs.ts";
import { basename, join } from "node:path";
import { segmentRepository } from "../../../db/jobs/segments.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import {
  encodedPath,
  expiredSegments,
  readSegmentName,
  removeSegments,
  SEGMENT_AGE_MS,
  SEGMENT_BUDGET_BYTES,
  segmentKey,
  unverifiedSegments,
  usableSegments,
} from "./segment_files.ts";

const row = (key: string, more: Partial<SegmentRow> = {}): SegmentRow => ({
  ...{ key, jobId: key, path: `/parts/${key}`, sizeBytes: 1000, seconds: 1, header: "h", sourceErrors: {}, usedAt: 0 },
  ...{ machine: null, machineName: null },
  ...more,
});
const NOW = 10 * SEGMENT_AGE_MS;
const identity = { sizeBytes: 1, mtimeNs: "1", inode: "1", device: "1" };

Deno.test("the key of a segment differs for another source, ffmpeg, range or recipe", () => {
  const one = segmentKey({ identity, version: "5.1", args: ["-ss", "1"] });
  is(one, segmentKey({ identity: { ...identity }, version: "5.1", args: ["-ss", "1"] }));
  // The device number may change after a remount.
  is(one, segmentKey({ identity: { ...identity, device: "77" }, version: "5.1", args: ["-ss", "1"] }));
  differs(one, segmentKey({ identity: { ...identity, mtimeNs: "2" }, version: "5.1", args: ["-ss", "1"] }));
  differs(one, segmentKey({ identity, version: "6.0", args: ["-ss", "1"] }));
  differs(one, segmentKey({ identity, version: "5.1", args: ["-ss", "2"] }));
});

Deno.test("segments are removed by age, those of unfinished jobs stay", () => {
  const rows = [row("old"), row("open"), row("new", { usedAt: NOW - SEGMENT_AGE_MS + 1 })];
  same(expiredSegments(rows, new Set(["open"]), NOW).map(({ key }) => key), ["old"]);
});

Deno.test("the oldest beyond the limit are removed", () => {
  const big = { usedAt: NOW, sizeBytes: SEGMENT_BUDGET_BYTES / 2 };
  const rows = [row("a", big), row("b", big), row("c", big)];
  same(expiredSegments(rows, new Set(), NOW).map(({ key }) => key), ["a"]);
  same(expiredSegments(rows, new Set(["a"]), NOW).map(({ key }) => key), ["b"]);
});

Deno.test("a missing file or one of another size is no segment", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "part");
  const rows = [
    row("good", { path, sizeBytes: 4 }),
    row("short", { path, sizeBytes: 5 }),
    row("gone", { path: `${path}-` }),
  ];
  same([...(await usableSegments(rows)).keys()], ["good"]);
  await Deno.remove(path);
});

Deno.test("a file name identifies the part, and other names identify none", () => {
  const key = "0123456789abcdef".repeat(4);
  same(readSegmentName(`${key}.mp4`), { key });
  same(readSegmentName(`${key}.mp4.job-1.partial`), { key });
  same(readSegmentName(basename(encodedPath(`/p/${key}.mp4`, "job"))), { key, encoded: { job: "job" } });
  same(readSegmentName(basename(encodedPath(`/p/${key}.mp4`, "job", "attic"))), {
    key,
    encoded: { job: "job", machine: "attic" },
  });
  const foreign = [
    "Film.mp4",
    `${key}.mkv`,
    `${key}.mp4.encoded`,
    `${key}.mp4.a.b.c.encoded`,
    `${key}.mp4.a.b.partial`,
  ];
  for (const name of [...foreign, `${key}.mp4..encoded`, `x${key}.mp4`]) is(readSegmentName(name), undefined);
});

Deno.test("one file of each part is found among those that machines delivered for a job", async () => {
  const folder = await Deno.makeTempDir();
  const [one, two, three] = ["1", "2", "3"].map((letter) => letter.repeat(64));
  const place = (key = "") => join(folder, `${key}.mp4`);
  const wanted = [encodedPath(place(one), "job", "attic"), encodedPath(place(one), "job", "cellar")];
  const others = [encodedPath(place(two), "job"), encodedPath(place(three), "another", "attic"), place(two)];
  for (const path of [...wanted, ...others]) await Deno.writeTextFile(path, "x");
  const found = await unverifiedSegments(folder, "job");
  same([...found.keys()], [one]);
  const left = await Array.fromAsync(Deno.readDir(folder), ({ name }) => join(folder, name));
  same(left.sort(), [encodedPath(place(one), "job", found.get(one ?? "")), ...others].sort());
  same(await unverifiedSegments(join(folder, "none"), "job"), new Map());
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a row that names another file is removed without that file", () =>
  withStore(async (store, folder) => {
    const segments = segmentRepository(store);
    const key = "a".repeat(64);
    const [own, other] = [join(folder, `${key}.mp4`), join(folder, "Film.mkv")];
    for (const path of [own, other]) await Deno.writeTextFile(path, "x");
    const rows = [row(key, { path: own }), row("b".repeat(64), { path: other })];
    for (const each of rows) await segments.save(each);
    is(await removeSegments(rows, segments), 2);
    same([await Deno.readTextFile(other), (await segments.all()).length], ["x", 0]);
    same(await Deno.stat(own).catch(() => "gone"), "gone");
  }));
