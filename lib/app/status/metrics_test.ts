import { equal, match, ok } from "node:assert/strict";
import { shownAgent } from "../../../tests/fixtures/shown_agent.ts";
import { shownJob } from "../../../tests/fixtures/shown_job.ts";
import type { Job } from "../../jobs/schema.ts";
import { createBus } from "../../kit/bus.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import { createMetrics, type MetricsOptions } from "./metrics.ts";

const QUEUE: Awaited<ReturnType<MetricsOptions["queue"]>> = {
  running: 1,
  queued: 2,
  waiting: 3,
  waitingForSpace: 4,
  done: 5,
  failed: 6,
  limit: 2,
  paused: true,
  queuedBytes: 0,
  expectedBytes: null,
  wouldFreeBytes: 0,
  undecided: 0,
  savedBytes: -1_000_000,
  etaSeconds: null,
  runningIds: [],
  sleepInhibited: false,
  outsideSchedule: false,
};

/** Metrics of an instance. `end` finishes a job, `value` reads one metric. */
function figures(more: Partial<MetricsOptions> = {}) {
  const bus = createBus<InstanceBusEvents>((error) => {
    throw error;
  });
  const metrics = createMetrics({
    bus,
    queue: () => Promise.resolve(QUEUE),
    tasks: () => Promise.resolve([]),
    speeds: () => Promise.resolve([]),
    parts: () => Promise.resolve([]),
    agents: () => Promise.resolve({ enabled: false, foreignServer: false, items: [] }),
    version: "1.2.3",
    startedAt: new Date("2026-11-20T12:00:00Z"),
    ...more,
  });
  return {
    metrics,
    end: (change: Partial<Job>) => bus.publish("job-ended", { job: shownJob(change) }),
    async value(series: string): Promise<number | undefined> {
      const line = (await metrics.text()).split("\n").find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length));
    },
  };
}

for (
  const [series, wanted] of [
    ['lathe_jobs{state="running"}', 1],
    ['lathe_jobs{state="waiting_for_space"}', 4],
    ["lathe_queue_limit", 2],
    ["lathe_queue_paused", 1],
    ["lathe_saved_bytes", -1_000_000],
    ["lathe_encode_frames_per_second", 0],
    ['lathe_info{version="1.2.3"}', 1],
    ["process_start_time_seconds", 1_795_176_000],
  ] as const
) Deno.test(`the metrics contain ${series}`, async () => equal(await figures().value(series), wanted));

Deno.test("the speeds of all encodes are one figure", async () => {
  equal(await figures({ speeds: () => Promise.resolve([24, 0, 12.5]) }).value("lathe_encode_frames_per_second"), 36.5);
});

Deno.test("agents are counted by state and their work by name, and parts by result", async () => {
  const figuresOf = { parts: 3, pictures: 720, seconds: 30, bytes: 5000, failures: 1 };
  const { value } = figures({
    agents: () =>
      Promise.resolve({
        enabled: true,
        foreignServer: false,
        items: [
          shownAgent({ figures: figuresOf }),
          shownAgent({ name: "Barn", state: "busy", paused: true }),
          shownAgent({ name: "Cellar", rejected: true }),
          shownAgent({ name: "Dock", otherVersion: true }),
          shownAgent({ name: "Elm", paused: true }),
        ],
      }),
    parts: () =>
      Promise.resolve([
        { number: 0, count: 3, fromSeconds: 0, untilSeconds: 9, state: "done", machine: null },
        { number: 3, count: 1, fromSeconds: 9, untilSeconds: 12, state: "encoding", machine: null },
        { number: 4, count: 5, fromSeconds: 12, untilSeconds: 30, state: "waiting" },
      ]),
  });
  // The second reading must return the same values, because values are set and not added up.
  for (const _ of [1, 2]) {
    for (const state of ["online", "busy", "rejected", "other_version", "paused"]) {
      equal(await value(`lathe_agents{state="${state}"}`), 1, state);
    }
    equal(await value('lathe_agents{state="offline"}'), 0);
    equal(await value('lathe_agent_parts_total{agent="Attic"}'), 3);
    equal(await value('lathe_agent_pictures_total{agent="Attic"}'), 720);
    equal(await value('lathe_agent_encode_seconds_total{agent="Attic"}'), 30);
    equal(await value('lathe_agent_received_bytes_total{agent="Attic"}'), 5000);
    equal(await value('lathe_agent_failures_total{agent="Attic"}'), 1);
    equal(await value('lathe_agent_parts_total{agent="Barn"}'), 0);
    equal(await value('lathe_encode_parts{state="waiting"}'), 5);
    equal(await value('lathe_encode_parts{state="encoding"}'), 1);
  }
});

