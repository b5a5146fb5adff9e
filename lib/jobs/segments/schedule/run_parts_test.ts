import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { createVirtualTime, type ModelMachine, runModel } from "../../../../tests/kit/farm_model.ts";
import type { SlotRules } from "../../capacity/local_capacity.ts";
import { createMachineSlots } from "../../capacity/machine_slots.ts";
import { type MoviePart, PART_TIMES } from "../../capacity/schedule_model.ts";
import { HERE } from "./part_schedule.ts";
import { runParts } from "./run_parts.ts";

const rules = (room: () => boolean, maxSlots = 4, first = 1): SlotRules => ({
  maxSlots,
  first: () => Promise.resolve(first),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  hasCapacity: () => Promise.resolve(room()),
});
const clock = { nowMs: () => performance.now(), every: () => () => {} };
const never = new AbortController().signal;
const film = (count: number, pictures = 1000): MoviePart[] => Array.from({ length: count }, () => ({ pictures }));

/** Encodes a movie locally only. */
const here = (
  parts: readonly MoviePart[],
  work: (part: MoviePart, slot: number, signal: AbortSignal) => Promise<void>,
  slotRules: SlotRules,
  signal: AbortSignal,
) =>
  runParts<MoviePart, undefined>({
    ...{ parts, slotRules, clock, signal },
    work: {
      makeHere: (part, { slot, signal }) => work(part, slot, signal).then(() => undefined),
      makeOn: () => Promise.reject(new Error("there is no other machine")),
      verifyProduced: () => Promise.reject(new Error("there is no other machine")),
      alike: () => Promise.resolve(true),
      ...{ commit: () => Promise.resolve(), discard: () => Promise.resolve(), undo: () => Promise.resolve() },
      reject: () => {},
    },
  });

