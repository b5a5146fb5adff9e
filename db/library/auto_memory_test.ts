import { deepStrictEqual as same } from "node:assert/strict";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { insertJobs } from "../jobs/job_insert.ts";
import { autoMemoryRepository } from "./auto_memory.ts";

const done = { status: "done", finishedAt: 100, outputSizeBytes: 40, arr: "movie" } as const;

Deno.test("adopt() remembers source and output of every encode since then, and of a replacement the original", () =>
  withStore(async (store) => {
    const memory = autoMemoryRepository(store);
    const source = { kind: "movie", arrId: 3, fileId: 9 } as const;
    await store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "a", ...done, source, sourcePath: "/m/a.mkv", outputPath: "/m/a.small.mkv" }),
        jobRow({ id: "b", ...done, source, sourcePath: "/m/b.mkv", outputPath: "/m/b.mkv" }),
        jobRow({ id: "undone", ...done, sourcePath: "/m/u.mkv", outputPath: null }),
        jobRow({ id: "early", ...done, finishedAt: 99, sourcePath: "/m/early.mkv", outputPath: "/m/early.small.mkv" }),
        jobRow({ id: "track", ...done, arr: "music", source: { kind: "track" }, outputPath: "/music/t.opus" }),
      ])
    );
    await memory.adopt(100, 1000);
    const rows = (await memory.all()).map((
      { localPath, reason, sizeBytes, fileId },
    ) => [localPath, reason, sizeBytes, fileId]);
    same(rows.toSorted(), [
      ["/m/a.mkv", "queued", 1000, 9],
      ["/m/a.small.mkv", "output", 40, 0],
      ["/m/b.mkv", "output", 40, 0],
      ["/m/u.mkv", "queued", 1000, 0],
      ["replaced:/m/b.mkv", "queued", 1000, 9],
    ]);
    same(await memory.counts(), { output: 2, queued: 3 });
  }));

Deno.test("activeFiles() are those of unfinished jobs", () =>
  withStore(async (store) => {
    const memory = autoMemoryRepository(store);
    const source = { kind: "movie", fileId: 9 } as const;
    await store.write((tx) =>
      insertJobs(tx, [jobRow({ id: "a", arr: "movie", source }), jobRow({ id: "b", status: "failed" })])
    );
    same(await memory.activeFiles(), [{ jobId: "a", path: "/media/a.mkv", arr: "movie", fileId: 9 }]);
  }));
