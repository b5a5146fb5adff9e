import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { JobQuery } from "../../lib/jobs/request_schema.ts";
import { titleKey } from "../../lib/kit/fold.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { jobs, type NewJobRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";
import { insertJobs } from "./job_insert.ts";
import { jobListing } from "./job_list.ts";
import { jobRepository } from "./jobs.ts";

const put = (store: Store, rows: NewJobRow[]) => store.write((tx) => insertJobs(tx, rows));
const idsOf = async (store: Store, input: Partial<JobQuery>) =>
  (await jobListing(store).page(JobQuery.parse(input))).rows.map(({ id }) => id);
const named = (id: string, title: string, change: Partial<NewJobRow> = {}) =>
  jobRow({ id, title, titleKey: titleKey(title), ...change });

const FILTERS: [name: string, query: Partial<JobQuery>, ids: string[]][] = [
  ["nothing", {}, ["album", "auto", "film", "grab"]],
  ["what asked for it", { trigger: "auto" }, ["auto"]],
  ["a profile", { profileId: "small" }, ["film"]],
  ["a profile that no job has", { profileId: "" }, []],
  ["a manager", { arr: "movie" }, ["film", "grab"]],
  ["a title of a manager", { arr: "movie", arrId: 7 }, ["film"]],
  ["a title of any manager", { arrId: 7 }, ["album", "film"]],
  ["a title that no job has", { arr: "music", arrId: 8 }, []],
  ["several at once", { arr: "movie", trigger: "grab", profileId: "builtin-movie-1080p" }, ["grab"]],
  ["states", { status: ["done", "failed"] }, ["grab"]],
  ["a state twice", { status: ["done", "done"] }, ["grab"]],
  ["all of it and a state", { arr: "movie", arrId: 7, status: ["queued"], q: "FILM" }, ["film"]],
];

Deno.test("a list of jobs is narrowed by each filter, and by all that are given together", () =>
  withStore(async (store) => {
    await put(store, [
      jobRow({ id: "film", arr: "movie", profileId: "small", source: { kind: "movie", arrId: 7 } }),
      jobRow({ id: "grab", arr: "movie", trigger: "grab", status: "done", source: { kind: "movie", arrId: 8 } }),
      jobRow({ id: "album", arr: "music", source: { kind: "album", arrId: 7 } }),
      jobRow({ id: "auto", trigger: "auto" }),
    ]);
    for (const [name, query, ids] of FILTERS) {
      same((await idsOf(store, query)).toSorted(), ids, name);
      same((await jobListing(store).page(JobQuery.parse(query))).total, ids.length, `the total for ${name}`);
      const figures = await jobListing(store).figures(JobQuery.parse(query), 100);
      same(figures.map(({ id }) => id).toSorted(), ids, `the figures for ${name}`);
    }
    same((await jobListing(store).figures(JobQuery.parse({}), 2)).length, 2);
  }));

Deno.test("a row with a damaged source hides no other job of the list", () =>
  withStore(async (store) => {
    await put(store, [
      jobRow({ id: "good", arr: "movie", source: { kind: "movie", arrId: 7 } }),
      jobRow({ id: "bad" }),
    ]);
    await store.write(async (tx) => {
      await tx.run("UPDATE jobs SET source = '{broken' WHERE id = 'bad'");
    });
    same(await idsOf(store, { arrId: 7 }), ["good"]);
    same(await idsOf(store, { arr: "movie", arrId: 7 }), ["good"]);
  }));

const TITLES = [
  "100 % Wolf",
  "100% Cotton",
  "a_b",
  "aXb",
  "C:\\Films",
  "Amélie",
  "ÄÖÜ Straße",
  "千と千尋",
  "'; --",
  "🎬 Cut",
];

Deno.test("a search of jobs takes every character literally, in any case and without marks", () =>
  withStore(async (store) => {
    await put(store, TITLES.map((title, i) => named(`j${i}`, title)));
    const found = async (q: string) => (await idsOf(store, { q })).map((id) => TITLES[Number(id.slice(1))]).toSorted();
    for (const title of TITLES) same((await found(title)).includes(title), true, `${title} is auto-detected`);
    same(await found("%"), ["100 % Wolf", "100% Cotton"]);
    same(await found("a_b"), ["a_b"]);
    same(await found("\\"), ["C:\\Films"]);
    same(await found("AMELIE"), ["Amélie"]);
    same(await found("äöü STR"), ["ÄÖÜ Straße"]);
    same(await found("🎬"), ["🎬 Cut"]);
    same(await found("\ud83c"), [], "half a sign is in no title");
    same((await found("")).length, TITLES.length, "no search is every job");
  }));

Deno.test("a search of jobs finds the same as a text search, for any title and any part of it", () =>
  withStore(async (store) => {
    const word = fc.string({ unit: fc.constantFrom("a", "B", "%", "_", "\\", "é", " ", "'", "{"), maxLength: 5 });
    const titles = fc.sample(word, 40);
    await put(store, titles.map((title, i) => named(`j${i}`, title)));
    await fc.assert(
      fc.asyncProperty(word, async (q) => {
        const expected = titles.flatMap((title, i) => titleKey(title).includes(titleKey(q)) ? [`j${i}`] : []);
        same((await idsOf(store, { q, limit: 500 })).toSorted(), expected.toSorted());
      }),
      { numRuns: 60 },
    );
  }));

const LONG_TITLES = ["千".repeat(60), "🎬".repeat(300), "\u0001".repeat(500), "x".repeat(800), '"'.repeat(400)];

