import { deepStrictEqual as same } from "node:assert/strict";
import { binRow } from "../../tests/fixtures/bin_row.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import type { NewJobRow, SegmentRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";
import { outcomeRepository } from "./estimate_outcomes.ts";
import { insertJobs } from "./job_insert.ts";
import { journalRepository } from "./journal.ts";
import { queueForecasts } from "./queue_forecast.ts";
import { segmentRepository } from "./segments.ts";

const put = (store: Store, rows: NewJobRow[]) => store.write((tx) => insertJobs(tx, rows));
const done = { status: "done", durationSeconds: 10, outputSizeBytes: 400 } as const;

Deno.test("a forecast distinguishes video and audio of one profile, and ignores jobs without figures", () =>
  withStore(async (store) => {
    await put(store, [
      jobRow({ id: "a", ...done, finishedAt: 1 }),
      jobRow({ id: "b", ...done, finishedAt: 2, inputSizeBytes: 3000 }),
      jobRow({ id: "sound", ...done, finishedAt: 3, audioOnly: true }),
      jobRow({ id: "no-time", ...done, finishedAt: 4, durationSeconds: null }),
      jobRow({ id: "at-once", ...done, finishedAt: 5, durationSeconds: 0 }),
      jobRow({ id: "no-size", ...done, finishedAt: 6, outputSizeBytes: null }),
      jobRow({ id: "failed", ...done, status: "failed", finishedAt: 7 }),
    ]);
    const profileId = "builtin-movie-1080p";
    same((await queueForecasts(store).paces()).toSorted((a, b) => Number(a.audioOnly) - Number(b.audioOnly)), [
      { profileId, audioOnly: false, seconds: 20, inputBytes: 4000, outputBytes: 800 },
      { profileId, audioOnly: true, seconds: 10, inputBytes: 1000, outputBytes: 400 },
    ]);
  }));

Deno.test("a forecast looks at the newest two hundred done jobs alone", () =>
  withStore(async (store) => {
    await put(store, Array.from({ length: 230 }, (_, i) => jobRow({ id: `j${i}`, ...done, finishedAt: i + 1 })));
    same((await queueForecasts(store).paces()).map(({ seconds }) => seconds), [2000]);
  }));

Deno.test("the estimates of queued jobs are summed, and jobs without an estimate are counted separately", () =>
  withStore(async (store) => {
    await put(store, [
      jobRow({ id: "a", estimatedBytes: 300 }),
      jobRow({ id: "b", inputSizeBytes: 50 }),
      jobRow({ id: "zero", estimatedBytes: 0, inputSizeBytes: 7 }),
      jobRow({ id: "other", profileId: "other", audioOnly: true }),
      jobRow({ id: "runs", status: "encoding", estimatedBytes: 9 }),
    ]);
    const queued = await queueForecasts(store).queued();
    same(queued.toSorted((a, b) => a.profileId < b.profileId ? -1 : 1), [
      {
        ...{ profileId: "builtin-movie-1080p", audioOnly: false, inputBytes: 1057 },
        ...{ estimatedBytes: 300, bytesWithoutEstimate: 50 },
      },
      { profileId: "other", audioOnly: true, inputBytes: 1000, estimatedBytes: 0, bytesWithoutEstimate: 1000 },
    ]);
  }));

Deno.test("inOrder() returns the queued jobs in queue order", () =>
  withStore(async (store) => {
    same(await queueForecasts(store).inOrder(), []);
    await put(store, [
      jobRow({ id: "late", position: 9, estimatedBytes: 300 }),
      jobRow({ id: "second", position: 4, audioOnly: true }),
      jobRow({ id: "first", position: 4, profileId: "other" }),
      jobRow({ id: "runs", position: 1, status: "encoding" }),
    ]);
    const job = { profileId: "builtin-movie-1080p", audioOnly: false, estimatedBytes: null, inputSizeBytes: 1000 };
    same(await queueForecasts(store).inOrder(), [
      { ...job, id: "first", profileId: "other" },
      { ...job, id: "second", audioOnly: true },
      { ...job, id: "late", estimatedBytes: 300 },
    ]);
  }));

Deno.test("a forecast is read once until it is forgotten, and read again afterwards", () =>
  withStore(async (store) => {
    const forecasts = queueForecasts(store);
    same(await forecasts.queued(), []);
    await put(store, [jobRow({ id: "a" })]);
    same(await forecasts.queued(), [], "nobody said that anything changed");
    forecasts.forget();
    same((await forecasts.queued()).map(({ inputBytes }) => inputBytes), [1000]);
  }));

