import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { ACTIVE_STATES, JOB_STATES, type JobState, REMOVABLE_STATES } from "../../lib/jobs/states.ts";
import { allPresets } from "../../lib/encode/profiles/presets.ts";
import { binRow } from "../../tests/fixtures/bin_row.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import type { NewJobRow, OutcomeRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";
import { outcomeRepository } from "./estimate_outcomes.ts";
import { activeJobsWith, insertJobs } from "./job_insert.ts";
import { jobExists, jobRepository, waitingJob } from "./jobs.ts";
import { journalRepository } from "./journal.ts";
import { qualityReportRepository } from "./quality_reports.ts";

const put = (store: Store, rows: NewJobRow[]) => store.write((tx) => insertJobs(tx, rows));

Deno.test("many jobs are returned in the requested order, with repetitions and without removed ones", () =>
  withStore(async (store) => {
    await put(store, ["a", "b", "c"].map((id) => jobRow({ id })));
    const ids = (await jobRepository(store).many(["c", "gone", "a", "c", "b"])).map(({ id }) => id);
    same(ids, ["c", "a", "c", "b"]);
    same(await jobRepository(store).many([]), []);
  }));

Deno.test("inserting no jobs is allowed and runs no statement", () =>
  withStore(async (store) => {
    await put(store, []);
    same(await jobRepository(store).idsIn(JOB_STATES), []);
  }));

Deno.test("a second job with the same ID is refused together with its whole batch", () =>
  withStore(async (store) => {
    await put(store, [jobRow({ id: "a", title: "first" })]);
    const refused = await put(store, [jobRow({ id: "b" }), jobRow({ id: "a", title: "second" })]).then(
      () => "stored",
      (error) => error.code,
    );
    same(refused, "SQLITE_CONSTRAINT");
    same((await jobRepository(store).many(["a", "b"])).map(({ title }) => title), ["first"]);
  }));

Deno.test("jobs without some columns get their defaults, whatever other jobs of the batch contain", () =>
  withStore(async (store) => {
    await put(store, [jobRow({ id: "plain" }), jobRow({ id: "said", attempt: 4, copyOnly: true, priority: 9 })]);
    const rows = await jobRepository(store).many(["plain", "said"]);
    same(rows.map(({ attempt, copyOnly, priority, finishedAt }) => [attempt, copyOnly, priority, finishedAt]), [
      [1, false, 0, 0],
      [4, true, 9, 0],
    ]);
  }));

Deno.test("a file is found by path or by identity, once, and only while its job is active", () =>
  withStore(async (store) => {
    const rows = JOB_STATES.map((status) =>
      jobRow({ id: status, status, sourcePath: `/m/${status}`, sourceKey: `key ${status}` })
    );
    await put(store, rows);
    const paths = rows.map(({ sourcePath }) => sourcePath);
    const keys = rows.map(({ sourceKey }) => sourceKey);
    const found = async (somePaths: string[], someKeys: string[]) =>
      (await store.write((tx) => activeJobsWith(tx, somePaths, someKeys))).map(({ id }) => id).toSorted();
    const active = [...ACTIVE_STATES].toSorted();
    same(await found(paths, []), active);
    same(await found([], keys), active);
    same(await found(paths, keys), active);
    same(await found([], []), []);
    same(await found(["/m/queued/", "/M/queued"], ["key Queued"]), [], "paths are compared sign by sign");
    same(await found([...Array.from({ length: 6000 }, (_, i) => `/x/${i}`), "/m/queued"], []), ["queued"]);
  }));

Deno.test("the existence and state of a job are read in the transaction that changes it", () =>
  withStore(async (store) => {
    const answers = await store.write(async (tx) => {
      await insertJobs(tx, [jobRow({ id: "w", status: "waiting" }), jobRow({ id: "q" })]);
      return [
        await jobExists(tx, "w"),
        await jobExists(tx, "gone"),
        (await waitingJob(tx, "w"))?.id,
        await waitingJob(tx, "q"),
      ];
    });
    same(answers, [true, false, "w", undefined]);
  }));

const finished = fc.record({
  finishedAt: fc.integer({ min: 0, max: 3 }),
  status: fc.constantFrom<JobState>("done", "done", "failed", "cancelled", "skipped", "publish_failed"),
});

