import { deepStrictEqual as same } from "node:assert/strict";
import type { Job } from "../schema.ts";
import { createBus } from "../../kit/bus.ts";
import type { InstanceBusEvents } from "../../app/instance_events.ts";
import { recordJobEvents } from "./job_events.ts";

Deno.test("episodes of one series are distinguished in events and messages: queued, finished, failed, cancelled", () => {
  const bus = createBus<InstanceBusEvents>((error) => {
    throw error;
  });
  const said: string[] = [];
  const stop = recordJobEvents({
    bus,
    events: { record: ({ message }) => void said.push(message) },
    notify: { tell: ({ title }) => void said.push(title) },
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
  });
  const job = (status: string, subtitle: string) =>
    ({ id: "1", title: "Dark", subtitle, status, profileName: "x265", source: { localPath: "/a" } }) as Job;
  bus.publish("job-added", { count: 1, job: job("queued", "S01E01 Secrets") });
  bus.publish("job-ended", { job: job("done", "S01E01 Secrets") });
  bus.publish("job-ended", { job: job("failed", "S01E02 Lies") });
  bus.publish("job-ended", { job: job("cancelled", "S01E03 Past") });
  stop();
  same(said, [
    "Queued: Dark - S01E01 Secrets",
    "Encode finished: Dark - S01E01 Secrets",
    "Encode finished: Dark - S01E01 Secrets",
    "Encode failed: Dark - S01E02 Lies",
    "Encode failed: Dark - S01E02 Lies",
    "Cancelled: Dark - S01E03 Past",
  ]);
});
