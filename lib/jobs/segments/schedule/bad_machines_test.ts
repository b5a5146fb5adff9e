import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { createVirtualTime, type ModelMachine, runModel } from "../../../../tests/kit/farm_model.ts";
import { createPool } from "../../../kit/async.ts";
import type { RemoteMachine } from "../../capacity/remote_machines.ts";
import { createMachineSlots } from "../../capacity/machine_slots.ts";
import { type MoviePart, PART_TIMES, WrongResult } from "../../capacity/schedule_model.ts";
import { HERE } from "./part_schedule.ts";
import { runParts } from "./run_parts.ts";

/** Slot rules that use exactly `count` slots from the start. */
const slotRulesOf = (count: number) => ({
  maxSlots: count,
  first: () => Promise.resolve(count),
  hasCapacity: () => Promise.resolve(false),
});
const never = new AbortController().signal;
const film = (count: number, pictures = 1000): MoviePart[] => Array.from({ length: count }, () => ({ pictures }));

const Fate = fc.constantFrom("good", "good", "good", "fails", "silent", "wrong", "unlike") as fc.Arbitrary<
  ReturnType<NonNullable<ModelMachine["fate"]>>
>;
const Machine = fc.record({
  slots: fc.integer({ min: 1, max: 4 }),
  speed: fc.double({ min: 0.001, max: 1, noNaN: true }),
  fromMs: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
  staysMs: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
  fates: fc.array(Fate, { maxLength: 20 }),
  verifyMs: fc.integer({ min: 1, max: 20_000 }),
});

Deno.test("machines that fail, lie, vanish, join and are silent: every segment counts once and is correct", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(Machine, { maxLength: 5 }),
      fc.integer({ min: 0, max: 2 }),
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(39), fc.nat(4)), { maxLength: 8 }),
      fc.constantFrom("good" as const, "damaged" as const, "unlike" as const),
      fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
      async (count, drawn, keepLocal, checkAll, produced, producedFate, allEndMs) => {
        const parts: MoviePart[] = film(count);
        for (const [part, machine] of produced) {
          const found = parts[part];
          if (found && machine < drawn.length) found.producedBy = { id: `m${machine}` };
        }
        const machines = drawn.map(({ staysMs, fates, fromMs, ...machine }, i): ModelMachine => ({
          ...machine,
          id: `m${i}`,
          ...(fromMs === undefined ? {} : { fromMs }),
          ...(staysMs === undefined ? {} : { untilMs: (fromMs ?? 0) + staysMs }),
          ...(allEndMs === undefined ? {} : { untilMs: allEndMs }),
          fate: (n) => fates[n] ?? "good",
        }));
        const time = createVirtualTime();
        const here = { speed: 0.05, maxSlots: 2 };
        const model = { parts, machines, here, keepLocal, drawn: () => checkAll, producedFate };
        const result = await time.run(runModel(model, time), 1e9);
        is(result.workers.size, count);
        for (const [id, most] of result.most) {
          ok(most <= (machines.find((one) => one.id === id)?.slots ?? 2), "no more than its slots");
        }
        for (const workerId of result.workers.values()) {
          ok(!result.rejected.some((one) => one.startsWith(`${workerId}:`)), "nothing counts that a liar made");
        }
      },
    ),
    { numRuns: 150 },
  );
});

Deno.test("a segment whose two encodes end together with their machines is encoded locally", async () => {
  const time = createVirtualTime();
  const untilMs = 15_000;
  // The fast machine finishes its own segment and encodes that of the slow one as well.
  const machines = [{ id: "slow", slots: 1, speed: 0.001, untilMs }, { id: "fast", slots: 1, speed: 0.1, untilMs }];
  const parts = film(2);
  const result = await time.run(
    runModel({ parts, machines, here: { speed: 0.1, maxSlots: 1 }, keepLocal: 0 }, time),
    1e7,
  );
  same([...result.workers.values()], ["fast", HERE]);
  is(result.encodes, 4, "three elsewhere, and one here");
});

Deno.test("a machine that accepts no segments is rejected too when its delivery proves incorrect", async () => {
  const time = createVirtualTime();
  const machine = { id: "m", slots: 1, speed: 0.1, verifyMs: 20_000, untilMs: 15_000, fate: () => "wrong" as const };
  const result = await time.run(
    runModel({ parts: film(1), machines: [machine], here: { speed: 0.1, maxSlots: 1 }, keepLocal: 0 }, time),
    1e7,
  );
  same([[...result.workers.values()], result.rejected], [[HERE], ["m: garbage"]]);
});

