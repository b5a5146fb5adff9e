import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { journalRepository } from "../../../db/jobs/journal.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { systemClock } from "../../kit/clock.ts";
import { openJournal } from "./journal.ts";

Deno.test("a failed step is repeated with its first intent, and a completed one is not", () =>
  withStore(async (store) => {
    await store.write((tx) => insertJobs(tx, [jobRow({ id: "a" })]));
    const points: string[] = [];
    const deps = {
      journals: journalRepository(store),
      clock: systemClock,
      crashPoint: (at: string) => points.push(at),
    };
    const first = await openJournal("a", deps);
    await rejects(first.step("published", { to: "first" }, () => Promise.reject(new Error("no"))), /no/);
    same([first.intent("published"), first.result("published")], [{ to: "first" }, undefined]);
    same(points, ["published:intended"]);

    const second = await openJournal("a", deps);
    const seen: unknown[] = [];
    const act = (intent: { to: string }) => {
      seen.push(intent);
      return Promise.resolve({ at: intent.to });
    };
    same(await second.step("published", { to: "second" }, act), { at: "first" });
    same(await second.step("published", { to: "third" }, act), { at: "first" });
    same(seen, [{ to: "first" }]);
    same(points.slice(1), ["published:intended", "published:acted", "published:recorded"]);
    same((await openJournal("a", deps)).result("published"), { at: "first" });
  }));