Deno.test("history loses jobs that are both old and beyond the retained number, also among jobs of one moment", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(finished, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      async (wanted, before, keep) => {
        await withStore(async (store) => {
          const rows = wanted.map((one, i) => jobRow({ ...one, id: `j${String(i).padStart(2, "0")}` }));
          await put(store, rows);
          const removable = await jobRepository(store).removable(before, keep);
          const ended = wanted.filter(({ status, finishedAt }) =>
            (REMOVABLE_STATES as readonly JobState[]).includes(status) && finishedAt > 0
          );
          const newest = ended.map(({ finishedAt }) => finishedAt).toSorted((a, b) => b - a);
          same(removable.length, newest.slice(keep).filter((at) => at < before).length);
          same(removable.length, new Set(removable).size);
          const at = (id: string) => wanted[Number(id.slice(1))]?.finishedAt ?? NaN;
          // No kept job is older than a removed job.
          const oldestKept = newest[keep - 1] ?? Infinity;
          same(removable.filter((id) => at(id) > oldestKept || at(id) >= before), []);
        });
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("the writer of an output is the newest done job that has it", () =>
  withStore(async (store) => {
    const output = { outputPath: "/m/out.mkv" };
    await put(store, [
      jobRow({ id: "old", status: "done", finishedAt: 10, ...output }),
      jobRow({ id: "new", status: "done", finishedAt: 20, ...output }),
      jobRow({ id: "failed", status: "failed", finishedAt: 30, ...output }),
      jobRow({ id: "other", status: "done", finishedAt: 40, outputPath: "/m/out.mkv2" }),
    ]);
    same((await jobRepository(store).writerOf("/m/out.mkv"))?.id, "new");
    same(await jobRepository(store).writerOf(""), undefined);
  }));

Deno.test("removing jobs keeps those in other states, and returns the removed IDs, over any number of batches", () =>
  withStore(async (store) => {
    const rows = Array.from(
      { length: 520 },
      (_, i) => jobRow({ id: `j${i}`, status: i % 5 === 0 ? "encoding" : "done", finishedAt: 1 }),
    );
    await put(store, rows);
    const ids = rows.map(({ id }) => id);
    const removed = await jobRepository(store).remove([...ids, "gone", ...ids], ["done", "failed"]);
    same(removed.toSorted(), rows.filter(({ status }) => status === "done").map(({ id }) => id).toSorted());
    same((await jobRepository(store).idsIn(JOB_STATES)).length, 104);
  }));

const outcome = (jobId: string): OutcomeRow => ({
  ...{ jobId, model: "x265", profileId: "p", sampled: false, estimatedBytes: 1, lowBytes: 1, highBytes: 1 },
  ...{ actualBytes: 1, videoRatio: 1, megapixelsPerSecond: 1, finishedAt: 1 },
});

Deno.test("a removed job loses its details, journal and report; facts about its file and outcomes stay", () =>
  withStore(async (store) => {
    const [repository, journal] = [jobRepository(store), journalRepository(store)];
    const [reports, outcomes] = [qualityReportRepository(store), outcomeRepository(store)];
    await put(store, [jobRow({ id: "a", status: "done" }), jobRow({ id: "b", status: "done" })]);
    for (const jobId of ["a", "b"]) {
      await repository.saveDetails({ jobId, command: "ffmpeg" });
      await reports.save(jobId, { vmaf: 97 }, 1);
      await outcomes.save(outcome(jobId));
      await journal.addBinEntry(binRow({ path: `/bin/${jobId}`, jobId, deleteAfter: 9 }));
      await journal.intend(jobId, "encoded", {}, 1);
    }
    await repository.remove(["a"], ["done"]);
    same([await repository.details("a"), await reports.get("a"), (await journal.steps("a")).length], [
      undefined,
      undefined,
      0,
    ]);
    same([(await repository.details("b"))?.command, await reports.get("b"), (await journal.steps("b")).length], [
      "ffmpeg",
      { vmaf: 97 },
      1,
    ]);
    same([(await journal.binEntry("/bin/a"))?.jobId, (await outcomes.all(10)).length], ["a", 2]);
  }));

Deno.test("details are updated part by part: unnamed parts stay, null removes", () =>
  withStore(async (store) => {
    const repository = jobRepository(store);
    await put(store, [jobRow({ id: "a" })]);
    await repository.saveDetails({ jobId: "a", command: "ffmpeg -i x", plan: { video: "copy" } });
    await repository.saveDetails({ jobId: "a", estimate: { bytes: 5 } });
    await repository.saveDetails({ jobId: "a" });
    const { command, plan, estimate, probe } = await repository.details("a") ?? {};
    same({ command, plan, estimate, probe }, {
      command: "ffmpeg -i x",
      plan: { video: "copy" },
      estimate: { bytes: 5 },
      probe: null,
    });
    await repository.saveDetails({ jobId: "a", plan: null, command: "ffmpeg" });
    same([(await repository.details("a"))?.plan, (await repository.details("a"))?.command], [null, "ffmpeg"]);
    const refused = await repository.saveDetails({ jobId: "gone", command: "x" }).then(() => "", (error) => error.code);
    same(refused, "SQLITE_CONSTRAINT", "details without a job would stay for ever");
  }));

Deno.test("a recipe is stored once: the first of a hash stays", () =>
  withStore(async (store) => {
    const repository = jobRepository(store);
    const [first, second] = allPresets();
    if (first === undefined || second === undefined) throw new TypeError("There are no presets.");
    await repository.saveRecipe({ hash: "h", recipe: first });
    await repository.saveRecipe({ hash: "h", recipe: second });
    same(await repository.recipe("h"), first);
    same(await repository.recipe("other"), undefined);
  }));

Deno.test("a repeated measurement replaces the report, and every field is read back", () =>
  withStore(async (store) => {
    const reports = qualityReportRepository(store);
    await put(store, [jobRow({ id: "a" })]);
    for (const report of [{ scenes: [1.5, null] }, [], 0, "text"]) {
      await reports.save("a", report, 5);
      same(await reports.get("a"), report);
    }
    await reports.save("a", { "cut \ud83d": ["\udc00", "\\ud83d", "🎬"] }, 5);
    same(await reports.get("a"), { "cut \ufffd": ["\ufffd", "\\ud83d", "🎬"] }, "half a sign is replaced");
    same(await reports.get("b"), undefined);
  }));
