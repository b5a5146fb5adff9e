import { deepStrictEqual as same } from "node:assert/strict";
import { withStore } from "../../tests/fixtures/store.ts";
import { eventRepository } from "./events.ts";

Deno.test("events are listed newest first, filtered, searched as plain text, and continued by a cursor", () =>
  withStore(async (store) => {
    const events = eventRepository(store);
    for (let i = 1; i <= 6; i++) {
      const level = i % 2 === 0 ? "warning" : "info";
      await events.add({
        time: i,
        level,
        source: "jobs",
        message: `Event ${i} at 50%`,
        details: i === 3 ? "ÄÖ_x" : null,
      });
    }
    const ids = async (query: Partial<Parameters<typeof events.list>[0]>) =>
      (await events.list({ limit: 10, ...query })).items.map(({ id }) => id);
    same(await ids({}), [6, 5, 4, 3, 2, 1]);
    same(await ids({ level: "warning" }), [6, 4, 2]);
    same([await ids({ q: "event 5" }), await ids({ q: "_" }), (await ids({ q: "50%" })).length], [[5], [3], 6]);
    same([await ids({ limit: 2 }), await ids({ limit: 2, cursor: 5 })], [[6, 5], [4, 3]]);
    same((await events.list({ limit: 1 })).total, 6);
    await events.clear();
    same(await ids({}), []);
  }));