Deno.test("without other machines every segment is encoded once, with any capacity", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 30 }),
      fc.infiniteStream(fc.boolean()),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (count, room, maxSlots, first) => {
        const parts = film(count);
        const done: MoviePart[] = [];
        const busy = new Set<number>();
        await here(
          parts,
          async (part, slot) => {
            ok(!busy.has(slot), "a slot has one part at a time");
            busy.add(slot);
            ok(busy.size <= maxSlots);
            await Promise.resolve();
            busy.delete(slot);
            done.push(part);
          },
          rules(() => room.next().value === true, maxSlots, Math.min(first, maxSlots)),
          never,
        );
        same([done.length, new Set(done).size], [count, count]);
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("a movie starts with the requested number of lanes", async () => {
  const slots: number[] = [];
  const begun = Promise.withResolvers<void>();
  const work = (_: MoviePart, slot: number) => {
    if (slots.push(slot) === 2) begun.resolve();
    return begun.promise;
  };
  await here(film(2), work, rules(() => false, 4, 2), never);
  same(slots, [0, 1]);
});

/** Returns which segments are restricted to one processor. */
async function narrowParts(count: number, slotRules: SlotRules): Promise<boolean[]> {
  const told: boolean[] = [];
  await runParts<MoviePart, undefined>({
    ...{ parts: film(count), clock, signal: never, slotRules },
    work: {
      makeHere: (_, { oneProcessor }) => Promise.resolve(void told.push(oneProcessor)),
      makeOn: () => Promise.reject(new Error("there is no other machine")),
      verifyProduced: () => Promise.reject(new Error("there is no other machine")),
      alike: () => Promise.resolve(true),
      ...{ commit: () => Promise.resolve(), discard: () => Promise.resolve(), undo: () => Promise.resolve() },
      reject: () => {},
    },
  });
  return told;
}

Deno.test("segments use one processor each while each processor has one, except for the last ones", async () => {
  same(await narrowParts(4, rules(() => false, 2, 2)), [true, true, true, true]);
  same(await narrowParts(5, rules(() => false, 2, 2)), [true, true, true, true, false]);
  same(await narrowParts(6, rules(() => false, 4, 4)), [true, true, true, true, false, false]);
  same(await narrowParts(3, rules(() => false, 4, 2)), [false, false, false], "two of four processors have none");
});

Deno.test("a machine without room for two encodes one part after the other", async () => {
  const slots = new Set<number>();
  await here(film(3), (_, slot) => Promise.resolve(void slots.add(slot)), rules(() => false), never);
  same([...slots], [0]);
});

Deno.test("the lane of a segment in verification encodes the next one", async () => {
  const parts = film(3);
  const encoding: MoviePart[] = [];
  const verified = Promise.withResolvers<undefined>();
  await runParts<MoviePart, undefined>({
    ...{ parts, clock, signal: never, slotRules: rules(() => false) },
    work: {
      makeHere(part, { slot, onEncoded }) {
        is(slot, 0);
        encoding.push(part);
        if (encoding.length === parts.length) verified.resolve(undefined);
        else onEncoded();
        return verified.promise;
      },
      makeOn: () => Promise.reject(new Error("there is no other machine")),
      verifyProduced: () => Promise.reject(new Error("there is no other machine")),
      alike: () => Promise.resolve(true),
      ...{ commit: () => Promise.resolve(), discard: () => Promise.resolve(), undo: () => Promise.resolve() },
      reject: () => {},
    },
  });
  same(encoding, parts);
});

Deno.test("the first error here ends all, once those that run have ended", async () => {
  const parts = film(4);
  const started: MoviePart[] = [];
  const ended: MoviePart[] = [];
  const two = Promise.withResolvers<void>();
  const work = async (part: MoviePart, _lane: number, signal: AbortSignal) => {
    started.push(part);
    if (started.length === 2) two.resolve();
    await two.promise;
    if (part === parts[1]) throw new Error("broken");
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
    ended.push(part);
  };
  await rejects(here(parts, work, rules(() => true, 2), never), /broken/);
  same([started, ended], [parts.slice(0, 2), parts.slice(0, 1)]);
});

Deno.test("a stop ends the lanes with its reason and begins nothing", async () => {
  const stop = new AbortController();
  let started = 0;
  const work = () => {
    started++;
    stop.abort(new Error("cancelled"));
    return Promise.resolve();
  };
  await rejects(here(film(3), work, rules(() => true), stop.signal), /cancelled/);
  is(started, 1);
});

Deno.test("machines of any speed together are nearly as fast as they can be", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 60, max: 200 }),
      fc.array(
        fc.record({ slots: fc.integer({ min: 1, max: 3 }), speed: fc.double({ min: 0.005, max: 0.5, noNaN: true }) }),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      async (count, drawn) => {
        const machines = drawn.map((machine, i) => ({ ...machine, id: `m${i}` }));
        const time = createVirtualTime();
        const { madeMs } = await time.run(
          runModel({ parts: film(count), machines, here: { speed: 0.05, maxSlots: 1 }, keepLocal: 1 }, time),
        );
        const speeds = [0.05, ...machines.flatMap(({ slots, speed }) => Array.from({ length: slots }, () => speed))];
        const ideal = count * 1000 / speeds.reduce((sum, speed) => sum + speed, 0);
        // The first segments are assigned before any speed is known, so the movie may have to wait this long for the
        // slowest machine.
        ok(madeMs <= ideal * 1.05 + 1000 / Math.min(...speeds) + PART_TIMES.updateEveryMs, `${madeMs} for ${ideal}`);
      },
    ),
    { numRuns: 100 },
  );
});

Deno.test("a machine that is twenty times slower does not delay a movie", async () => {
  const time = createVirtualTime();
  const machines = [{ id: "fast", slots: 1, speed: 0.1 }, { id: "slow", slots: 1, speed: 0.005 }];
  const result = await time.run(
    runModel({ parts: film(60), machines, here: { speed: 0.1, maxSlots: 1 }, keepLocal: 1 }, time),
  );
  // The two fast encoders alone take 300 seconds.
  ok(result.madeMs <= 301_000, `${result.madeMs}`);
  ok([...result.workers.values()].includes("slow"));
});

