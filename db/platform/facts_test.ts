import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { withStore } from "../../tests/fixtures/store.ts";
import { eventRepository } from "./events.ts";
import { keyValueRepository } from "./key_values.ts";
import { loginFailureRepository } from "./login_failures.ts";
import { sessionRepository } from "./sessions.ts";
import { taskRunRepository } from "./task_runs.ts";

Deno.test("a value is read as it was stored, for any JSON, and the last one counts", () =>
  withStore(async (store) => {
    const facts = keyValueRepository(store);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null), async (value) => {
        await facts.set("key", value);
        same(await facts.get("key"), JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 40 },
    );
  }));

Deno.test("similar keys have separate values, and removing a missing one has no effect", () =>
  withStore(async (store) => {
    const facts = keyValueRepository(store);
    for (const key of ["a", "A", "a ", "", "%"]) await facts.set(key, key);
    same(await Promise.all(["a", "A", "a ", "", "%", "b"].map(facts.get)), ["a", "A", "a ", "", "%", undefined]);
    await facts.remove("a");
    await facts.remove("a");
    same([await facts.get("a"), await facts.get("A")], [undefined, "A"]);
  }));

Deno.test("the last run of a task counts", () =>
  withStore(async (store) => {
    const runs = taskRunRepository(store);
    await runs.set({ id: "prune", lastRunAt: 1, durationMs: 5, result: "removed 3", error: null });
    await runs.set({ id: "prune", lastRunAt: 2, durationMs: 0, result: null, error: "No space" });
    await runs.set({ id: "backup", lastRunAt: 1, durationMs: 1, result: null, error: null });
    same((await runs.all()).toSorted((a, b) => a.id < b.id ? -1 : 1), [
      { id: "backup", lastRunAt: 1, durationMs: 1, result: null, error: null },
      { id: "prune", lastRunAt: 2, durationMs: 0, result: null, error: "No space" },
    ]);
  }));

const event = (message: string) => ({ time: 0, level: "info", source: "jobs", message } as const);

const SEARCHES: [message: string, q: string][] = [
  ["Über den Wolken.mkv was encoded", "Über"],
  ["ÉTÉ was removed", "ÉTÉ"],
  ["The drive is busy", "DRIVE IS"],
  ["Found 千と千尋", "千尋"],
  ["Path C:\\films\\100%", "\\100%"],
  ['It\'s "done"', 's "d'],
  ["🎬 was cut", "🎬"],
];

for (const [message, q] of SEARCHES) {
  Deno.test(`the events list finds ${q} in the displayed text`, () =>
    withStore(async (store) => {
      const events = eventRepository(store);
      await events.add(event(message));
      await events.add({ ...event("with details"), details: message });
      await events.add(event("something else"));
      same((await events.list({ q, limit: 10 })).items.map(({ message }) => message), ["with details", message]);
    }));
}

Deno.test("an event with an invalid character is stored and shown", () =>
  withStore(async (store) => {
    const events = eventRepository(store);
    const added = await events.add({ ...event("cut \ud83d off"), details: "\udfff", refKind: "job", refId: "a" });
    same([added.message, added.details, added.ref], ["cut \ufffd off", "\ufffd", { kind: "job", id: "a" }]);
    same((await events.list({ limit: 1 })).items, [added]);
  }));

Deno.test("an event names its subject only if kind and ID are known", () =>
  withStore(async (store) => {
    const events = eventRepository(store);
    same((await events.add({ ...event("a"), refKind: "job" })).ref, undefined);
    same((await events.add({ ...event("b"), refId: "x" })).ref, undefined);
    same("details" in await events.add(event("c")), false);
    same(
      (await events.add({ ...event("d"), time: Date.UTC(2026, 9, 25, 1, 0, 0, 7) })).time,
      "2026-10-25T01:00:00.007Z",
    );
  }));

Deno.test("the newest ten thousand events are kept, also with simultaneous writes", () =>
  withStore(async (store) => {
    const events = eventRepository(store);
    await store.write(async (tx) => {
      await tx.run(`INSERT INTO events (time, level, source, message)
        SELECT value, 'info', 'jobs', 'old' FROM json_each('[${Array.from({ length: 9_998 }, (_, i) => i).join()}]')`);
    });
    const added = await Promise.all(["x", "y", "z", "last"].map((message) => events.add(event(message))));
    same(added.map(({ id }) => id), [9_999, 10_000, 10_001, 10_002]);
    const { total, items } = await events.list({ limit: 2 });
    same([total, items.map(({ message }) => message)], [10_000, ["last", "z"]]);
    same((await events.list({ limit: 500, cursor: 4 })).items.map(({ id }) => id), [3]);
  }));

Deno.test("event IDs keep rising after the list was cleared: an open page requests the newer ones", () =>
  withStore(async (store) => {
    const events = eventRepository(store);
    const { id } = await events.add(event("a"));
    await events.clear();
    same((await events.add(event("b"))).id > id, true);
  }));

Deno.test("events before one and after a cursor are those before both", () =>
  withStore(async (store) => {
    const events = eventRepository(store);
    for (let i = 0; i < 6; i++) await events.add(event(`${i}`));
    const ids = async (query: { before?: number; cursor?: number }) =>
      (await events.list({ limit: 10, ...query })).items.map(({ id }) => id);
    same([await ids({ before: 3, cursor: 5 }), await ids({ before: 5, cursor: 3 }), await ids({ before: 1 })], [
      [2, 1],
      [2, 1],
      [],
    ]);
  }));

Deno.test("simultaneous failed logins of one key are all counted, also twice in one call", () =>
  withStore(async (store) => {
    const failures = loginFailureRepository(store);
    await Promise.all(Array.from({ length: 12 }, (_, i) => failures.add(["1.2.3.4", `user ${i % 2}`], 100 + i, 0)));
    await failures.add(["twice", "twice"], 1000, 0);
    same(Object.fromEntries((await failures.all()).map(({ key, failures }) => [key, failures])), {
      "1.2.3.4": 12,
      "user 0": 6,
      "user 1": 6,
      twice: 2,
    });
    await failures.remove("gone");
  }));

Deno.test("a second session with one digest is refused; ending a missing one has no effect", () =>
  withStore(async (store) => {
    const sessions = sessionRepository(store);
    const row = { idDigest: "d", username: "owner", createdAt: 1, lastSeenAt: 1, remembered: false };
    await sessions.add(row);
    same(await sessions.add({ ...row, username: "other" }).then(() => "", (error) => error.code), "SQLITE_CONSTRAINT");
    same((await sessions.get("d"))?.username, "owner");
    await sessions.remove("gone");
    await sessions.seen("gone", 5);
    same([await sessions.get("gone"), (await sessions.get("d"))?.lastSeenAt], [undefined, 1]);
  }));
