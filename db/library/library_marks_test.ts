import { deepStrictEqual as same } from "node:assert/strict";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { insertJobs } from "../jobs/job_insert.ts";
import { autoMemoryRepository } from "./auto_memory.ts";
import { markRepository } from "./library_marks.ts";

Deno.test("active() finds the unfinished jobs of titles and of files, the oldest first, each once", () =>
  withStore(async (store) => {
    const marks = markRepository(store);
    const series = { kind: "episode", arrId: 5, seasonNumber: 2, episodeIds: [8, 9] } as const;
    await store.write((tx) =>
      insertJobs(tx, [
        jobRow({
          id: "title",
          arr: "series",
          status: "waiting",
          source: { ...series, episodeIds: [8, 9] },
          sourcePath: "",
          createdAt: 2,
        }),
        jobRow({
          id: "both",
          arr: "series",
          source: { ...series, episodeIds: [7] },
          sourcePath: "/tv/7",
          createdAt: 1,
        }),
        jobRow({ id: "file", sourcePath: "/tv/x", createdAt: 3 }),
        jobRow({
          id: "done",
          arr: "series",
          source: { kind: "episode", arrId: 5 },
          status: "done",
          sourcePath: "/tv/x",
        }),
        jobRow({ id: "film", arr: "movie", source: { kind: "movie", arrId: 5 } }),
      ])
    );
    const found = await marks.active("series", [5], ["/tv/7", "/tv/x"]);
    same(found.map(({ id, path, seasonNumber, episodeIds }) => [id, path, seasonNumber, episodeIds]), [
      ["both", "/tv/7", 2, [7]],
      ["title", "", 2, [8, 9]],
      ["file", "/tv/x", null, undefined],
    ]);
    same(await marks.active("series", [], []), []);
  }));

Deno.test("withJobs() returns the files with an unfinished job or an encode", () =>
  withStore(async (store) => {
    const states = ["queued", "done", "failed", "cancelled", "skipped"] as const;
    await store.write((tx) =>
      insertJobs(tx, states.map((status) => jobRow({ id: status, status, sourcePath: `/m/${status}` })))
    );
    const paths = [...states.map((status) => `/m/${status}`), "/m/other"];
    same([...await markRepository(store).withJobs(paths)].toSorted(), ["/m/done", "/m/queued"]);
  }));

Deno.test("encoded() recognises an encode by its size, and a replaced source by path and size", () =>
  withStore(async (store) => {
    const marks = markRepository(store);
    const memory = { arr: "movie", fileId: 0, profile: null, at: 1, titleKey: null, fingerprint: null } as const;
    await autoMemoryRepository(store).remember([
      { ...memory, localPath: "/m/out.mkv", sizeBytes: 50, reason: "output" },
      { ...memory, localPath: "/m/seen.mkv", sizeBytes: 60, reason: "baseline" },
    ]);
    await store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "a", status: "done", sourcePath: "/m/a.mkv", outputPath: "/m/a.mkv", outputSizeBytes: 70 }),
      ])
    );
    const files = [
      { path: "/elsewhere/renamed.mkv", size: 50 },
      { path: "/m/seen.mkv", size: 60 },
      { path: "/m/a.mkv", size: 70 },
      { path: "/m/b.mkv", size: 70 },
    ];
    same([...await marks.encoded(files)].toSorted(), ["/elsewhere/renamed.mkv", "/m/a.mkv"]);
  }));
