import { deepStrictEqual as same, notDeepStrictEqual as differs } from "node:assert/strict";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { segmentRepository } from "../../../db/jobs/segments.ts";
import type { SegmentRow } from "../../../db/schema/jobs.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { keysFor } from "./part_keys.ts";
import type { SegmentedEncodes } from "../capacity/schedule_model.ts";

const SHARED = ["a".repeat(64), "b".repeat(64)];
const part = (key: string, jobId: string): SegmentRow => ({
  ...{ key, jobId, path: `/parts/${key}.mp4`, sizeBytes: 1, seconds: 1, header: "h", sourceErrors: {}, usedAt: 0 },
  ...{ machine: null, machineName: null },
});

Deno.test("two active jobs never have the same segments; those of an ended one are reused by the next", () =>
  withStore(async (store) => {
    const segments = segmentRepository(store);
    const jobStore = { segments, jobs: jobRepository(store) };
    const segmentedEncodes: SegmentedEncodes = new Map();
    const run = (id: string) => ({ id, ...Promise.withResolvers<void>() });
    const keys = ({ id, promise: ended }: { id: string; promise: Promise<void> }) =>
      keysFor(SHARED, { run: { id, ended }, jobStore, segmentedEncodes });
    await store.write((tx) =>
      insertJobs(tx, [
        ...["one", "two", "three"].map((id) => jobRow({ id })),
        jobRow({ id: "cancelled", status: "cancelled" }),
      ])
    );
    await segments.save(part(SHARED[0] ?? "", "cancelled"));
    const [one, two, three] = [run("one"), run("two"), run("three")];
    const [first, second] = await Promise.all([keys(one), keys(two)]);
    same(first, SHARED);
    differs(second, SHARED);
    same(await keys(one), SHARED);
    await segments.save(part(SHARED[0] ?? "", "one"));
    one.resolve();
    await one.promise;
    differs(await keys(three), SHARED, "the first may go on");
    differs(await keys(three), second);
    same(await keys(two), second);
    await segments.remove(SHARED);
    same(await keys(three), SHARED);
    three.resolve();
    await three.promise;
    await segments.save(part(second[1] ?? "", "two"));
    same(await keys(two), second, "it goes on with what it has");
  }));