const segment = (key: string, change: Partial<SegmentRow> = {}): SegmentRow => ({
  ...{ key, jobId: "a", path: `/cache/${key}`, sizeBytes: 1, seconds: 1.25, header: "" },
  ...{ sourceErrors: [], usedAt: 1, machine: null, machineName: null },
  ...change,
});

Deno.test("segments are found by key and by job for any number of them, the longest unused first", () =>
  withStore(async (store) => {
    const segments = segmentRepository(store);
    for (const [key, usedAt] of [["a", 3], ["b", 1], ["c", 2]] as const) await segments.save(segment(key, { usedAt }));
    await segments.save(segment("b", { usedAt: 9, jobId: "later", sourceErrors: [{ at: 1 }], machine: "m1" }));
    same((await segments.all()).map(({ key }) => key), ["c", "a", "b"]);
    const many = Array.from({ length: 1200 }, (_, i) => `x${i}`);
    same((await segments.many(["b", ...many, "c"])).map(({ key }) => key).toSorted(), ["b", "c"]);
    same((await segments.ofJobs([...many, "a"])).map(({ key }) => key).toSorted(), ["a", "c"]);
    same(
      (await segments.many(["b"]))[0],
      segment("b", { usedAt: 9, jobId: "later", sourceErrors: [{ at: 1 }], machine: "m1" }),
    );
    await segments.remove([...many, "a", "gone"]);
    same((await segments.all()).map(({ key }) => key), ["c", "b"]);
    same([await segments.many([]), await segments.ofJobs([])], [[], []]);
  }));

Deno.test("steps of one moment are returned in their intended order", () =>
  withStore(async (store) => {
    const journal = journalRepository(store);
    await put(store, [jobRow({ id: "a" })]);
    const steps = ["verified", "kept", "encoded", "copied"];
    for (const step of steps) await journal.intend("a", step, {}, 5);
    same((await journal.steps("a")).map(({ step }) => step), steps);
  }));

Deno.test("a step is done once it has a result, and an unknown step only leaves its file in the bin", () =>
  withStore(async (store) => {
    const journal = journalRepository(store);
    await put(store, [jobRow({ id: "a" })]);
    const bin = binRow({ path: "/bin/x", jobId: "a" });
    await journal.complete("a", "kept", { at: "x" }, 5, { ...bin, deleteAfter: 10 });
    same([await journal.steps("a"), (await journal.binEntry("/bin/x"))?.deleteAfter], [[], 10]);
    await journal.intend("a", "kept", {}, 6);
    await journal.complete("a", "kept", false, 7);
    await journal.complete("a", "kept", { at: "y" }, 8, { ...bin, deleteAfter: 20, kind: "encode" });
    same((await journal.steps("a")).map(({ result }) => result), [{ at: "y" }]);
    same([(await journal.binEntry("/bin/x"))?.deleteAfter, (await journal.binEntry("/bin/x"))?.kind], [20, "encode"]);
    same(await journal.binEntry("/bin"), undefined);
  }));

Deno.test("the newest outcomes of each model count, and only those with encoded video", () =>
  withStore(async (store) => {
    const outcomes = outcomeRepository(store);
    const row = {
      profileId: "p",
      sampled: true,
      estimatedBytes: 5,
      lowBytes: 4,
      highBytes: 6,
      actualBytes: 5,
    } as const;
    for (let i = 1; i <= 5; i++) {
      for (const model of ["x265", "svt"]) {
        const videoRatio = i === 5 && model === "svt" ? 0 : i / 4;
        await outcomes.save({
          ...row,
          jobId: `${model}${i}`,
          model,
          videoRatio,
          megapixelsPerSecond: 1.5,
          finishedAt: i,
        });
      }
    }
    same((await outcomes.recent(2)).map(({ jobId }) => jobId).toSorted(), ["svt3", "svt4", "x2654", "x2655"]);
    same((await outcomes.all(1)).map(({ finishedAt }) => finishedAt), [5]);
    const again = { ...row, jobId: "x2651", model: "x265", videoRatio: 9.125, megapixelsPerSecond: 2, finishedAt: 99 };
    await outcomes.save(again);
    same((await outcomes.all(100)).length, 10);
    same((await outcomes.recent(1)).find(({ model }) => model === "x265"), again);
  }));
