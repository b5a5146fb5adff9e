import * as esbuild from "esbuild";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FFMPEG } from "../kit/ffmpeg.ts";
import { RUN_ARGS, RUN_ENV } from "../../build/executable/run_flags.ts";
import { stageProgram } from "../../build/executable/stage.ts";
import { startProcess } from "../../lib/kit/process/process.ts";
import { openStore } from "../../db/store.ts";
import { jobs } from "../../db/schema/jobs.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { api, startService } from "../kit/service.ts";
import { bareServer, memoryOf } from "./baseline.ts";
import { type Figure, median, quantile } from "./report.ts";

const FINISHED = 100_000;
const REQUESTS = 300;
/** Time in milliseconds until the first round of tasks has finished and V8 has compacted the idle heap. */
const IDLE_MS = 30_000;

/** Command and environment variables of the program, as in a shipped installation. */
interface Shipped {
  command: string[];
  env: Record<string, string>;
}

/** Program and folders of one measurement. */
interface Place extends Shipped {
  configDir: string;
  media: string;
}

/**
 * Measures the service with a hundred thousand finished jobs: lists, first page, start, memory, and a bulk action on
 * ten thousand.
 */
export async function measureService(): Promise<Figure[]> {
  const configDir = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const media = await Deno.makeTempDir({ prefix: "lathe-bench-media-" });
  const program = await Deno.makeTempDir({ prefix: "lathe-bench-program-" });
  const command = [Deno.execPath(), ...RUN_ARGS, join(program, "main.js")];
  const place = { configDir, media, command, env: { ...RUN_ENV, DENO_DIR: join(program, "cache") } };
  try {
    await stageProgram(new URL("../../", import.meta.url), program);
    await esbuild.stop();
    return await measureIn(place);
  } finally {
    await Deno.remove(configDir, { recursive: true });
    await Deno.remove(media, { recursive: true });
    await Deno.remove(program, { recursive: true });
  }
}

async function measureIn({ configDir, media, ...shipped }: Place): Promise<Figure[]> {
  const start = await measureStarts(shipped, configDir);
  await seed(configDir, await templateJob(shipped, configDir, media));
  const raw = await rawQueries(configDir);
  await using service = await startService({ ...shipped, configDir });
  const list = await listTimes(service);
  const idleHealth = await healthMs(service, 0);
  const page: number[] = [];
  for (let i = 0; i < 60; i++) page.push((await timed(`${service.url}/`, "text/html")).ms);
  await api(service, "/api/queue/pause", { body: { paused: true } });
  const bulk = await bulkOf(service, media, 10_000);
  return [
    start.figure,
    {
      name: "idle memory",
      value: await idleMemory(shipped),
      unit: "MB resident",
      limit: 90,
      note: `${start.bareMb.toFixed(0)} MB for a bare Deno server`,
    },
    {
      name: "page of 50 of 100,000 jobs",
      value: median(list),
      unit: "ms",
      limit: 20,
      note: `99 of 100 within ${quantile(list, 0.99).toFixed(2)}`,
      baseline: { name: "the raw query", value: median(raw) },
    },
    {
      name: "health answer under four busy encodes",
      value: await healthMs(service, 4),
      unit: "ms",
      limit: 3,
      baseline: { name: "idle", value: idleHealth },
    },
    {
      name: "first page rendered, p95",
      value: quantile(page, 0.95),
      unit: "ms",
      // V8's young generation is small, which saves 70 MB of idle memory, but is therefore collected during every tenth
      // page.
      limit: 60,
      note: `median ${median(page).toFixed(2)}`,
    },
    {
      name: "bulk of 10,000 jobs",
      value: bulk,
      unit: "s",
      limit: 2.7,
      note: "with the small heap of a shipped program",
    },
  ];
}

/**
 * Starts the service and a bare server alternately, so that both run under the same load. Both share one code cache, as
 * when the limit was set. With a separate cache, the bare server is a quarter faster.
 */
async function measureStarts({ command }: Shipped, configDir: string): Promise<{ figure: Figure; bareMb: number }> {
  const starts: number[] = [];
  const bareStarts: number[] = [];
  let bareMb = 0;
  for (let i = 0; i < 5; i++) {
    const bare = await bareServer();
    bareStarts.push(bare.startMs);
    bareMb = bare.memoryMb;
    starts.push(await startOnce({ command, env: RUN_ENV }, configDir));
  }
  const figure: Figure = {
    name: "cold start to health",
    value: median(starts),
    unit: "ms",
    limit: 8,
    note: "the program as it is shipped, empty config",
    baseline: { name: "a bare Deno server", value: median(bareStarts) },
  };
  return { figure, bareMb };
}

/** Returns the time in milliseconds for each of the first twenty pages of fifty jobs. */
async function listTimes(service: { url: string }): Promise<number[]> {
  const times: number[] = [];
  let cursor = "";
  for (let i = 0; i < REQUESTS; i++) {
    const { ms, body } = await timed(`${service.url}/api/jobs?limit=50${cursor}`);
    times.push(ms);
    const page = JSON.parse(body) as { items: unknown[]; nextCursor?: string };
    if (page.items.length !== 50) throw new Error(`A page of ${page.items.length} jobs.`);
    cursor = page.nextCursor && i % 20 !== 19 ? `&cursor=${encodeURIComponent(page.nextCursor)}` : "";
  }
  return times;
}

