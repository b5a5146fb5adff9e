import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { ripsTest } from "../../../tests/fixtures/discs/rips_world.ts";
import { type RipState } from "../rip_states.ts";

ripsTest("pages of rips hold each rip once, by state, with as many lines of the log as are wanted", async (world) => {
  const { insert, rips, reach } = world;
  const made: string[] = [];
  for (let i = 0; i < 7; i++) made.push((await insert()).id);
  await rips.start(made[0] ?? "", { options: { deliver: true } });
  await reach(made[0] ?? "", "done");
  const all = (await rips.list()).map(({ id }) => id);
  const none: RipState[] = [];
  const whole = await rips.page({ status: none });
  same([whole.items.map(({ id }) => id), whole.total, whole.nextCursor], [all, 7, undefined]);
  for (const limit of [1, 3, 7, 8]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, total, nextCursor } = await rips.page({ status: none, limit, cursor, logLines: 0 });
      same([total, items.length <= limit, items.every(({ log }) => log.length === 0)], [7, true, true]);
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor !== undefined);
    same(seen, all, `${limit}`);
  }
  const done = await rips.page({ status: ["done"], limit: 3, logLines: 1 });
  same([done.items.map(({ id }) => id), done.total, done.items[0]?.log.length], [[made[0]], 1, 1]);
  for (const cursor of ["", "x", "1", "1_", "_a", "9".repeat(30) + "_a", "1_a' OR 1=1"]) {
    await rejects(rips.page({ status: none, limit: 1, cursor }), /cursor does not belong/);
  }
});
