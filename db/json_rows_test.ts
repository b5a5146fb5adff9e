import { deepStrictEqual as same } from "node:assert/strict";
import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { inFolder } from "../tests/fixtures/folder.ts";
import { jobRow } from "../tests/fixtures/job_rows.ts";
import { newStore } from "../tests/fixtures/store.ts";
import { insertJobs } from "./jobs/job_insert.ts";
import { selectAllAsJson, selectAsJson } from "./json_rows.ts";
import { jobs } from "./schema/jobs.ts";

inFolder("slow: rows that are read as JSON equal those of a simple select, whatever they contain", async (folder) => {
  const store = await newStore(folder);
  try {
    // A plain select truncates text at NUL.
    const text = fc.string({ unit: "binary", maxLength: 40 }).map((one) => one.replaceAll("\0", ""));
    const row = fc.record({
      title: text,
      message: fc.option(text),
      labels: fc.array(text, { maxLength: 3 }),
      warnings: fc.array(text, { maxLength: 3 }),
      audioOnly: fc.boolean(),
      position: fc.maxSafeInteger(),
      inputSizeBytes: fc.maxSafeInteger(),
      durationSeconds: fc.option(fc.integer({ min: 0, max: 10_000_000 }).map((ms) => ms / 1000)),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const ids = rows.map(() => `job${number++}`);
        await store.write((tx) => insertJobs(tx, rows.map((one, i) => jobRow({ ...one, id: ids[i] ?? "" }))));
        const byId = <T extends { id: string }>(found: T[]) => found.toSorted((a, b) => a.id < b.id ? -1 : 1);
        const plain = await store.db.select().from(jobs).where(inArray(jobs.id, ids));
        same(byId(await selectAsJson(store.db, jobs, inArray(jobs.id, ids))), byId(plain));
        same(plain.length, rows.length);
        const names = ["id", "title", "message", "labels", "audioOnly", "durationSeconds"] as const;
        same(
          byId(await selectAllAsJson(store.db, jobs, names, inArray(jobs.id, ids))),
          byId(plain.map(({ id, title, message, labels, audioOnly, durationSeconds }) => ({
            ...{ id, title, message, labels, audioOnly, durationSeconds },
          }))),
        );
      }),
      { numRuns: 40 },
    );
    same(await selectAsJson(store.db, jobs, eq(jobs.id, "nobody")), []);
    same(await selectAllAsJson(store.db, jobs, ["id"], eq(jobs.id, "nobody")), []);
  } finally {
    await store.close();
  }
});
