import { deepEqual, equal, rejects } from "node:assert/strict";
import { Fault } from "../fault.ts";
import { createPool } from "./pool.ts";

Deno.test("S-LIM-5: the pool runs two at a time in order, keeps a line and refuses more", async () => {
  const pool = createPool({ running: 2, waiting: 2 });
  const doors: (() => void)[] = [];
  const started: number[] = [];
  const work = (n: number) => () => {
    started.push(n);
    return new Promise<number>((open) => doors.push(() => open(n)));
  };
  const all = [1, 2, 3, 4].map((n) => pool(work(n)));
  deepEqual(started, [1, 2]);
  await rejects(pool(work(5)), (error: unknown) => error instanceof Fault && error.code === "busy");
  doors[0]?.();
  equal(await all[0], 1);
  deepEqual(started, [1, 2, 3]);
  doors[1]?.();
  await all[1];
  for (const door of doors.slice(2)) door();
  deepEqual(await Promise.all(all), [1, 2, 3, 4]);
});

Deno.test("a failure gives its place back", async () => {
  const pool = createPool({ running: 1, waiting: 0 });
  await rejects(pool(() => Promise.reject(new Error("broken"))), /broken/);
  equal(await pool(() => Promise.resolve("next")), "next");
});