Deno.test("ends of jobs count by state, also those before anybody read the figures", async () => {
  const { end, value } = figures();
  end({ status: "done", durationSeconds: 90 });
  end({ status: "failed" });
  equal(await value('lathe_jobs_ended_total{state="done"}'), 1);
  end({ status: "done", durationSeconds: 10 });
  equal(await value('lathe_jobs_ended_total{state="done"}'), 2);
  equal(await value('lathe_jobs_ended_total{state="failed"}'), 1);
  equal(await value("lathe_encode_seconds_total"), 100);
});

Deno.test("requests count by route and class of status", async () => {
  const { metrics, value } = figures();
  metrics.request("GET", "/api/jobs/:id", 200, 0.01);
  metrics.request("GET", "/api/jobs/:id", 204, 0.3);
  metrics.request("GET", "/api/jobs/:id", 404, 0.3);
  const series = (status: string) =>
    `lathe_http_request_duration_seconds_count{method="GET",route="/api/jobs/:id",status="${status}"}`;
  equal(await value(series("2xx")), 2);
  equal(await value(series("4xx")), 1);
});

Deno.test("no request is lost after many that were not read", async () => {
  const { metrics, value } = figures();
  for (let i = 0; i < 2500; i++) metrics.request("GET", "/", 200, 0.001);
  await metrics.text();
  for (let i = 0; i < 10; i++) metrics.request("GET", "/", 200, 0.001);
  equal(await value('lathe_http_request_duration_seconds_count{method="GET",route="/",status="2xx"}'), 2510);
});

Deno.test("a task without a run has no metrics, and a failed one is unhealthy", async () => {
  const task = { id: "health", name: "Check health", enabled: true, running: false, intervalSeconds: 300 };
  const tasks = [task, {
    ...task,
    id: "backup",
    lastRun: "2026-11-20T12:00:00.000Z",
    lastDurationMs: 2500,
    lastError: "full",
  }, { ...task, id: "auto", lastRun: "2026-11-20T12:00:00.000Z" }];
  const { value } = figures({ tasks: () => Promise.resolve(tasks) });
  equal(await value('lathe_task_ok{task="health"}'), undefined);
  equal(await value('lathe_task_ok{task="backup"}'), 0);
  equal(await value('lathe_task_duration_seconds{task="backup"}'), 2.5);
  equal(await value('lathe_task_last_run_timestamp_seconds{task="backup"}'), 1_795_176_000);
  equal(await value('lathe_task_ok{task="auto"}'), 1);
  equal(await value('lathe_task_duration_seconds{task="auto"}'), 0);
});

Deno.test("names with quotes and line breaks keep the format", async () => {
  const { metrics } = figures({ version: 'a"b\nc\\d' });
  const text = await metrics.text();
  ok(text.includes('lathe_info{version="a\\"b\\nc\\\\d"} 1'), text);
  for (const line of text.split("\n")) match(line, /^(?:#.*|[a-z_]+(?:\{.*\})? -?[\d.e+]+|)$/);
});

Deno.test("closed metrics ignore later jobs", async () => {
  const { metrics, end, value } = figures();
  metrics.close();
  end({ status: "done" });
  equal(await value('lathe_jobs_ended_total{state="done"}'), undefined);
});