Deno.test("a machine that is offline is rejected when the local encode of its delivery differs", async () => {
  const time = createVirtualTime();
  const parts = film(1).map((part) => ({ ...part, producedBy: { id: "m" } }));
  const result = await time.run(
    runModel({
      ...{ parts, machines: [], producedFate: "unlike", here: { speed: 0.1, maxSlots: 1 }, keepLocal: 1 },
      drawn: () => true,
    }, time),
    1e7,
  );
  same([...result.workers.values()], [HERE]);
  same(result.rejected, ["m: The machine's encode of a segment differs from this server's encode of the same frames."]);
});

/** Two verifications run concurrently. The remaining ones wait. */
const VERIFIED_AT_ONCE = 2;

Deno.test("only the incorrect segments of a rejected machine are replaced: the others are those encoded locally", async () => {
  const time = createVirtualTime();
  const verify = createPool({ running: VERIFIED_AT_ONCE, waiting: 100 });
  const slots = 4;
  const parts = film(2 * slots);
  const rejected: string[] = [];
  const discarded = new Set<object>();
  const workers = new Map<MoviePart, string>();
  const liar: RemoteMachine = {
    ...{ id: "liar", name: "liar", slots, encode: () => Promise.resolve() },
  };
  const encode = async (by: string, ms: number, signal: AbortSignal, onEncoded: () => void) => {
    await time.sleep(ms, signal);
    signal.throwIfAborted();
    onEncoded();
    return { by };
  };
  await time.run(
    runParts<MoviePart, { by: string }>({
      ...{ parts, clock: time, signal: never },
      slotRules: { ...slotRulesOf(slots), pause: (signal) => time.sleep(10_000, signal) },
      farm: {
        available: () => Promise.resolve(rejected.length > 0 ? [] : [liar]),
        onChange: () => () => {},
        isPaused: () => false,
        ...{ keepLocal: () => slots, slots: createMachineSlots(), times: PART_TIMES },
      },
      work: {
        // Staggered, so that the last comparison starts when the first has detected the machine.
        makeHere: (_, { slot, signal, onEncoded }) => encode(HERE, 10_000 + slot * 100, signal, onEncoded),
        makeOn: async (_, { id }, { signal, onEncoded }) => ({
          made: await encode(id, 9_000, signal, onEncoded),
          doubt: "It looks odd.",
        }),
        verifyProduced: () => Promise.reject(new Error("nothing was produced earlier")),
        alike: (one, other) =>
          verify(async () => {
            for (const made of [one, other]) if (discarded.has(made)) throw new Deno.errors.NotFound(made.by);
            await time.sleep(5_000);
            return one.by === other.by;
          }),
        commit: (part, _, workerId) => Promise.resolve(void workers.set(part, workerId)),
        discard: (made) => Promise.resolve(void discarded.add(made)),
        undo: (part) => Promise.resolve(void workers.delete(part)),
        reject: (_, reason) => void rejected.push(reason),
      },
    }),
    1e7,
  );
  same(parts.map((part) => workers.get(part)), parts.map(() => HERE));
  same([rejected.length, discarded.size], [1, slots]);
});

Deno.test("a segment of a rejected machine is encoded again only once its statistics are removed", async () => {
  const time = createVirtualTime();
  const parts = film(3);
  const [late, , bad] = parts;
  const workers = new Map<MoviePart, string>();
  let isRejected = false;
  const liar: RemoteMachine = {
    ...{ id: "liar", name: "liar", slots: 2, encode: () => Promise.resolve() },
  };
  await time.run(
    runParts<MoviePart, undefined>({
      ...{ parts, clock: time, signal: never },
      slotRules: { ...slotRulesOf(1), pause: (signal) => time.sleep(10_000, signal) },
      farm: {
        available: () => Promise.resolve(isRejected ? [] : [liar]),
        onChange: () => () => {},
        isPaused: () => false,
        ...{ keepLocal: () => 1, slots: createMachineSlots(), times: PART_TIMES },
      },
      work: {
        async makeHere(part, { signal }) {
          // The rejected machine encodes this segment too and finishes sooner. The local encode ends with a delay,
          // while the statistics of that machine are still being removed.
          if (part === late && !isRejected) await time.sleep(100_000, signal).then(() => time.sleep(5_000));
          signal.throwIfAborted();
          return undefined;
        },
        async makeOn(part) {
          await time.sleep(part === bad ? 7_000 : 1_000);
          if (part === bad) throw new WrongResult("It is damaged.");
          return { made: undefined };
        },
        verifyProduced: () => Promise.reject(new Error("nothing was produced earlier")),
        alike: () => Promise.resolve(true),
        commit: (part, _, workerId) => Promise.resolve(void workers.set(part, workerId)),
        discard: () => Promise.resolve(),
        undo: (part) => time.sleep(20_000).then(() => void workers.delete(part)),
        reject: () => void (isRejected = true),
      },
    }),
    1e7,
  );
  ok(isRejected);
  same(parts.map((part) => workers.get(part)), parts.map(() => HERE));
});
