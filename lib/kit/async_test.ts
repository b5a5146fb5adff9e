import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import {
  allEnded,
  createCoalescer,
  createKeyedMutex,
  createMutex,
  createPool,
  createShared,
  keepWhileRunning,
  mapConcurrent,
  throttle,
  withTimeout,
} from "./async.ts";
import { Fault } from "./fault.ts";

Deno.test("results are in the order of the items, with a limit of simultaneous ones", () =>
  fc.assert(fc.asyncProperty(fc.array(fc.nat(3)), fc.integer({ min: 1, max: 4 }), async (items, lanes) => {
    let running = 0;
    let most = 0;
    const answers = await mapConcurrent(items, lanes, async (item, i) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < item; turn++) await Promise.resolve();
      running--;
      return `${i}:${item}`;
    });
    same(answers, items.map((item, i) => `${i}:${item}`));
    is(most <= lanes, true);
  })));

Deno.test("a failure is thrown when the started work has ended, and no further work starts", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  await rejects(
    mapConcurrent([0, 1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 0) throw new Error("first");
      await Promise.resolve();
      ended.push(item);
    }),
    /first/,
  );
  same([begun, ended], [[0, 1], [1]]);
});

Deno.test("S-LIM-5: the pool runs two at a time in order, has a queue and refuses more", async () => {
  const pool = createPool({ running: 2, waiting: 2 });
  const doors: (() => void)[] = [];
  const started: number[] = [];
  const work = (n: number) => () => {
    started.push(n);
    return new Promise<number>((open) => doors.push(() => open(n)));
  };
  const all = [1, 2, 3, 4].map((n) => pool(work(n)));
  same(started, [1, 2]);
  await rejects(pool(work(5)), (error: unknown) => error instanceof Fault && error.code === "busy");
  doors[0]?.();
  is(await all[0], 1);
  same(started, [1, 2, 3]);
  doors[1]?.();
  await all[1];
  for (const door of doors.slice(2)) door();
  same(await Promise.all(all), [1, 2, 3, 4]);
});

Deno.test("a failure frees its place", async () => {
  const pool = createPool({ running: 1, waiting: 0 });
  await rejects(pool(() => Promise.reject(new Error("broken"))), /broken/);
  is(await pool(() => Promise.resolve("next")), "next");
});

/** Creates work that ends when the test resolves it or its signal is aborted. */
function work() {
  const begun: { resolve(value: string): void; end: AbortSignal }[] = [];
  return {
    begun,
    run: (end: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      end.addEventListener("abort", () => reject(end.reason));
      begun.push({ resolve, end });
      return promise;
    },
  };
}

Deno.test("S-LIM-5: simultaneous requests share the work, and a later request starts it again", async () => {
  const shared = createShared<string>();
  const { begun, run } = work();
  const [first, again, other] = [shared("a", undefined, run), shared("a", undefined, run), shared("b", undefined, run)];
  is(begun.length, 2);
  begun[0]?.resolve("one");
  begun[1]?.resolve("two");
  same(await Promise.all([first, again, other]), ["one", "one", "two"]);
  const later = shared("a", undefined, run);
  is(begun.length, 3);
  begun[2]?.resolve("three");
  is(await later, "three");
});

Deno.test("S-LIM-5: an abandoned call is rejected alone; when the last one is abandoned the work is cancelled and not reused", async () => {
  const shared = createShared<string>();
  const { begun, run } = work();
  const [a, b] = [new AbortController(), new AbortController()];
  const [first, second] = [shared("a", a.signal, run), shared("a", b.signal, run)];
  a.abort(new Error("gone"));
  await rejects(first, /gone/);
  is(begun[0]?.end.aborted, false);
  b.abort(new Error("gone as well"));
  await rejects(second, /gone as well/);
  is(begun[0]?.end.aborted, true);
  const next = shared("a", undefined, run);
  is(begun.length, 2);
  begun[1]?.resolve("anew");
  is(await next, "anew");
  await rejects(shared("a", AbortSignal.abort(new Error("never began")), run), /never began/);
  is(begun.length, 2);
});