Deno.test("with a local limit of zero all segments are encoded elsewhere; without machines this one starts after a while", async () => {
  const time = createVirtualTime();
  const machines: ModelMachine[] = [{ id: "a", slots: 2, speed: 0.1 }];
  const all = await time.run(
    runModel({ parts: film(20), machines, here: { speed: 0.1, maxSlots: 2 }, keepLocal: 0 }, time),
  );
  same(new Set(all.workers.values()), new Set(["a"]));
  const gone = await time.run(
    runModel({
      parts: film(20),
      machines: [{ id: "b", slots: 2, speed: 0.1, untilMs: time.nowMs() + 35_000 }],
      here: { speed: 0.1, maxSlots: 2 },
      keepLocal: 0,
    }, time),
  );
  same(new Set(gone.workers.values()), new Set(["b", HERE]));
});

Deno.test("other machines get no new segments while encodes are suspended, and continue afterwards", async () => {
  const time = createVirtualTime();
  const pausedUntilMs = 300_000;
  const { workers, madeMs } = await time.run(
    runModel({
      ...{ parts: film(20), here: { speed: 0.1, maxSlots: 1 }, keepLocal: 0, pausedUntilMs },
      machines: [{ id: "a", slots: 2, speed: 0.1 }],
    }, time),
  );
  same(new Set(workers.values()), new Set(["a"]));
  const alone = 20 * 1000 / 0.1 / 2;
  ok(madeMs >= pausedUntilMs + alone && madeMs <= pausedUntilMs + alone + PART_TIMES.updateEveryMs, `${madeMs}`);
});

Deno.test("delivered parts are verified and not encoded again, whether the machine is online or not", async () => {
  for (const machines of [[{ id: "a", slots: 1, speed: 0.1, verifyMs: 1000 }], []]) {
    for (const producedFate of ["good", "damaged"] as const) {
      const time = createVirtualTime();
      const parts = film(10).map((part, i) => i % 3 === 0 ? { ...part, producedBy: { id: "a" } } : part);
      const result = await time.run(
        runModel({ parts, machines, producedFate, here: { speed: 0.1, maxSlots: 1 }, keepLocal: 1 }, time),
      );
      is(result.workers.size, 10);
      const produced = parts.filter(({ producedBy }) => producedBy !== undefined);
      same(result.rejected, []);
      if (producedFate === "damaged") ok(produced.every((part) => result.encoded.has(part)));
      else ok(produced.every((part) => result.workers.get(part) === "a" && !result.encoded.has(part)));
    }
  }
});

Deno.test("a machine encodes its next segment during the verification of the last, and is never far ahead", async () => {
  const made = async (verifyMs: number) => {
    const time = createVirtualTime();
    const machines = [{ id: "a", slots: 2, speed: 0.1, verifyMs }];
    return await time.run(
      runModel({ parts: film(20), machines, here: { speed: 0.1, maxSlots: 1 }, keepLocal: 0 }, time),
    );
  };
  // Two slots encode 20 segments in ten rounds of ten seconds each. The verification of the last segments follows.
  ok((await made(9_000)).madeMs <= 110_000);
  const slow = await made(60_000);
  ok(slow.mostUnverified > 2 && slow.mostUnverified <= 4, `${slow.mostUnverified}`);
});

Deno.test("two movies share the slots of a machine", async () => {
  const time = createVirtualTime();
  const slots = createMachineSlots();
  const [one, two] = await time.run(Promise.all([film(30), film(30)].map((parts) =>
    runModel({
      ...{ parts, slots, keepLocal: 0, here: { speed: 0.1, maxSlots: 1 } },
      machines: [{ id: "a", slots: 4, speed: 0.1 }],
    }, time)
  )));
  ok(one && two);
  ok((one.most.get("a") ?? 0) <= 4 && (two.most.get("a") ?? 0) >= 2);
  // Alone, each movie would take 80 seconds.
  ok(Math.abs(one.madeMs - two.madeMs) <= 40_000, `${one.madeMs} and ${two.madeMs}`);
  ok(one.madeMs >= 100_000 && two.madeMs >= 100_000);
});
