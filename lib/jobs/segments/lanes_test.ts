import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type LaneRules, runInLanes } from "./lanes.ts";

const rules = (room: () => boolean, atMost = 4): LaneRules => ({
  atMost,
  pause: () => Promise.resolve(),
  hasRoom: () => Promise.resolve(room()),
});
const never = new AbortController().signal;

Deno.test("every part is done once, whatever the machine has room for", async () => {
  await fc.assert(fc.asyncProperty(
    fc.integer({ min: 0, max: 30 }),
    fc.infiniteStream(fc.boolean()),
    fc.integer({ min: 1, max: 5 }),
    async (count, room, atMost) => {
      const done: number[] = [];
      const busy = new Set<number>();
      await runInLanes(
        Array.from({ length: count }, (_, i) => i),
        async (item, lane) => {
          ok(!busy.has(lane), "a lane has one part at a time");
          busy.add(lane);
          ok(busy.size <= atMost);
          await Promise.resolve();
          busy.delete(lane);
          done.push(item);
        },
        rules(() => room.next().value === true, atMost),
        never,
      );
      same(done.sort((a, b) => a - b), Array.from({ length: count }, (_, i) => i));
    },
  ));
});

Deno.test("a machine without room for two encodes one part after the other", async () => {
  const lanes = new Set<number>();
  await runInLanes([1, 2, 3], (_, lane) => Promise.resolve(void lanes.add(lane)), rules(() => false), never);
  same([...lanes], [0]);
});

Deno.test("the first error ends all, once those that run have ended", async () => {
  const ended: number[] = [];
  const work = async (item: number, _lane: number, signal: AbortSignal) => {
    if (item === 1) throw new Error("broken");
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
    ended.push(item);
  };
  const held = Promise.withResolvers<void>();
  const started: number[] = [];
  await rejects(
    runInLanes(
      [0, 1, 2, 3],
      async (item, lane, signal) => {
        started.push(item);
        if (item === 0) held.resolve();
        await work(item, lane, signal);
      },
      { ...rules(() => true, 2), pause: () => held.promise },
      never,
    ),
    /broken/,
  );
  same([started, ended], [[0, 1], [0]]);
});

Deno.test("a stop ends the lanes with its reason and begins nothing", async () => {
  const stop = new AbortController();
  const started: number[] = [];
  const work = (item: number) => {
    started.push(item);
    stop.abort(new Error("cancelled"));
    return Promise.resolve();
  };
  await rejects(runInLanes([0, 1, 2], work, rules(() => true), stop.signal), /cancelled/);
  is(started.length, 1);
});
