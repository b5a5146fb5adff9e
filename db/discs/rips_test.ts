import { deepStrictEqual as same } from "node:assert/strict";
import { nextRipState, RIP_EVENTS, RIP_STATES } from "../../lib/discs/rip_states.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { ripRow } from "../../tests/fixtures/stored_rip.ts";
import { insertJobs } from "../jobs/job_insert.ts";
import { rips } from "../schema/discs.ts";
import { boxSetRepository } from "./box_sets.ts";
import { ripRepository } from "./rips.ts";

Deno.test("every event changes a rip according to the state table, in row and record", () =>
  withStore(async (store) => {
    const repository = ripRepository(store);
    const pairs = RIP_STATES.flatMap((status) =>
      RIP_EVENTS.map((event) => ({ id: `${status}-${event}`, status, event }))
    );
    await store.write(async (tx) => {
      await tx.insert(rips).values(pairs.map(({ id, status }) => ripRow(id, { status })));
    });
    for (const { id, status, event } of pairs) {
      const changed = await repository.change(id, { event, record: (now) => ({ ...now, label: event }) });
      const next = nextRipState(status, event);
      same(changed?.status, next, id);
      const { record, status: stored } = await repository.get(id) ?? {};
      same([stored, record?.status, record?.label], next ? [next, next, event] : [status, status, "FILM"], id);
    }
  }));

Deno.test("a rip changes without an event in any state, and its state by an event alone", () =>
  withStore(async (store) => {
    const repository = ripRepository(store);
    await repository.insert(ripRow("a", { status: "done" }));
    const record = (source: string) => ({
      record: (now: typeof row.record) => ({ ...now, source, status: "failed" as const }),
    });
    const row = ripRow("a");
    const changed = await repository.change("a", { ...record("dev:/dev/sr1"), readTitles: [] });
    same([changed?.status, changed?.record.status, changed?.source], ["done", "done", "dev:/dev/sr1"]);
    same(await repository.change("gone", { event: "cancel" }), undefined);
  }));

Deno.test("a rip keeps the batch position of its record, and loses it with that", () =>
  withStore(async (store) => {
    const repository = ripRepository(store);
    await repository.insert(ripRow("a"));
    const batch = (batchId: string | undefined) =>
      repository.change("a", {
        record: ({ batchId: _, ...now }) => (batchId === undefined ? now : { ...now, batchId }),
      });
    same((await batch("set"))?.batchId, "set");
    same((await batch(undefined))?.batchId, null);
  }));

Deno.test("simultaneous changes of one rip all count: each sees the result of the previous one", () =>
  withStore(async (store) => {
    const repository = ripRepository(store);
    await repository.insert(ripRow("a", { record: { label: "" } }));
    await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) => repository.change("a", { record: (now) => ({ ...now, label: `${now.label}${i % 10}` }) }),
      ),
    );
    same((await repository.get("a"))?.record.label.length, 20);
    const ends = await Promise.all(
      (["cancel", "cancel", "start"] as const).map((event) => repository.change("a", { event })),
    );
    same(
      ends.map((row) => row?.status),
      ["cancelled", undefined, "ripping"],
      "of two who cancel one is told that it did",
    );
  }));

Deno.test("rips are listed newest first, those of one moment by id; those in states oldest first", () =>
  withStore(async (store) => {
    const repository = ripRepository(store);
    for (const [id, createdAt] of [["b", 5], ["a", 5], ["c", 9]] as const) {
      await repository.insert(ripRow(id, { createdAt, status: id === "c" ? "done" : "ready" }));
    }
    same((await repository.list()).map(({ id }) => id), ["c", "a", "b"]);
    same((await repository.inStates(["ready", "done"])).map(({ id }) => id).at(-1), "c");
    same(await repository.inStates([]), []);
  }));

Deno.test("log lines of a rip are numbered consecutively, also with two writers, up to the limit", () =>
  withStore(async (store) => {
    const repository = ripRepository(store);
    await repository.insert(ripRow("a"));
    await Promise.all([repository.log("a", ["one", "two"]), repository.log("a", ["three"]), repository.log("a", [])]);
    same(await repository.readLog("a"), ["one", "two", "three"]);
    same([await repository.readLog("a", 2), await repository.readLog("a", 0)], [["two", "three"], []]);
    await repository.log("a", Array.from({ length: 6_000 }, (_, i) => `line ${i}`));
    await repository.log("a", ["too late"]);
    const kept = await repository.readLog("a");
    same([kept.length, kept.at(-1)], [5_000, "line 4996"]);
  }));

Deno.test("log lines of a removed rip are dropped, and its log is removed with it", () =>
  withStore(async (store) => {
    const repository = ripRepository(store);
    await repository.log("gone", ["lost"]);
    await repository.insert(ripRow("a"));
    await repository.log("a", ["", "bad \ud83d sign", "tab\there"]);
    same(await repository.readLog("a"), ["", "bad \ufffd sign", "tab\there"]);
    await repository.remove("a");
    await repository.insert(ripRow("a"));
    same(await repository.readLog("a"), []);
  }));

Deno.test("the jobs of a rip come newest first, in every state", () =>
  withStore(async (store) => {
    await store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "old", ripId: "a", createdAt: 1, status: "failed", error: "No space" }),
        jobRow({ id: "new", ripId: "a", createdAt: 2 }),
        jobRow({ id: "other", ripId: "b" }),
        jobRow({ id: "none" }),
      ])
    );
    const found = await ripRepository(store).jobsOf("a");
    same(found.map(({ id, status, error }) => [id, status, error]), [["new", "queued", null], [
      "old",
      "failed",
      "No space",
    ]]);
  }));

Deno.test("box sets are listed in the order of their creation, and keep their time when they change", () =>
  withStore(async (store) => {
    const sets = boxSetRepository(store);
    const set = (id: string, createdAt: string, name = id) => ({
      ...{ id, name, createdAt, arr: "series", title: name, seasonNumber: 1, discCount: null } as const,
    });
    await sets.put(set("later", "2026-03-29T02:30:00.000+02:00"));
    await sets.put(set("first", "2026-03-29T00:00:00.000Z"));
    await sets.put(set("first", "2030-01-01T00:00:00.000Z", "renamed"));
    same((await sets.list()).map(({ record }) => record.name), ["renamed", "later"]);
    same((await sets.get("first"))?.createdAt, Date.parse("2026-03-29T00:00:00Z"));
    await sets.remove("first");
    await sets.remove("gone");
    same([(await sets.list()).length, await sets.get("first")], [1, undefined]);
  }));
