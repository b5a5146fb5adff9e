import { deepStrictEqual as same } from "node:assert/strict";
import { createAnnouncer } from "./announce.ts";

Deno.test("simultaneous changes are announced once, and once more when some arrived meanwhile", async () => {
  const pending: PromiseWithResolvers<void>[] = [];
  const announcer = createAnnouncer(() => {
    const next = Promise.withResolvers<void>();
    pending.push(next);
    return next.promise;
  }, () => {});
  for (let i = 0; i < 3; i++) announcer.changed();
  same(pending.length, 1);
  announcer.changed();
  announcer.changed();
  pending[0]?.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  same(pending.length, 2);
  pending[1]?.resolve();
  await announcer.settled();
  same(pending.length, 2);
});

Deno.test("an announcement that fails is logged, and the next change announces again", async () => {
  const logged: string[] = [];
  let calls = 0;
  const announcer = createAnnouncer(() => {
    return ++calls === 1 ? Promise.reject(new Error("no database")) : Promise.resolve();
  }, (_, message) => logged.push(message));
  announcer.changed();
  await announcer.settled();
  announcer.changed();
  await announcer.settled();
  same([calls, logged], [2, ["The queue state could not be published."]]);
});
