import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { eq } from "drizzle-orm";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { journalRepository } from "../../../db/jobs/journal.ts";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import { savingsRepository } from "../../../db/jobs/savings.ts";
import { jobs, type NewJobRow } from "../../../db/schema/jobs.ts";
import type { Store } from "../../../db/store.ts";
import { binRow } from "../../../tests/fixtures/bin_row.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { besideOriginal } from "../review.ts";
import { createSavings, Savings } from "./savings.ts";

const NOTHING = { jobs: 0, inputBytes: 0, savedBytes: 0, encodeSeconds: 0 };
const [NOVEMBER, DECEMBER] = [Date.UTC(2026, 10, 30, 23), Date.UTC(2026, 11, 1)];
const DONE = { status: "done", durationSeconds: 10 } as const;

const put = (store: Store, rows: NewJobRow[]): Promise<unknown> => store.write((tx) => insertJobs(tx, rows));
const savingsOf = (store: Store): Promise<Savings> => createSavings(savingsRepository(store))();

Deno.test("savings are summed over done jobs that freed space only: in all, by month, by profile and by trigger", () =>
  withStore(async (store) => {
    await put(store, [
      jobRow({ id: "a", ...DONE, finishedAt: NOVEMBER, savedBytes: 600 }),
      jobRow({ id: "b", ...DONE, finishedAt: DECEMBER, savedBytes: -100, trigger: "auto" }),
      jobRow({ id: "c", ...DONE, finishedAt: DECEMBER, savedBytes: 50, profileId: "other", profileName: "Other" }),
      jobRow({ id: "d", status: "failed", finishedAt: DECEMBER }),
      jobRow({ id: "e", ...DONE, finishedAt: DECEMBER, savedBytes: 0, outputPath: null }),
    ]);
    const { total, byMonth, byProfile, byTrigger } = await savingsOf(store);
    same(total, { jobs: 3, inputBytes: 3000, savedBytes: 550, encodeSeconds: 30 });
    same(byMonth.map(({ month, savedBytes }) => [month, savedBytes]), [["2026-11", 600], ["2026-12", -50]]);
    same(byProfile.map(({ profileName, jobs }) => [profileName, jobs]), [["Movie 1080p x265", 2], ["Other", 1]]);
    same(byTrigger.map(({ trigger, jobs }) => [trigger, jobs]), [["auto", 1], ["manual", 2]]);
  }));

Deno.test("savings of an empty history are nothing, and keep to their schema in any history", () =>
  withStore(async (store) => {
    same(await savingsOf(store), {
      ...{ total: NOTHING, byMonth: [], byProfile: [], byTrigger: [] },
      ...{ binnedBytes: 0, wouldFree: { jobs: 0, bytes: 0 } },
    });
    await put(store, [
      jobRow({ id: "a", status: "done", finishedAt: 1, savedBytes: -5, durationSeconds: 1.5 }),
      jobRow({ id: "b", ...DONE, finishedAt: Date.UTC(2026, 11, 31, 23, 59), savedBytes: 2 ** 40, trigger: "disc" }),
      jobRow({ id: "c", status: "done", finishedAt: Date.UTC(2027, 0, 1), savedBytes: 1, durationSeconds: null }),
    ]);
    const savings = Savings.parse(await savingsOf(store));
    for (const groups of [savings.byMonth, savings.byProfile, savings.byTrigger]) {
      same(groups.reduce((sum, { savedBytes }) => sum + savedBytes, 0), savings.total.savedBytes);
      same(groups.reduce((sum, { jobs }) => sum + jobs, 0), savings.total.jobs);
    }
    same(savings.byMonth.map(({ month }) => month), ["1970-01", "2026-12", "2027-01"]);
  }));

Deno.test("savings of the last moment of a month count for it, in UTC", () =>
  withStore(async (store) => {
    const moments = [Date.UTC(2026, 1, 28, 23, 59, 59, 999), Date.UTC(2026, 2, 1), Date.UTC(2024, 1, 29, 12)];
    // The hours in which European and American clocks change.
    moments.push(Date.UTC(2026, 2, 29, 1, 30), Date.UTC(2026, 9, 25, 0, 59), Date.UTC(2026, 11, 31, 23, 59, 59));
    await put(store, moments.map((finishedAt, i) => jobRow({ id: `j${i}`, ...DONE, finishedAt, savedBytes: 10 ** i })));
    same((await savingsOf(store)).byMonth.map(({ month, savedBytes }) => [month, savedBytes]), [
      ["2024-02", 100],
      ["2026-02", 1],
      ["2026-03", 1010],
      ["2026-10", 10_000],
      ["2026-12", 100_000],
    ]);
  }));

