import assert, { deepStrictEqual as same } from "node:assert/strict";
import { createClient, type InArgs } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import fc from "fast-check";
import { JobQuery } from "../../lib/jobs/request_schema.ts";
import { JOB_STATES, type JobState } from "../../lib/jobs/states.ts";
import { ALL_FREE, jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { jobListing } from "./job_list.ts";
import { insertJobs } from "./job_insert.ts";
import { jobRepository } from "./jobs.ts";
import { moveQueuedJob, positionBefore, positionForPlace } from "./queue_order.ts";
import type { NewJobRow } from "../schema/jobs.ts";

const lease = { instance: "here", boot: "now" };
const query = (input: Partial<JobQuery>) => JobQuery.parse(input);

Deno.test("claim() assigns every queued job to exactly one of many racing callers, in order", () =>
  withStore(async (store) => {
    const rows = Array.from({ length: 60 }, (_, i) => jobRow({ id: `j${i}`, position: (i * 7919) % 61 }));
    await store.write((tx) => insertJobs(tx, rows));
    const order: string[] = [];
    await Promise.all(Array.from({ length: 5 }, async (_, n) => {
      for (;;) {
        const job = await jobRepository(store).claim({ ...lease, instance: `i${n}` }, {
          free: ALL_FREE,
          at: 1,
          maxPauseMs: 0,
        });
        if (job === undefined) return;
        same([job.status, job.leaseInstance], ["probing", `i${n}`]);
        order.push(job.id);
      }
    }));
    same(order, rows.toSorted((a, b) => a.position - b.position).map((row) => row.id));
  }));

Deno.test("insertJobs() replaces a lone surrogate, and keeps a backslash before a u", () =>
  withStore(async (store) => {
    const titles = ["lone \ud83d here", "pair \u{1f600}", "written \\ud83d"];
    await store.write((tx) => insertJobs(tx, titles.map((title, i) => jobRow({ id: `j${i}`, title }))));
    const stored = await Promise.all(titles.map((_, i) => jobRepository(store).get(`j${i}`)));
    same(stored.map((row) => row?.title), titles.map((title) => title.toWellFormed()));
  }));

Deno.test("S-JOB-1: apply() does nothing in a state that does not take the event, or with a foreign lease", () =>
  withStore(async (store) => {
    const jobs = jobRepository(store);
    await store.write((tx) => insertJobs(tx, [jobRow({ id: "a" })]));
    same(await jobs.apply("a", "toolExited"), undefined);
    await jobs.claim(lease, { free: ALL_FREE, at: 1, maxPauseMs: 0 });
    same(await jobs.apply("a", "probed", {}, { lease: { instance: "other", boot: "now" } }), undefined);
    same((await jobs.apply("a", "probed", { message: "m" }, { lease }))?.status, "encoding");
    same(await jobs.apply("nobody", "cancel"), undefined);
  }));

Deno.test("counts() always equals a count of the rows", () =>
  withStore(async (store) => {
    const jobs = jobRepository(store);
    const scan = async () => {
      const all = await jobs.inStates([...JOB_STATES]);
      return JOB_STATES.map((s) => {
        const those = all.filter((row) => row.status === s);
        return [
          s,
          those.length,
          those.reduce((n, r) => n + r.inputSizeBytes, 0),
          those.reduce((n, r) => n + r.savedBytes, 0),
        ];
      });
    };
    await store.write((tx) =>
      insertJobs(tx, Array.from({ length: 30 }, (_, i) => jobRow({ id: `j${i}`, inputSizeBytes: 10 ** (i % 9) })))
    );
    for (let i = 0; i < 12; i++) {
      const job = await jobs.claim(lease, { free: ALL_FREE, at: 1, maxPauseMs: 0 });
      assert(job);
      if (i % 2) await jobs.apply(job.id, "probed");
      if (i % 4 === 1) await jobs.apply(job.id, "toolExited");
      if (i % 4 === 1) await jobs.apply(job.id, "published", { savedBytes: i * 1000 });
      if (i % 6 === 0) await jobs.apply(job.id, "cancel");
    }
    await jobs.patch("j29", { inputSizeBytes: 5 });
    await store.write(async (tx) => {
      await tx.run("DELETE FROM jobs WHERE id = 'j0' OR status = 'cancelled'");
    });
    const counts = await jobListing(store).counts();
    same(JOB_STATES.map((s) => [s, counts[s].jobs, counts[s].inputBytes, counts[s].savedBytes]), await scan());
  }));

Deno.test("page() visits every job once, in the order of a simple sort, for any query", () =>
  withStore(async (store) => {
    const rows: NewJobRow[] = Array.from({ length: 211 }, (_, i) =>
      jobRow({
        id: `j${String(i * 37 % 211).padStart(3, "0")}`,
        status: JOB_STATES[i % JOB_STATES.length],
        titleKey: `t${i % 17}`,
        position: i % 29,
        inputSizeBytes: i % 7,
        createdAt: 1000 + (i % 41),
        finishedAt: i % 3 === 0 ? 0 : 2000 + (i % 13),
        trigger: i % 2 ? "auto" : "manual",
        arr: i % 5 ? null : "movie",
      }));
    await store.write((tx) => insertJobs(tx, rows));
    const keys = {
      createdAt: (r: NewJobRow) => r.createdAt,
      finishedAt: (r: NewJobRow) => r.finishedAt ?? 0,
      position: (r: NewJobRow) => r.position,
      size: (r: NewJobRow) => r.inputSizeBytes ?? 0,
      title: (r: NewJobRow) => r.titleKey,
    };
    const list = jobListing(store);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("createdAt", "finishedAt", "position", "size", "title"),
        fc.constantFrom("asc", "desc"),
        fc.subarray<JobState>([...JOB_STATES]),
        fc.integer({ min: 1, max: 90 }),
        fc.option(fc.constantFrom("auto", "manual"), { nil: undefined }),
        fc.option(fc.constant("t1"), { nil: undefined }),
        async (sort, order, status, limit, trigger, q) => {
          const sign = order === "asc" ? 1 : -1;
          const compare = (a: string | number, b: string | number) => a < b ? -1 : a > b ? 1 : 0;
          const wanted = rows
            .filter((r) => status.length === 0 || status.includes(r.status))
            .filter((r) => (trigger === undefined || r.trigger === trigger) && r.titleKey.includes(q ?? ""))
            .toSorted((a, b) => sign * (compare(keys[sort](a), keys[sort](b)) || compare(a.id, b.id)))
            .map((r) => r.id);
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await list.page(query({ sort, order, status, limit, cursor, trigger, q }));
            same(page.total, wanted.length);
            seen.push(...page.rows.map((r) => r.id));
            cursor = page.nextCursor;
          } while (cursor !== undefined);
          same(seen, wanted);
        },
      ),
      { numRuns: 60 },
    );
  }));

