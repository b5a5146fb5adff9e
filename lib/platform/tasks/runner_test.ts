import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import type { TaskRunRow } from "../../../db/schema/platform.ts";
import { createBus } from "../../kit/bus.ts";
import type { InstanceBusEvents } from "../../app/instance_events.ts";
import type { Task } from "../model.ts";
import { createFirstStarts } from "./first_starts.ts";
import { createTasks, type TaskDefinition } from "./runner.ts";

const MINUTE = 60_000;

/** Tasks with a clock that the test sets. `facts` survive a restart. */
function setUp(
  definitions: TaskDefinition[],
  stored: TaskRunRow[] = [],
  { failures = 0, facts = new Map<string, unknown>(), day = 0 } = {},
) {
  let now = Date.parse("2026-06-01T12:00:00Z") + day * 24 * 60 * MINUTE;
  const rows = new Map(stored.map((row) => [row.id, row]));
  const bus = createBus<InstanceBusEvents>((error) => {
    throw error;
  });
  const told: Task[] = [];
  bus.on("task", ({ task }) => told.push(task));
  const clock = { now: () => new Date(now), monotonicMs: () => now };
  const log = () => {};
  const tasks = createTasks({
    definitions,
    firstStarts: createFirstStarts({
      facts: {
        get: (key) => Promise.resolve(facts.get(key)),
        set: (key, value) => Promise.resolve(void facts.set(key, value)),
      },
      clock,
      log,
    }),
    repository: {
      all: () => failures-- > 0 ? Promise.reject(new Error("no answer")) : Promise.resolve([...rows.values()]),
      set: (row) => Promise.resolve(void rows.set(row.id, row)),
    },
    bus,
    clock,
    log,
    timeZone: "UTC",
  });
  return { tasks, rows, told, pass: (ms: number) => void (now += ms) };
}

const counted = (id: string, everyMinutes: number, more: Partial<TaskDefinition> = {}) => {
  const counter = { runs: 0 };
  const definition: TaskDefinition = {
    id,
    name: id,
    schedule: () => ({ everySeconds: everyMinutes * 60 }),
    run: () => Promise.resolve(`run ${++counter.runs}`),
    ...more,
  };
  return { counter, definition };
};

Deno.test("S-JOB-4: runs missed during a long sleep happen once, and the interval continues", async () => {
  const { counter, definition } = counted("health", 5);
  const { tasks, rows, pass } = setUp([definition]);
  await tasks.tick();
  is(counter.runs, 1);
  pass(4 * MINUTE);
  await tasks.tick();
  is(counter.runs, 1);
  pass(3 * 24 * 60 * MINUTE);
  await tasks.tick();
  await tasks.tick();
  is(counter.runs, 2);
  pass(5 * MINUTE);
  await tasks.tick();
  is(counter.runs, 3);
  is(rows.get("health")?.result, "run 3");
});

Deno.test("S-JOB-4: a clock set back by a day or forward by a day breaks no rhythm", async () => {
  const { counter, definition } = counted("health", 5);
  const { tasks, pass } = setUp([definition]);
  await tasks.tick();
  pass(-24 * 60 * MINUTE);
  await tasks.tick();
  is(counter.runs, 1);
  pass(5 * MINUTE);
  await tasks.tick();
  is(counter.runs, 2, "five minutes after the clock was set back, not a day and five minutes");
  pass(24 * 60 * MINUTE);
  await tasks.tick();
  await tasks.tick();
  is(counter.runs, 3);
});

Deno.test("S-JOB-5: one failing task stops no other, and shows its error until it succeeds", async () => {
  let broken = true;
  const failing = counted("failing", 5, {
    run: () => broken ? Promise.reject(new Error("The disk is away.")) : Promise.resolve("fine"),
  });
  const { counter, definition } = counted("other", 5);
  const { tasks, pass } = setUp([failing.definition, definition]);
  await tasks.tick();
  is(counter.runs, 1);
  is((await tasks.list())[0]?.lastError, "The disk is away.");
  broken = false;
  pass(5 * MINUTE);
  await tasks.tick();
  const [again] = await tasks.list();
  same([again?.lastResult, again?.lastError], ["fine", undefined]);
});

Deno.test("a task runs on demand, also when it is disabled, but never twice simultaneously", async () => {
  const gate = Promise.withResolvers<string>();
  const { definition } = counted("slow", 5, {
    run: () => gate.promise,
    disabled: () => "Switched off in the settings.",
  });
  const { tasks, told, rows } = setUp([definition]);
  await tasks.tick();
  is(rows.size, 0);
  const begun = await tasks.runNow("slow");
  same([begun.running, begun.enabled, begun.nextRun], [true, false, undefined]);
  await rejects(tasks.runNow("slow"), /already running/);
  await rejects(tasks.runNow("nothing"), /no task/);
  gate.resolve("done");
  await tasks.stop();
  is(rows.get("slow")?.result, "done");
  ok(told.some(({ running }) => running));
});

