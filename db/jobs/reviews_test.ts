import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { JobQuery } from "../../lib/jobs/request_schema.ts";
import { besideOriginal } from "../../lib/jobs/review.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import type { Store } from "../store.ts";
import { insertJobs } from "./job_insert.ts";
import { jobListing } from "./job_list.ts";
import { jobRepository } from "./jobs.ts";
import { endOtherReviews, reviewRepository } from "./reviews.ts";

const SIZES = { original: 1000, encode: 300 };

const put = (store: Store, rows: Parameters<typeof jobRow>[0][]) =>
  store.write((tx) =>
    insertJobs(
      tx,
      rows.map((row) =>
        jobRow({ status: "done", outputSizeBytes: SIZES.encode, ...besideOriginal("undecided", SIZES), ...row })
      ),
    )
  );

const countsOf = async (store: Store): Promise<[undecided: number, wouldFreeBytes: number]> => {
  const { done } = await jobListing(store).counts();
  return [done.undecided, done.wouldFreeBytes];
};

Deno.test("undecided encodes are walked from the newest to the oldest, also from one that has been decided", () =>
  withStore(async (store) => {
    await put(store, [
      { id: "a", finishedAt: 1 },
      { id: "b", finishedAt: 2 },
      { id: "c", finishedAt: 2 },
      { id: "kept", finishedAt: 3, review: "kept" },
      { id: "d", finishedAt: 4 },
      { id: "replaced", finishedAt: 5, review: null },
    ]);
    const { around } = reviewRepository(store);
    same(await around(), { before: 0, next: "d" });
    same(await around({ id: "d", finishedAt: 4 }), { before: 0, next: "c" });
    same(await around({ id: "kept", finishedAt: 3 }), { before: 1, previous: "d", next: "c" });
    same(await around({ id: "c", finishedAt: 2 }), { before: 1, previous: "d", next: "b" });
    same(await around({ id: "a", finishedAt: 1 }), { before: 3, previous: "b" });
    same(await around({ id: "replaced", finishedAt: 5 }), { before: 0, next: "d" });
  }));

Deno.test("the list of undecided encodes is paged like every list of jobs", () =>
  withStore(async (store) => {
    await put(store, Array.from({ length: 7 }, (_, i) => ({ id: `j${i}`, finishedAt: i, title: `Film ${i % 2}` })));
    await put(store, [{ id: "kept", review: "kept" }, { id: "none", review: null }, { id: "new", status: "queued" }]);
    const query = JobQuery.parse({ status: ["done"], review: "undecided", sort: "finishedAt", limit: 3 });
    const first = await jobListing(store).page(query);
    same([first.total, first.rows.map(({ id }) => id)], [7, ["j6", "j5", "j4"]]);
    const second = await jobListing(store).page({ ...query, cursor: first.nextCursor });
    same(second.rows.map(({ id }) => id), ["j3", "j2", "j1"]);
    same((await jobListing(store).page({ ...query, page: 3 })).rows.map(({ id }) => id), ["j0"]);
  }));

Deno.test("a decision is applied once, from the state that it leads from, and the counts follow", () =>
  withStore(async (store) => {
    await put(store, [{ id: "a" }, { id: "b", review: "replacing" }, { id: "c", review: null, wouldFreeBytes: 0 }]);
    const { decide } = reviewRepository(store);
    same(await countsOf(store), [1, 1400]);
    is((await decide("a", "keep-both"))?.review, "kept");
    same([await decide("a", "keep-both"), await countsOf(store)], [undefined, [0, 700]]);
    same(await Promise.all(["b", "c", "gone"].map((id) => decide(id, "keep-both"))), [undefined, undefined, undefined]);
    is((await decide("a", "review"))?.review, "undecided");
    same(await countsOf(store), [1, 1400]);
    await jobRepository(store).remove(["a"], ["done"]);
    same(await countsOf(store), [0, 700]);
  }));

Deno.test("once an original is replaced, no other encode of it can be reviewed", () =>
  withStore(async (store) => {
    await put(store, [{ id: "a", sourcePath: "/m/x" }, { id: "b", sourcePath: "/m/x" }, { id: "c" }]);
    await store.write((tx) => endOtherReviews(tx, { id: "a", sourcePath: "/m/x" }));
    const reviews = (await jobRepository(store).many(["a", "b", "c"])).map(({ review }) => review);
    same([reviews, await countsOf(store)], [["undecided", null, "undecided"], [2, 1400]]);
  }));
