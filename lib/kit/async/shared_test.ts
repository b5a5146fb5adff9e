import { deepEqual, equal, rejects } from "node:assert/strict";
import { createShared } from "./shared.ts";

/** Work that ends when it is told to, or when nobody waits for it. */
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

Deno.test("S-LIM-5: who asks the same meanwhile shares the work, and who asks later begins anew", async () => {
  const shared = createShared<string>();
  const { begun, run } = work();
  const [first, same, other] = [shared("a", undefined, run), shared("a", undefined, run), shared("b", undefined, run)];
  equal(begun.length, 2);
  begun[0]?.resolve("one");
  begun[1]?.resolve("two");
  deepEqual(await Promise.all([first, same, other]), ["one", "one", "two"]);
  const later = shared("a", undefined, run);
  equal(begun.length, 3);
  begun[2]?.resolve("three");
  equal(await later, "three");
});

Deno.test("S-LIM-5: one who goes is rejected alone; when the last has gone the work is ended and not handed on", async () => {
  const shared = createShared<string>();
  const { begun, run } = work();
  const [a, b] = [new AbortController(), new AbortController()];
  const [first, second] = [shared("a", a.signal, run), shared("a", b.signal, run)];
  a.abort(new Error("gone"));
  await rejects(first, /gone/);
  equal(begun[0]?.end.aborted, false);
  b.abort(new Error("gone as well"));
  await rejects(second, /gone as well/);
  equal(begun[0]?.end.aborted, true);
  const next = shared("a", undefined, run);
  equal(begun.length, 2);
  begun[1]?.resolve("anew");
  equal(await next, "anew");
  await rejects(shared("a", AbortSignal.abort(new Error("never began")), run), /never began/);
  equal(begun.length, 2);
});

Deno.test("a failure is everybody's, and the next one tries again", async () => {
  const shared = createShared<string>();
  const fail = () => Promise.reject(new Error("broken"));
  const both = [shared("a", undefined, fail), shared("a", undefined, fail)];
  await Promise.all(both.map((one) => rejects(one, /broken/)));
  equal(await shared("a", undefined, () => Promise.resolve("fine")), "fine");
});