Deno.test("S-IN-3: page() refuses cursors of other lists, and searches for % literally", () =>
  withStore(async (store) => {
    const list = jobListing(store);
    await store.write((tx) => insertJobs(tx, [jobRow({ id: "a", titleKey: "100 % wolf" }), jobRow({ id: "b" })]));
    same((await list.page(query({ q: "%" }))).rows.map((row) => row.id), ["a"]);
    for (const cursor of ["x", btoa("[1]"), btoa('["title","a","b"]'), btoa('["createdAt",{},"b"]')]) {
      await assert.rejects(list.page(query({ cursor })), { code: "invalid" });
    }
  }));

Deno.test("reordering equals that of a simple list for any series of moves", () =>
  withStore(async (store) => {
    const list = jobListing(store);
    const jobs = jobRepository(store);
    const ids = ["a", "b", "c", "d", "e", "f"];
    await store.write((tx) => insertJobs(tx, ids.map((id, i) => jobRow({ id, position: i + 1 }))));
    const model = [...ids];
    const rng = fc.sample(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 1, max: 6 }), fc.boolean()), 80);
    for (const [id, place, byNumber] of rng) {
      const rest = model.filter((other) => other !== id);
      const other = rest[place - 1];
      if (byNumber || other === undefined) {
        await store.write(async (tx) => await moveQueuedJob(tx, id, await positionForPlace(tx, id, place)));
      } else {
        await store.write(async (tx) => await moveQueuedJob(tx, id, (await positionBefore(tx, id, other)) ?? NaN));
      }
      rest.splice(place - 1, 0, id);
      model.splice(0, model.length, ...rest);
      same((await jobs.inStates(["queued"])).map((row) => row.id), model);
    }
    const places = await list.places(await jobs.many(["a", "d", "f"]));
    same([...places].toSorted(), ["a", "d", "f"].map((id) => [id, model.indexOf(id) + 1]));
  }));

