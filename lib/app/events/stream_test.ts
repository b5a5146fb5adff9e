import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { Job } from "../../jobs/schema.ts";
import { createBus } from "../../kit/bus.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import { createEventStream, type StreamMessage, type Subscription } from "./stream.ts";

const STARTED = new Date("2026-11-20T10:00:00.000Z");
const clock = { now: () => STARTED, monotonicMs: () => performance.now() };
const job = (change: Partial<Job> = {}): Job => ({ id: "a", status: "encoding", attempt: 1, ...change } as Job);

function hub(limits?: { listeners: number; line: number; remembered: number; progressEveryMs: number }) {
  const bus = createBus<InstanceBusEvents>((error) => {
    throw error;
  });
  let changed: (keys: string[]) => void = () => {};
  const settings = {
    onChange: (listener: (keys: string[]) => void) => {
      changed = listener;
      return () => {};
    },
    restartRequired: () => false,
  };
  const stream = createEventStream({ bus, settings, clock, startedAt: STARTED, limits });
  return { bus, stream, changeSettings: (...keys: string[]) => changed(keys), [Symbol.dispose]: () => stream.close() };
}

async function take(subscription: Subscription | undefined, count: number): Promise<StreamMessage[]> {
  const taken: StreamMessage[] = [];
  for (let i = 0; i < count; i++) taken.push(await subscription?.next() ?? { type: "end", data: {} });
  return taken;
}

Deno.test("a listener receives hello first, then events with rising numbers", async () => {
  using at = hub();
  const listener = at.stream.subscribe();
  at.bus.publish("job", { job: job() });
  at.bus.publish("job-removed", { id: "b" });
  const [hello, first, second] = await take(listener, 3);
  is(hello?.type, "hello");
  is(hello?.data.startedAt, STARTED.toISOString());
  same([first?.type, second?.type], ["job", "job-removed"]);
  is(second?.id, (first?.id ?? 0) + 1);
  is(first?.data.type, "job");
});

Deno.test("a client that reconnects receives exactly the missed events", async () => {
  using at = hub();
  const first = at.stream.subscribe();
  at.bus.publish("job-removed", { id: "1" });
  const [, seen] = await take(first, 2);
  first?.close();
  for (const id of ["2", "3"]) at.bus.publish("job-removed", { id });
  const [hello, ...missed] = await take(at.stream.subscribe({ after: seen?.id }), 3);
  is(hello?.type, "hello");
  same(missed.map(({ data }) => data.id), ["2", "3"]);
});

Deno.test("a client that missed more than the memory holds, or a restart, has to reload", async () => {
  using at = hub({ listeners: 4, line: 256, remembered: 3, progressEveryMs: 500 });
  const [hello] = await take(at.stream.subscribe(), 1);
  for (let i = 0; i < 5; i++) at.bus.publish("job-removed", { id: String(i) });
  is((await take(at.stream.subscribe({ after: hello?.id }), 2))[1]?.type, "resync");
  is((await take(at.stream.subscribe({ after: STARTED.getTime() - 10 }), 2))[1]?.type, "resync");
  is((await take(at.stream.subscribe({ after: STARTED.getTime() + 999 }), 2))[1]?.type, "resync");
});

Deno.test("S-LIM-2: a listener that does not read is sent resync and ended", async () => {
  using at = hub({ listeners: 4, line: 4, remembered: 256, progressEveryMs: 500 });
  const slow = at.stream.subscribe();
  for (let i = 0; i < 9; i++) at.bus.publish("job-removed", { id: String(i) });
  same((await take(slow, 2)).map(({ type }) => type), ["resync", "end"]);
});

Deno.test("the number of listeners is limited, and a freed place can be used again", () => {
  using at = hub({ listeners: 2, line: 4, remembered: 4, progressEveryMs: 500 });
  const [first, second] = [at.stream.subscribe(), at.stream.subscribe()];
  ok(first && second);
  is(at.stream.subscribe(), undefined);
  first.close();
  ok(at.stream.subscribe());
});

Deno.test("progress of one job is thinned out, its newest form arrives, and a change of state never waits", async () => {
  using at = hub({ listeners: 2, line: 300, remembered: 300, progressEveryMs: 60 });
  const listener = at.stream.subscribe();
  for (let percent = 0; percent <= 50; percent++) {
    at.bus.publish("job", { job: job({ progress: { percent } as Job["progress"] }) });
  }
  at.bus.publish("job", { job: job({ status: "finalizing" }) });
  const [, first, second] = await take(listener, 3);
  const jobOf = (message?: StreamMessage) => message?.data.job as Job;
  is(jobOf(first).progress?.percent, 0);
  is(jobOf(second).status, "finalizing");

  at.bus.publish("job", { job: job({ status: "finalizing", progress: { percent: 98 } as Job["progress"] }) });
  at.bus.publish("job", { job: job({ status: "finalizing", progress: { percent: 99 } as Job["progress"] }) });
  const [held] = await take(listener, 1);
  is(jobOf(held).progress?.percent, 99);
});

Deno.test("log lines are sent to listeners of that job and are not stored", async () => {
  using at = hub();
  const [asked, other] = [at.stream.subscribe({ logOf: "a" }), at.stream.subscribe()];
  at.bus.publish("log", { jobId: "a", line: "frame=1" });
  at.bus.publish("job-removed", { id: "x" });
  same((await take(asked, 3)).map(({ type }) => type), ["hello", "log", "job-removed"]);
  same((await take(other, 2)).map(({ type }) => type), ["hello", "job-removed"]);
});

Deno.test("a new API key ends the listeners that came with the old one, and only those", async () => {
  using at = hub();
  const [byKey, local] = [at.stream.subscribe({ credential: "key" }), at.stream.subscribe()];
  at.changeSettings("general.security.apiKey");
  same((await take(byKey, 1)).map(({ type }) => type), ["end"]);
  same((await take(local, 2)).map(({ type }) => type), ["hello", "settings"]);
});

Deno.test("S-AUTH-8: a changed login disconnects every listener, and once more when the sessions have ended", async () => {
  using at = hub();
  const all = ["key", "digest", undefined].map((credential) => at.stream.subscribe({ credential }));
  at.changeSettings("general.security.password");
  for (const one of all) same((await take(one, 1)).map(({ type }) => type), ["end"]);
  const again = at.stream.subscribe({ credential: "digest" });
  at.bus.publish("access-changed", { keys: ["general.security.password"] });
  same((await take(again, 1)).map(({ type }) => type), ["end"]);
  const other = at.stream.subscribe();
  at.bus.publish("access-changed", { keys: ["general.host.port"] });
  same((await take(other, 1)).map(({ type }) => type), ["hello"]);
});

Deno.test("a bulk change of thousands of jobs sends one event to reload the list", async () => {
  using at = hub();
  const listener = at.stream.subscribe();
  at.bus.publish("jobs", { jobs: Array.from({ length: 10_000 }, (_, i) => job({ id: String(i) })) });
  const [, bulk] = await take(listener, 2);
  is((bulk?.data.jobs as unknown[]).length, 201);
});