Deno.test("a run that the end of the program cuts off is no run: it is due at the next start", async () => {
  const begun = Promise.withResolvers<void>();
  const { definition } = counted("scan", 60, {
    run: (signal) => {
      begun.resolve();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  const { tasks, rows } = setUp([definition]);
  const ticked = tasks.tick();
  await begun.promise;
  await tasks.stop();
  await ticked;
  same([...rows.keys()], []);
});

Deno.test("the last runs are known after a restart", async () => {
  const { counter, definition } = counted("backup", 7 * 24 * 60);
  const lastRunAt = Date.parse("2026-05-30T12:00:00Z");
  const { tasks } = setUp([definition], [{ id: "backup", lastRunAt, durationMs: 5, result: "made", error: null }]);
  await tasks.tick();
  is(counter.runs, 0);
  is((await tasks.list())[0]?.nextRun, "2026-06-06T12:00:00.000Z");
});

Deno.test("a failed store is queried again, and no task is lost or started twice", async () => {
  const { counter, definition } = counted("health", 5);
  const { tasks, rows } = setUp([definition], [], { failures: 3 });
  await rejects(tasks.tick());
  await rejects(tasks.list());
  await rejects(tasks.runNow("health"));
  is(counter.runs, 0);
  same((await tasks.list()).map(({ running }) => running), [false]);
  const answers = await Promise.allSettled([tasks.runNow("health"), tasks.runNow("health")]);
  same(answers.map(({ status }) => status), ["fulfilled", "rejected"]);
  await tasks.stop();
  same([counter.runs, rows.get("health")?.result], [1, "run 1"]);
});

Deno.test("a task that throws immediately fails like any other", async () => {
  const { definition } = counted("health", 5, {
    run: () => {
      throw new Error("broken");
    },
  });
  const { tasks, rows } = setUp([definition]);
  await tasks.tick();
  is(rows.get("health")?.error, "broken");
  same((await tasks.list()).map(({ running }) => running), [false]);
});

Deno.test("the next run of a task: its interval after the previous run, and at the next check when it is due", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  let enabled = false;
  const { definition } = counted("auto", 30, {
    run: () => ended,
    disabled: () => enabled ? undefined : "It is off.",
  });
  const stored = { id: "auto", lastRunAt: Date.parse("2026-05-01T00:00:00Z"), durationMs: 1, result: "", error: null };
  const { tasks, pass } = setUp([definition], [stored]);
  const next = async () => (await tasks.list())[0]?.nextRun;
  tasks.start();
  is(await next(), undefined);
  enabled = true;
  pass(5_000);
  is(await next(), "2026-06-01T12:00:20.000Z", "long due, but the timer looks only then");
  pass(15_000);
  const running = tasks.tick();
  while ((await tasks.list())[0]?.running !== true) await Promise.resolve();
  pass(MINUTE);
  is(await next(), "2026-06-01T12:30:20.000Z", "half an hour after the scan that runs");
  end("done");
  await running;
  is(await next(), "2026-06-01T12:30:20.000Z");
  pass(-24 * 60 * MINUTE);
  ok(Date.parse(await next() ?? "") <= Date.parse("2026-05-31T12:31:20Z"), "the clock was set back");
  await tasks.stop();
});

Deno.test("a daily task runs also on a machine that is never on at its hour, but not on the first day", async () => {
  const { counter, definition } = counted("clean", 0, { schedule: () => ({ daily: "4:10" }) });
  const facts = new Map<string, unknown>();
  const rows: TaskRunRow[] = [];
  for (const [day, runs] of [[0, 0], [1, 1], [2, 2]] as const) {
    const noon = setUp([definition], rows, { facts, day });
    await noon.tasks.tick();
    await noon.tasks.tick();
    is(counter.runs, runs, `day ${day}`);
    await noon.tasks.stop();
    rows.splice(0, rows.length, ...noon.rows.values());
  }
});

Deno.test("a daily task that an update adds does not run at the start either", async () => {
  const facts = new Map<string, unknown>();
  await setUp([counted("health", 5).definition], [], { facts }).tasks.tick();
  const { counter, definition } = counted("clean", 0, { schedule: () => ({ daily: "4:10" }) });
  const updated = setUp([definition], [], { facts, day: 30 });
  await updated.tasks.tick();
  is(counter.runs, 0);
});

Deno.test("a first start that is ahead of the clock delays a daily task by at most a day", async () => {
  const facts = new Map<string, unknown>();
  const { counter, definition } = counted("clean", 0, { schedule: () => ({ daily: "4:10" }) });
  await setUp([definition], [], { facts, day: 400 }).tasks.tick();
  const { tasks } = setUp([definition], [], { facts });
  is((await tasks.list())[0]?.nextRun, "2026-06-02T04:10:00.000Z");
  is(counter.runs, 0);
});

Deno.test("a failed task runs again after an hour, and after its interval once it succeeded", async () => {
  let broken = true;
  const { definition } = counted("backup", 7 * 24 * 60, {
    run: () => broken ? Promise.reject(new Error("The disk is full.")) : Promise.resolve("made"),
  });
  const { tasks, pass } = setUp([definition]);
  const next = async () => (await tasks.list())[0]?.nextRun;
  await tasks.tick();
  is(await next(), "2026-06-01T13:00:00.000Z");
  pass(60 * MINUTE);
  broken = false;
  await tasks.tick();
  is(await next(), "2026-06-08T13:00:00.000Z");
});