Deno.test("savings beyond 32 bits are exact, and profiles are sorted by savings with their last name", () =>
  withStore(async (store) => {
    const row = (id: string, profileId: string, savedBytes: number, finishedAt = 1) =>
      jobRow({ id, profileId, profileName: `${profileId} ${id}`, ...DONE, finishedAt, savedBytes, outputPath: "/m/x" });
    await put(store, [
      row("a", "small", -5),
      row("c", "large", 2 ** 51),
      row("b", "large", 1, DECEMBER),
      row("d", "none", 0),
    ]);
    const { byProfile, total } = await savingsOf(store);
    same(byProfile.map(({ profileName, savedBytes }) => [profileName, savedBytes]), [
      ["large c", 2 ** 51 + 1],
      ["small a", -5],
    ]);
    same(total.savedBytes, 2 ** 51 - 4);
  }));

Deno.test("finished jobs are read once for each state of the history, and again after every change of it", () =>
  withStore(async (store) => {
    const repository = savingsRepository(store);
    let reads = 0;
    const groups = () => {
      reads++;
      return repository.groups();
    };
    const savings = createSavings({ ...repository, groups });
    await put(store, [jobRow({ id: "queued" })]);
    same((await savings()).total, NOTHING);
    const change = (id: string, set: Partial<NewJobRow>) => () =>
      store.write((tx) => tx.update(jobs).set(set).where(eq(jobs.id, id)));
    const changes: [change: () => Promise<unknown>, jobs: number, savedBytes: number][] = [
      [() => put(store, [jobRow({ id: "a", ...DONE, finishedAt: 5, savedBytes: 7 })]), 1, 7],
      // The original of job `b` is replaced and then restored.
      [() => put(store, [jobRow({ id: "b", ...DONE, finishedAt: 4, outputPath: "/m/b" })]), 1, 7],
      [change("b", { savedBytes: 3 }), 2, 10],
      [change("b", { savedBytes: 0, outputPath: null }), 1, 7],
      [change("a", { savedBytes: 8 }), 1, 8],
      [change("queued", { ...DONE, finishedAt: 6, savedBytes: -8, outputPath: "/m/q.mkv" }), 2, 0],
      [() => jobRepository(store).remove(["a"], ["done"]), 1, -8],
      [() => put(store, [jobRow({ id: "a", ...DONE, finishedAt: 7, savedBytes: 8 })]), 2, 0],
    ];
    for (const [i, [work, count, savedBytes]] of changes.entries()) {
      await work();
      const [found, again] = [await savings(), await savings()];
      same([found.total.jobs, found.total.savedBytes, reads], [count, savedBytes, i + 2], `change ${i}`);
      same(again, found);
    }
    await change("queued", { message: "of no weight" })();
    await put(store, [jobRow({ id: "later" }), jobRow({ id: "f", status: "failed", finishedAt: 8 })]);
    await savings();
    same(reads, changes.length + 1);
  }));

Deno.test("an encode beside its original has freed nothing, and an original in the bin is named as such", () =>
  withStore(async (store) => {
    const sizes = { inputSizeBytes: 100, outputSizeBytes: 40 };
    const row = (id: string, more: Partial<NewJobRow>) => jobRow({ id, ...DONE, finishedAt: 5, ...sizes, ...more });
    await put(store, [
      row("undecided", besideOriginal("undecided", { original: 100, encode: 40 })),
      row("replacing", besideOriginal("replacing", { original: 100, encode: 40 })),
      row("kept", besideOriginal("kept", { original: 100, encode: 40 })),
      row("binned", { savedBytes: 60, originalKeptAt: "/m/.bin/binned" }),
      row("emptied", { savedBytes: 60, originalKeptAt: "/m/.bin/emptied" }),
    ]);
    const entry = binRow({ path: "/m/.bin/binned", jobId: "binned", successorSizeBytes: 40, deleteAfter: 9 });
    await journalRepository(store).addBinEntry(entry);
    const { total, binnedBytes, wouldFree } = await savingsOf(store);
    same([total.jobs, total.savedBytes, binnedBytes, wouldFree], [2, 120, 60, { jobs: 2, bytes: 120 }]);
    await store.write((tx) => tx.update(jobs).set({ review: null, wouldFreeBytes: 0 }).where(eq(jobs.id, "replacing")));
    await jobRepository(store).remove(["binned"], ["done"]);
    const later = await savingsOf(store);
    same([later.binnedBytes, later.wouldFree], [0, { jobs: 1, bytes: 60 }]);
  }));

Deno.test("savings that could not be read are read by the next request", async () => {
  let down = true;
  const savings = createSavings({
    state: () => Promise.resolve("same"),
    binnedBytes: () => Promise.resolve(0),
    wouldFree: () => Promise.resolve({ jobs: 0, bytes: 0 }),
    groups: () => down ? Promise.reject(new Error("busy")) : Promise.resolve([]),
  });
  await rejects(savings(), /busy/);
  down = false;
  same((await savings()).total, NOTHING);
});
