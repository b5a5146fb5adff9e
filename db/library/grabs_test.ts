import { deepStrictEqual as same } from "node:assert/strict";
import { eq } from "drizzle-orm";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { insertJobs } from "../jobs/job_insert.ts";
import { type JobRow, jobs } from "../schema/jobs.ts";
import { rescans } from "../schema/library.ts";
import { rescanRepository } from "./grabs.ts";

const encoded = (id: string, change: Partial<JobRow> = {}) =>
  jobRow({ id, status: "done", arr: "movie", outputPath: `/m/${id}.mkv`, finishedAt: 100, ...change });

Deno.test("adopt() requests one rescan after every encode of a manager's file", () =>
  withStore(async (store) => {
    const repository = rescanRepository(store);
    await store.write((tx) =>
      insertJobs(tx, [
        encoded("a"),
        encoded("old", { finishedAt: 50 }),
        encoded("nobody", { arr: null }),
        encoded("discarded", { outputPath: null }),
        encoded("failed", { status: "failed" }),
      ])
    );
    same(await repository.adopt(50, 1000), 1);
    same(await repository.adopt(50, 2000), 0);
    same((await repository.due(1000)).map(({ jobId, state, since }) => [jobId, state, since]), [["a", "ask", 1000]]);
    same(await repository.open(), { open: 1, nextAt: 1000 });
    await repository.patch("a", { nextAt: 5000 });
    same([(await repository.due(4999)).length, (await repository.due(5000)).length], [0, 1]);
  }));

Deno.test("adopt() requests one more rescan for an encode that was undone after its rescan", () =>
  withStore(async (store) => {
    const repository = rescanRepository(store);
    await store.write((tx) => insertJobs(tx, [encoded("a")]));
    await repository.adopt(0, 1000);
    await repository.patch("a", { state: "over" });
    same(await repository.open(), { open: 0, nextAt: undefined });
    await store.write(async (tx) => {
      await tx.update(jobs).set({ outputPath: null }).where(eq(jobs.id, "a"));
    });
    same([await repository.adopt(0, 2000), (await repository.due(2000))[0]?.state], [1, "ask"]);
    await repository.patch("a", { state: "restored" });
    same(await repository.adopt(0, 3000), 0);
    await store.write(async (tx) => {
      await tx.delete(jobs).where(eq(jobs.id, "a"));
    });
    same((await store.db.select().from(rescans)).length, 0);
  }));
