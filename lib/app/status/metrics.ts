import type { AgentList } from "../../farm/agents/model.ts";
import type { JobPart, QueueState } from "../../jobs/schema.ts";
import { createFarmFigures } from "../../farm/agents/agent_metrics.ts";
import { remembered } from "../../kit/lazy.ts";
import type { Bus } from "../../kit/bus.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import type { Task } from "../../platform/model.ts";

/** Prometheus metrics. Names end in their unit, according to the conventions of Prometheus. */
export interface Metrics {
  /** Counts a completed request. `route` is the route pattern, never the path, to limit the number of series. */
  request(method: string, route: string, status: number, seconds: number): void;
  /** Returns the text of `/metrics` with the current state of the queue and the tasks. */
  text(): Promise<string>;
  contentType: string;
  close(): void;
}

/** Sources of the metrics. The functions are called at each scrape of `/metrics`. */
export interface MetricsOptions {
  bus: Pick<Bus<InstanceBusEvents>, "on">;
  queue: () => Promise<QueueState>;
  tasks: () => Promise<Task[]>;
  /** Frames per second of each running encode. */
  speeds: () => Promise<number[]>;
  /** Segments of the running encodes that are split into segments. */
  parts: () => Promise<JobPart[]>;
  agents: () => Promise<AgentList>;
  version: string;
  startedAt: Date;
}

/**
 * Maximum number of requests and finished jobs that are buffered until the library is loaded. It is loaded at the first
 * scrape, or when this limit is reached.
 */
const MAX_WAITING = 1_000;

/** Creates the metrics. Counting starts immediately. The library that formats them is loaded at the first scrape. */
export function createMetrics(options: MetricsOptions): Metrics {
  const waiting: ((figures: Figures) => void)[] = [];
  const { get: figures } = remembered(async () => {
    const made = await createFigures(options);
    for (const note of waiting.splice(0)) note(made);
    loaded = made;
    return made;
  });
  let loaded: Figures | undefined;
  const note = (what: (figures: Figures) => void): void => {
    if (loaded !== undefined) return what(loaded);
    waiting.push(what);
    // After a failure, the buffer is cleared, and the library is loaded again the next time that the limit is reached.
    if (waiting.length >= MAX_WAITING) figures().catch(() => waiting.splice(0));
  };
  const stop = options.bus.on("job-ended", ({ job }) =>
    note(({ ended, encoded }) => {
      ended.inc({ state: job.status });
      if (job.durationSeconds !== undefined) encoded.inc(job.durationSeconds);
    }));
  return {
    contentType: CONTENT_TYPE,
    request: (method, route, status, seconds) =>
      note(({ requests }) => requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)),
    text: async () => await (await figures()).text(),
    close: stop,
  };
}

/** Content type of the Prometheus text format. */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Figures = Awaited<ReturnType<typeof createFigures>>;

async function createFigures({ queue, tasks, speeds, parts, agents, version, startedAt }: MetricsOptions) {
  const { Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const jobs = gauge("lathe_jobs", "Jobs by state", ["state"]);
  const limit = gauge("lathe_queue_limit", "Concurrent encodes");
  const paused = gauge("lathe_queue_paused", "1 while the queue is paused");
  const saved = gauge(
    "lathe_saved_bytes",
    "Bytes freed by replacing originals with finished encodes, for all jobs in the history",
  );
  const wouldFree = gauge(
    "lathe_would_free_bytes",
    "Bytes that would be freed if finished encodes replaced their originals",
  );
  const speed = gauge("lathe_encode_frames_per_second", "Frames per second of all running encodes");
  const taskOk = gauge("lathe_task_ok", "1 if the last run succeeded", ["task"]);
  const taskSeconds = gauge("lathe_task_duration_seconds", "Duration of the last run", ["task"]);
  const taskAt = gauge("lathe_task_last_run_timestamp_seconds", "Time of the last run", ["task"]);
  const memory = gauge("process_resident_memory_bytes", "Resident memory of this process");
  gauge("process_start_time_seconds", "Start time of this process").set(startedAt.getTime() / 1000);
  gauge("lathe_info", "Always 1; the version is a label", ["version"]).set({ version }, 1);
  const ended = new Counter({
    name: "lathe_jobs_ended_total",
    help: "Jobs ended since startup",
    labelNames: ["state"],
    registers,
  });
  const encoded = new Counter({
    name: "lathe_encode_seconds_total",
    help: "Time spent encoding since startup",
    registers,
  });
  const requests = new Histogram({
    name: "lathe_http_request_duration_seconds",
    help: "HTTP requests handled",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const farm = createFarmFigures(registers, { Counter, Gauge });
  return {
    ended,
    encoded,
    requests,
    async text() {
      const [state, all, rates] = await Promise.all([queue(), tasks(), speeds()]);
      farm.set(await agents(), await parts());
      const { running, queued, waiting, waitingForSpace, done, failed } = state;
      for (const [name, value] of Object.entries({ running, queued, waiting, waitingForSpace, done, failed })) {
        jobs.set({ state: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }, value);
      }
      limit.set(state.limit);
      paused.set(state.paused ? 1 : 0);
      saved.set(state.savedBytes);
      wouldFree.set(state.wouldFreeBytes);
      speed.set(rates.reduce((sum, rate) => sum + rate, 0));
      memory.set(Deno.memoryUsage().rss);
      for (const { id, lastRun, lastDurationMs, lastError } of all) {
        if (lastRun === undefined) continue;
        taskOk.set({ task: id }, lastError === undefined ? 1 : 0);
        taskSeconds.set({ task: id }, (lastDurationMs ?? 0) / 1000);
        taskAt.set({ task: id }, Date.parse(lastRun) / 1000);
      }
      return await registry.metrics();
    },
  };
}