Deno.test("a failure is everybody's, and the next one tries again", async () => {
  const shared = createShared<string>();
  const fail = () => Promise.reject(new Error("broken"));
  const both = [shared("a", undefined, fail), shared("a", undefined, fail)];
  await Promise.all(both.map((one) => rejects(one, /broken/)));
  is(await shared("a", undefined, () => Promise.resolve("fine")), "fine");
});

Deno.test("a mutex runs work in the order of the calls, and a failure is its caller's alone", async () => {
  const run = createMutex();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = run(async () => {
    log.push("first begins");
    await gate.promise;
    log.push("first ends");
    throw new Error("broken");
  });
  const second = run(() => Promise.resolve(log.push("second")));
  gate.resolve();
  await rejects(first, /broken/);
  is(await second, 3);
  same(log, ["first begins", "first ends", "second"]);
});

Deno.test("a mutex for each key: other keys run side by side", async () => {
  const run = createKeyedMutex();
  const gate = Promise.withResolvers<void>();
  const held = run("a", () => gate.promise);
  is(await run("b", () => Promise.resolve("free")), "free");
  gate.resolve();
  await held;
});

Deno.test("a time limit returns undefined when it expires, and the result otherwise", async () => {
  is(await withTimeout(60_000, Promise.resolve("done")), "done");
  is(await withTimeout(0, new Promise<string>(() => {})), undefined);
  await rejects(withTimeout(60_000, Promise.reject(new Error("broken"))), /broken/);
});

Deno.test("throttle passes on the first call and drops those that follow immediately", () => {
  const sent: number[] = [];
  const send = throttle(60_000, (value: number) => void sent.push(value));
  for (const value of [1, 2, 3]) send(value);
  same(sent, [1]);
  const all = throttle(0, (value: number) => void sent.push(value));
  for (const value of [4, 5]) all(value);
  same(sent, [1, 4, 5]);
});

Deno.test("work is kept until it has ended, and no longer", async () => {
  const running = new Set<Promise<unknown>>();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  keepWhileRunning(running, first.promise);
  keepWhileRunning(running, second.promise);
  first.resolve();
  await Promise.race(running);
  same(running.size, 1);
  second.resolve();
  await Promise.all(running);
  same(running.size, 0);
});

Deno.test("parallel work returns results in order, and a failure is thrown when everything has ended", async () => {
  same(await allEnded([Promise.resolve(1), Promise.resolve("b")]), [1, "b"]);
  const slow = Promise.withResolvers<void>();
  let ended = false;
  let thrown = false;
  const all = allEnded([Promise.reject(new Error("first")), slow.promise.then(() => ended = true)]);
  const refused = rejects(
    all.catch((error) => {
      thrown = true;
      throw error;
    }),
    /first/,
  );
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  is(thrown, false);
  slow.resolve();
  await refused;
  is(ended, true);
});

Deno.test("changes during a run cause one more run, and changes before it none", async () => {
  const pending: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const next = Promise.withResolvers<void>();
    pending.push(next);
    return next.promise;
  };
  const coalescer = createCoalescer({ work, onError: () => {} });
  for (let i = 0; i < 3; i++) coalescer.request();
  is(pending.length, 1);
  coalescer.request();
  coalescer.request();
  pending[0]?.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  is(pending.length, 2);
  pending[1]?.resolve();
  await coalescer.settled();
  is(pending.length, 2);
});

Deno.test("a run that fails is reported, and the next change causes a run again", async () => {
  const reported: unknown[] = [];
  let runs = 0;
  const coalescer = createCoalescer({
    work: () => ++runs === 1 ? Promise.reject("no database") : Promise.resolve(),
    onError: (error) => reported.push(error),
  });
  for (let i = 0; i < 2; i++) {
    coalescer.request();
    await coalescer.settled();
  }
  same([runs, reported], [2, ["no database"]]);
});

Deno.test("a run that waits for its interval never starts after a stop", async () => {
  let runs = 0;
  const coalescer = createCoalescer({
    everyMs: 3_600_000,
    onError: () => {},
    work: () => Promise.resolve(void runs++),
  });
  coalescer.request();
  await coalescer.settled();
  coalescer.request();
  await coalescer.stop();
  coalescer.request();
  await coalescer.settled();
  is(runs, 1);
});
