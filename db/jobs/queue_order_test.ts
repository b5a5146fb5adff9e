import { deepStrictEqual as same } from "node:assert/strict";
import { createClient, type InArgs } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import fc from "fast-check";
import { POSITION_GAP, positionBetween, spreadPositions } from "../../lib/jobs/order.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import type { NewJobRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";
import { insertJobs } from "./job_insert.ts";
import { jobRepository } from "./jobs.ts";
import {
  moveQueuedJob,
  moveQueuedJobs,
  positionAtEnd,
  positionAtTop,
  positionBefore,
  positionForPlace,
} from "./queue_order.ts";

const put = (store: Store, rows: NewJobRow[]) => store.write((tx) => insertJobs(tx, rows));
const queue = async (store: Store) => (await jobRepository(store).inStates(["queued"])).map(({ id }) => id);
const move = (store: Store, ids: string[], to: "top" | "bottom") => store.write((tx) => moveQueuedJobs(tx, ids, to));

Deno.test("an empty queue has a first place at both of its ends", () =>
  withStore(async (store) => {
    const ends = await store.write(async (tx) => [await positionAtTop(tx), await positionAtEnd(tx)]);
    same(ends, [-POSITION_GAP, POSITION_GAP]);
  }));

Deno.test("jobs that run or wait keep their place: new ones join beyond them, finished ones hold none", () =>
  withStore(async (store) => {
    await put(store, [
      jobRow({ id: "runs", status: "encoding", position: -500 }),
      jobRow({ id: "waits", status: "waiting", position: 700 }),
      jobRow({ id: "full", status: "waiting_for_space", position: 900 }),
      jobRow({ id: "done", status: "done", position: 10_000 }),
      jobRow({ id: "failed", status: "failed", position: -10_000 }),
    ]);
    const ends = await store.write(async (tx) => [await positionAtTop(tx), await positionAtEnd(tx)]);
    same(ends, [-500 - POSITION_GAP, 900 + POSITION_GAP]);
  }));

Deno.test("several jobs move to an end in their selected order, past running jobs", () =>
  withStore(async (store) => {
    await put(store, [
      ...["a", "b", "c", "d"].map((id, i) => jobRow({ id, position: i + 1 })),
      jobRow({ id: "runs", status: "encoding", position: 0 }),
    ]);
    same((await move(store, ["d", "b"], "top")).map(({ id }) => id).toSorted(), ["b", "d"]);
    same(await queue(store), ["d", "b", "a", "c"]);
    await move(store, ["d", "runs", "gone", "a"], "bottom");
    same(await queue(store), ["b", "c", "d", "a"]);
    same((await jobRepository(store).get("runs"))?.position, 0, "a job that runs stays where it was");
    same(await move(store, ["runs"], "top"), []);
  }));

Deno.test("a job that is selected twice moves once", () =>
  withStore(async (store) => {
    await put(store, ["a", "b", "c"].map((id, i) => jobRow({ id, position: i + 1 })));
    same((await move(store, ["b", "b"], "bottom")).map(({ id }) => id), ["b"]);
    same(await queue(store), ["a", "c", "b"]);
  }));

Deno.test("many jobs move as a whole, each found by its id", () =>
  withStore(async (store, _, path) => {
    const rows = Array.from({ length: 1000 }, (_, i) => jobRow({ id: `j${i}`, position: i }));
    await put(store, rows);
    const client = createClient({ url: `file:${path}` });
    try {
      const asked: { sql: string; params: unknown[] }[] = [];
      const db = drizzle(client, { logger: { logQuery: (sql, params) => void asked.push({ sql, params }) } });
      await moveQueuedJobs(db, ["j7"], "top");
      const [update] = asked.filter(({ sql }) => /UPDATE/.test(sql));
      const plan = await client.execute({ sql: `EXPLAIN QUERY PLAN ${update?.sql}`, args: update?.params as InArgs });
      const reads = plan.rows.map(({ detail }) => String(detail)).filter((step) => step.includes(" jobs "));
      same(reads, ["SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (id=?)"]);
    } finally {
      client.close();
    }
    const moved = await move(store, rows.map(({ id }) => id).toReversed(), "top");
    same(moved.length, rows.length);
    same((await queue(store)).slice(0, 3), ["j999", "j998", "j997"]);
  }));