Deno.test("making room in the queue renumbers a few jobs, not all of them", () =>
  withStore(async (store) => {
    const list = jobRepository(store);
    const place = (i: number) => i < 300 ? i : 1e9 + i * 2 ** 20;
    const rows = Array.from({ length: 3000 }, (_, i) =>
      jobRow({ id: `j${String(i).padStart(4, "0")}`, position: place(i) }));
    await store.write((tx) =>
      insertJobs(tx, rows)
    );
    const before = await list.inStates(["queued"]);
    await store.write(async (tx) =>
      await moveQueuedJob(tx, "j2999", (await positionBefore(tx, "j2999", "j0150")) ?? NaN)
    );
    const after = await list.inStates(["queued"]);
    const expected = before.map(({ id }) => id).filter((id) => id !== "j2999");
    expected.splice(150, 0, "j2999");
    same(after.map(({ id }) => id), expected);
    const were = new Map(before.map(({ id, position }) => [id, position]));
    const moved = after.filter(({ id, position }) => were.get(id) !== position).length;
    assert(moved > 1 && moved <= 501, `${moved} moved`);
  }));

Deno.test("S-JOB-3: a page of jobs is read by index in every order and for every state", () =>
  withStore(async (store, _, path) => {
    const states = ["done", "done", "done", "failed", "cancelled", "skipped"] as const;
    const rows = Array.from({ length: 600 }, (_, i) =>
      jobRow({
        id: `job${i}`,
        status: states[i % states.length],
        titleKey: `film ${i * 7919 % 600}`,
        createdAt: i,
        finishedAt: i + 5,
        inputSizeBytes: i * 31 % 1003,
        position: i,
      }));
    await store.write((tx) => insertJobs(tx, rows));
    const client = createClient({ url: `file:${path}` });
    const asked: { sql: string; params: unknown[] }[] = [];
    const db = drizzle(client, { logger: { logQuery: (sql, params) => void asked.push({ sql, params }) } });
    const list = jobListing({ ...store, db });
    for (const sort of ["createdAt", "finishedAt", "title", "size", "position"] as const) {
      for (const status of [[], ["done"], ["failed", "cancelled"], ["probing", "encoding"]] as JobState[][]) {
        let cursor: string | undefined;
        for (let page = 0; page < 3; page++) {
          cursor = (await list.page(query({ sort, status, cursor }))).nextCursor;
          if (cursor === undefined) break;
        }
      }
    }
    assert(asked.length > 40, `${asked.length}`);
    for (const { sql, params } of asked) {
      const { rows: steps } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: params as InArgs });
      const reads = steps.map(({ detail }) => String(detail)).filter((step) => /^(SEARCH|SCAN) jobs\b/.test(step));
      const index = sql.includes("sort_key")
        ? /^SEARCH jobs USING COVERING INDEX jobs_by_/
        : /^SEARCH jobs USING .*INDEX/;
      same(reads.filter((step) => !index.test(step)), [], sql);
    }
    client.close();
  }));
