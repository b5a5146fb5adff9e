import { deepStrictEqual as same } from "node:assert/strict";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { insertJobs } from "./job_insert.ts";
import { savingsRepository } from "./savings.ts";

Deno.test("savings are summed over done jobs only, without those that were undone: in all, by month, by profile and by trigger", () =>
  withStore(async (store) => {
    const savings = savingsRepository(store);
    same(await savings.total(), { jobs: 0, inputBytes: 0, savedBytes: 0, encodeSeconds: 0 });
    const [november, december] = [Date.UTC(2026, 10, 30, 23), Date.UTC(2026, 11, 1)];
    const done = { status: "done", durationSeconds: 10 } as const;
    await store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "a", ...done, finishedAt: november, savedBytes: 600 }),
        jobRow({ id: "b", ...done, finishedAt: december, savedBytes: -100, trigger: "auto" }),
        jobRow({ id: "c", ...done, finishedAt: december, savedBytes: 50, profileId: "other", profileName: "Other" }),
        jobRow({ id: "d", status: "failed", finishedAt: december }),
        jobRow({ id: "e", ...done, finishedAt: december, savedBytes: 0, outputPath: null }),
      ])
    );
    same(await savings.total(), { jobs: 3, inputBytes: 3000, savedBytes: 550, encodeSeconds: 30 });
    same((await savings.byMonth()).map(({ month, savedBytes }) => [month, savedBytes]), [
      ["2026-11", 600],
      ["2026-12", -50],
    ]);
    same((await savings.byProfile()).map(({ profileName, jobs }) => [profileName, jobs]), [
      ["Movie 1080p x265", 2],
      ["Other", 1],
    ]);
    same((await savings.byTrigger()).map(({ trigger, jobs }) => [trigger, jobs]), [["auto", 1], ["manual", 2]]);
  }));