Deno.test("the cursor after any title is valid, also after the longest", () =>
  withStore(async (store) => {
    await put(store, LONG_TITLES.map((title, i) => named(crypto.randomUUID(), `${title}${i}`)));
    const list = jobListing(store);
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      // Parses the query as the route does, whose schema rejects a cursor that is too long.
      const page = await list.page(JobQuery.parse({ sort: "title", order: "asc", limit: 1, cursor }));
      for (const { id } of page.rows) seen.add(id);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    same(seen.size, LONG_TITLES.length);
  }));

Deno.test("a paged list shows each job that exists throughout exactly once, while jobs are added and removed", () =>
  withStore(async (store) => {
    const list = jobListing(store);
    await put(store, Array.from({ length: 30 }, (_, i) => jobRow({ id: `k${i}`, createdAt: 100 + i * 10 })));
    const seen: string[] = [];
    let cursor: string | undefined;
    let step = 0;
    do {
      const page = await list.page(JobQuery.parse({ sort: "createdAt", order: "asc", limit: 4, cursor }));
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
      // Adds one job before and one job after the current position, and removes the last listed job.
      await put(store, [50, 900].map((at) => jobRow({ id: `new${step}-${at}`, createdAt: at + step, status: "done" })));
      const last = seen.at(-1);
      if (last !== undefined) await jobRepository(store).remove([last], ["queued"]);
      step++;
    } while (cursor !== undefined);
    same(seen.filter((id) => id.startsWith("k")), Array.from({ length: 30 }, (_, i) => `k${i}`));
    same(seen.length, new Set(seen).size);
  }));

Deno.test("a page by its number equals the same part of the list by cursor, and is empty after the end", () =>
  withStore(async (store) => {
    await put(store, Array.from({ length: 25 }, (_, i) => jobRow({ id: `j${i}`, inputSizeBytes: i % 4 })));
    const query = { sort: "size", order: "desc", limit: 10 } as const;
    const whole = await idsOf(store, { ...query, limit: 500 });
    for (const page of [1, 2, 3, 4, 100_000]) {
      same(await idsOf(store, { ...query, page }), whole.slice((page - 1) * 10, page * 10), `page ${page}`);
    }
    const last = await jobListing(store).page(JobQuery.parse({ ...query, page: 3 }));
    same([last.total, last.nextCursor], [25, undefined]);
  }));

Deno.test("a cursor takes precedence over a page number, and one of another order is refused", () =>
  withStore(async (store) => {
    const list = jobListing(store);
    await put(store, Array.from({ length: 9 }, (_, i) => jobRow({ id: `j${i}`, createdAt: i })));
    const first = await list.page(JobQuery.parse({ limit: 3, order: "asc" }));
    const next = { limit: 3, order: "asc", cursor: first.nextCursor } as const;
    same(await idsOf(store, { ...next, page: 3 }), ["j3", "j4", "j5"]);
    const error = await list.page(JobQuery.parse({ ...next, sort: "title" })).then(() => undefined, (error) => error);
    same([error?.code, error?.details?.fields ?? error?.fields], ["invalid", [{
      path: "cursor",
      message: "not a cursor of this list",
    }]]);
  }));

Deno.test("places in the queue count from one over ties, and only queued jobs have one", () =>
  withStore(async (store) => {
    const rows = ["c", "a", "b", "e", "d"].map((id, i) => jobRow({ id, position: i < 3 ? 5 : 9 }));
    await put(store, [...rows, jobRow({ id: "runs", status: "encoding", position: 5 })]);
    const all = await jobRepository(store).many(["a", "b", "c", "d", "e", "runs"]);
    const places = await jobListing(store).places(all);
    same([...places].toSorted(), [["a", 1], ["b", 2], ["c", 3], ["d", 4], ["e", 5]]);
    same([...await jobListing(store).places(all.filter(({ id }) => id === "b" || id === "e"))].toSorted(), [
      ["b", 2],
      ["e", 5],
    ]);
    same((await jobListing(store).places([])).size, 0);
  }));

Deno.test("IDs are returned in queue order, whatever the order of the request", () =>
  withStore(async (store) => {
    const rows = Array.from({ length: 700 }, (_, i) => jobRow({ id: `j${i}`, position: (i * 7919) % 701 }));
    await put(store, [...rows, jobRow({ id: "done", status: "done", position: 0 })]);
    const expected = rows.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
    same(await jobListing(store).inQueueOrder([...rows.map(({ id }) => id), "done", "gone"]), expected);
    same(await jobListing(store).inQueueOrder([]), []);
  }));

Deno.test("the pace is that of the newest finished jobs, or undefined without any", () =>
  withStore(async (store) => {
    const list = jobListing(store);
    same(await list.pace(5), { seconds: 0, bytes: 0 });
    await put(store, [
      jobRow({ id: "old", status: "done", finishedAt: 1, durationSeconds: 1000, inputSizeBytes: 1 }),
      jobRow({ id: "a", status: "done", finishedAt: 2, durationSeconds: 2.5, inputSizeBytes: 10 }),
      jobRow({ id: "b", status: "done", finishedAt: 3, durationSeconds: null, inputSizeBytes: 20 }),
      jobRow({ id: "c", status: "failed", finishedAt: 4, durationSeconds: 50, inputSizeBytes: 30 }),
    ]);
    same(await list.pace(2), { seconds: 2.5, bytes: 30 });
    same(await list.pace(100), { seconds: 1002.5, bytes: 31 });
  }));

Deno.test("counts by state name every state, also those without a job", () =>
  withStore(async (store) => {
    const counts = await jobListing(store).counts();
    same(Object.keys(counts).toSorted(), [...jobs.status.enumValues].toSorted());
    same(new Set(Object.values(counts).map((count) => JSON.stringify(count))).size, 1);
  }));
