import type { AgentList } from "../../farm/agents/model.ts";
import type { JobPart, QueueState } from "../../jobs/schema.ts";
import { createFarmFigures } from "../../farm/agents/agent_metrics.ts";
import { remembered } from "../../kit/lazy.ts";
import type { Bus } from "../../kit/bus.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import type { Task } from "../../platform/model.ts";

/** Figures for Prometheus. Names end in their unit, as its conventions ask. */
export interface Metrics {
  /** One answered request; `route` is the pattern, never the path, so that the series stay few. */
  request(method: string, route: string, status: number, seconds: number): void;
  /** The text of `/metrics`, with the queue and the tasks as they are now. */
  text(): Promise<string>;
  contentType: string;
  close(): void;
}

/** Where the figures come from; the functions are asked at each reading of `/metrics`. */
export interface MetricsOptions {
  bus: Pick<Bus<InstanceBusEvents>, "on">;
  queue: () => Promise<QueueState>;
  tasks: () => Promise<Task[]>;
  /** Frames a second of each running encode. */
  speeds: () => Promise<number[]>;
  /** Parts of the films that are encoded in parts now. */
  parts: () => Promise<JobPart[]>;
  agents: () => Promise<AgentList>;
  version: string;
  startedAt: Date;
}

/** Requests and ends of jobs that wait for the library: it is loaded when somebody reads the figures, or when so many wait. */
const MAX_WAITING = 1_000;

/** Counts from the start on; the library that writes the text is loaded with the first reading. */
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
    // What cannot be loaded now may be later.
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

/** As the format of Prometheus is called. */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Figures = Awaited<ReturnType<typeof createFigures>>;

async function createFigures({ queue, tasks, speeds, parts, agents, version, startedAt }: MetricsOptions) {
  const { Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const jobs = gauge("lathe_jobs", "Jobs by state", ["state"]);
  const limit = gauge("lathe_queue_limit", "Encodes at a time");
  const paused = gauge("lathe_queue_paused", "1 while the queue is paused");
  const saved = gauge("lathe_saved_bytes", "Bytes saved by finished jobs of the history");
  const speed = gauge("lathe_encode_frames_per_second", "Frames a second of all running encodes");
  const taskOk = gauge("lathe_task_ok", "1 when the last run went well", ["task"]);
  const taskSeconds = gauge("lathe_task_duration_seconds", "How long the last run took", ["task"]);
  const taskAt = gauge("lathe_task_last_run_timestamp_seconds", "When the task last ran", ["task"]);
  const memory = gauge("process_resident_memory_bytes", "Memory of this process");
  gauge("process_start_time_seconds", "When this process started").set(startedAt.getTime() / 1000);
  gauge("lathe_info", "1, with the version as label", ["version"]).set({ version }, 1);
  const ended = new Counter({
    name: "lathe_jobs_ended_total",
    help: "Jobs that ended since the start",
    labelNames: ["state"],
    registers,
  });
  const encoded = new Counter({
    name: "lathe_encode_seconds_total",
    help: "Time spent encoding since the start",
    registers,
  });
  const requests = new Histogram({
    name: "lathe_http_request_duration_seconds",
    help: "Answered requests",
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