Deno.test("any series of moves to the ends equals that of a simple list", async () => {
  const ids = ["a", "b", "c", "d", "e"];
  const step = fc.tuple(fc.shuffledSubarray(ids, { minLength: 1 }), fc.constantFrom("top", "bottom"));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await withStore(async (store) => {
        await put(store, ids.map((id, i) => jobRow({ id, position: i })));
        let model = ids;
        for (const [chosen, to] of steps) {
          await move(store, chosen, to);
          const rest = model.filter((id) => !chosen.includes(id));
          model = to === "top" ? [...chosen, ...rest] : [...rest, ...chosen];
        }
        same(await queue(store), model);
      });
    }),
    { numRuns: 25 },
  );
});

Deno.test("a place is in front of a queued job only, and in front of itself a job stays where it is", () =>
  withStore(async (store) => {
    await put(store, [
      jobRow({ id: "a", position: 10 }),
      jobRow({ id: "b", position: 20 }),
      jobRow({ id: "runs", status: "probing", position: 15 }),
    ]);
    const before = (id: string, other: string) => store.write((tx) => positionBefore(tx, id, other));
    same([await before("a", "runs"), await before("a", "gone")], [undefined, undefined]);
    const own = await before("b", "b") ?? NaN;
    same(own > 15 && own < 20, true, "behind the job that runs, whose place stays its own");
    const place = await before("b", "a") ?? NaN;
    same(place < 10, true);
  }));

Deno.test("a place beyond the queue is its end, and a place in it counts without the job itself", () =>
  withStore(async (store) => {
    await put(store, ["a", "b", "c"].map((id, i) => jobRow({ id, position: (i + 1) * 10 })));
    const to = (id: string, place: number) =>
      store.write(async (tx) => await moveQueuedJob(tx, id, await positionForPlace(tx, id, place)));
    for (const [place, order] of [[3, "bca"], [99, "bca"], [1, "abc"], [2, "bac"]] as const) {
      await to("a", place);
      same((await queue(store)).join(""), order, `place ${place}`);
    }
    same(await store.write((tx) => moveQueuedJob(tx, "gone", 5)), undefined);
  }));

Deno.test("jobs with one position are ordered by ID, and others can still be put between them", () =>
  withStore(async (store) => {
    await put(store, ["a", "b", "c", "d"].map((id) => jobRow({ id, position: 5 })));
    await store.write(async (tx) => {
      await moveQueuedJob(tx, "d", await positionForPlace(tx, "d", 2));
    });
    const order = await queue(store);
    same([order.indexOf("d"), order.filter((id) => id !== "d")], [1, ["a", "b", "c"]]);
  }));

const neighbour = fc.option(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { nil: undefined });

Deno.test("a position between two neighbours is strictly between them, or undefined", () => {
  fc.assert(fc.property(neighbour, neighbour, (previous, following) => {
    fc.pre(previous === undefined || following === undefined || previous < following);
    const place = positionBetween(previous, following);
    const room = previous === undefined || following === undefined || following - previous > 1;
    same(place !== undefined, room);
    if (place === undefined) return;
    same([Number.isSafeInteger(place), place > (previous ?? -Infinity), place < (following ?? Infinity)], [
      true,
      true,
      true,
    ]);
  }));
});

Deno.test("positions that are spread are in order, apart, and within their bounds", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: -1000, max: 1000 }),
      fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined }),
      (count, low, room) => {
        const high = room === undefined ? undefined : low + room;
        const places = spreadPositions(count, low, high);
        if (places === undefined) return same(room !== undefined && room / (count + 1) < 17, true);
        same(places.length, count);
        const all = [low, ...places, ...(high === undefined ? [] : [high])];
        same(all.every((place, i) => i === 0 || place - (all[i - 1] ?? NaN) >= 16), true);
      },
    ),
  );
});