async function startOnce(shipped: Shipped, configDir: string): Promise<number> {
  const started = performance.now();
  await using service = await startService({ ...shipped, configDir });
  await (await fetch(`${service.url}/api/health`)).text();
  return performance.now() - started;
}

/** Returns the idle memory in MB after a few pages, a backup and the first round of tasks. */
async function idleMemory(shipped: Shipped): Promise<number> {
  await using service = await startService(shipped);
  for (let i = 0; i < 5; i++) await (await fetch(`${service.url}/`)).text();
  const { status, body } = await api(service, "/api/system/backups", { method: "POST" });
  if (status >= 300) throw new Error(`No backup: ${JSON.stringify(body)}`);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return await memoryOf(service.pid);
}

/** Measures the query for the same page directly on the database, in milliseconds. */
async function rawQueries(configDir: string): Promise<number[]> {
  const db = new DatabaseSync(join(configDir, "data", "lathe.db"), { readOnly: true });
  const query = db.prepare("select * from jobs where status = 'done' order by created_at desc, id desc limit 50");
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const started = performance.now();
    query.all();
    times.push(performance.now() - started);
    await Promise.resolve();
  }
  db.close();
  return times;
}

/**
 * Returns the median time of a health request in milliseconds during the given number of encodes, which run at the
 * priority of the service's encodes.
 */
async function healthMs(service: { url: string }, encodes: number): Promise<number> {
  const pattern = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=24", "-c:v", "libx264", "-f", "null", "-"];
  const busy = Array.from(
    { length: encodes },
    () =>
      startProcess({
        path: FFMPEG,
        args: ["-nostdin", "-v", "error", ...pattern],
        nice: 10,
      }),
  );
  try {
    // After this delay, all processes are encoding.
    if (encodes > 0) await new Promise((resolve) => setTimeout(resolve, 2_000));
    const times: number[] = [];
    for (let i = 0; i < REQUESTS; i++) times.push((await timed(`${service.url}/api/health`)).ms);
    return median(times);
  } finally {
    for (const child of busy) child.signal("SIGKILL");
    await Promise.all(
      busy.map(({ status, stdout, stderr }) => Promise.all([status, stdout.cancel(), stderr.cancel()])),
    );
  }
}

async function timed(url: string, accept = "application/json"): Promise<{ ms: number; body: string }> {
  const started = performance.now();
  const response = await fetch(url, { headers: { accept } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body.slice(0, 200)}`);
  return { ms: performance.now() - started, body };
}

/** Creates one real queued job, so that the hundred thousand copies are identical to rows that the program writes. */
async function templateJob(shipped: Shipped, configDir: string, media: string): Promise<string> {
  await using service = await startService({ ...shipped, configDir });
  await api(service, "/api/queue/pause", { body: { paused: true } });
  const path = join(media, "template.mkv");
  await makeSmallClip(path, { seconds: 1 });
  const { body } = await api<{ id: string }>(service, "/api/jobs", {
    body: { profileId: "builtin-web-mp4", source: { localPath: path } },
  });
  return body.id;
}

async function seed(configDir: string, templateId: string): Promise<void> {
  const store = await openStore({ path: join(configDir, "data", "lathe.db") });
  const [template] = (await store.db.select().from(jobs)).filter((row) => row.id === templateId);
  if (template === undefined) throw new Error("The template job is not in the store.");
  const first = Date.parse("2026-01-01T00:00:00Z");
  for (let at = 0; at < FINISHED; at += 500) {
    await store.write(async (tx) => {
      await tx.insert(jobs).values(Array.from({ length: 500 }, (_, i) => {
        const n = at + i;
        return {
          ...template,
          id: `bench${n}`,
          title: `Title ${n * 7919 % FINISHED}`,
          status: n % 10 === 0 ? "failed" as const : "done" as const,
          position: n + 10,
          createdAt: first + n * 60_000,
          finishedAt: first + n * 60_000 + 30_000,
          inputSizeBytes: 9_000_000_000,
          outputSizeBytes: 3_000_000_000,
        };
      }));
    });
  }
  await store.close();
}

async function bulkOf(service: { url: string }, media: string, size: number): Promise<number> {
  const items = [];
  for (let i = 0; i < size; i++) {
    const path = join(media, `bulk-${i}.mkv`);
    // Each job needs a separate file, because one file under several names is one job.
    await Deno.writeTextFile(path, "not read before its turn");
    items.push({ source: { localPath: path } });
  }
  const started = performance.now();
  const { status, body } = await api<{ created: number }>(service, "/api/jobs/bulk", {
    body: { profileId: "builtin-tv-1080p", items },
  });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 200 && status !== 201 || body.created !== size) {
    throw new Error(`Bulk answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  }
  return seconds;
}
