import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { insertJobs } from "../../db/jobs/job_insert.ts";
import { openStore } from "../../db/store.ts";
import { jobRow } from "../fixtures/job_rows.ts";
import { V8_FLAGS } from "../../build/executable/run_flags.ts";
import { api, PROGRAM, startService } from "../kit/service.ts";
import { type Figure, median, quantile } from "./report.ts";

const JOBS = 10_000;
const REQUESTS = 100;
/** Time in milliseconds until the first round of tasks has finished. */
const SETTLED_MS = 10_000;
const PAGES = [
  ["the first page", "/"],
  ["the queue", "/activity"],
  ["page 150 of the queue", "/activity?page=150"],
  ["the queue by title, one profile", "/activity?q=film&profile=builtin-movie-1080p&sort=title&order=asc"],
  ["the history", "/activity?tab=history"],
] as const;

/** Command that runs the program of this checkout with the memory settings of a shipped program. */
const SHIPPED = PROGRAM.toSpliced(2, 0, `--v8-flags=${V8_FLAGS}`);

/** Measures the first page and Activity with ten thousand queued and ten thousand finished jobs. */
export async function measureActivity(): Promise<Figure[]> {
  const configDir = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    {
      await using service = await startService({ configDir });
      await api(service, "/api/queue/limit", { body: { limit: 0 } });
    }
    await seedJobs(configDir);
    const raw = median(rawQueries(configDir));
    await using service = await startService({ configDir, command: SHIPPED });
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const figures: Figure[] = [];
    for (const [name, path] of PAGES) {
      const times = await timesOf(service.url + path);
      figures.push({
        name: `20,000 jobs, ${name}, p95`,
        value: quantile(times, 0.95),
        unit: "ms",
        limit: 25,
        note: `median ${median(times).toFixed(2)}, ${(median(times) / raw).toFixed(1)} times the raw query`,
      });
    }
    return figures;
  } finally {
    await Deno.remove(configDir, { recursive: true });
  }
}

/**
 * Writes ten thousand queued and ten thousand finished jobs directly into the store of an instance that is not running.
 */
export async function seedJobs(configDir: string): Promise<void> {
  const store = await openStore({ path: join(configDir, "data", "lathe.db") });
  const rows = Array.from({ length: 2 * JOBS }, (_, i) =>
    jobRow({
      id: `bench${i}`,
      position: i * 1000,
      createdAt: 1_700_000_000_000 + i,
      inputSizeBytes: 9_000_000_000,
      ...(i < JOBS ? {} : {
        status: "done",
        finishedAt: 1_700_000_000_000 + i,
        outputSizeBytes: 3_000_000_000,
        outputPath: `/media/out${i}.mkv`,
        durationSeconds: 3600,
      }),
    }));
  await store.write((tx) => insertJobs(tx, rows));
  await store.close();
}

/** Measures queries for the first fifty rows of the queue directly on the database, in milliseconds. */
function rawQueries(configDir: string): number[] {
  const db = new DatabaseSync(join(configDir, "data", "lathe.db"), { readOnly: true });
  const query = db.prepare("select * from jobs where status = 'queued' order by position, id limit 50");
  const times = Array.from({ length: REQUESTS }, () => {
    const started = performance.now();
    query.all();
    return performance.now() - started;
  });
  db.close();
  return times;
}

async function timesOf(url: string): Promise<number[]> {
  const times: number[] = [];
  // The first requests load and compile code.
  for (let i = -60; i < REQUESTS; i++) {
    const started = performance.now();
    const response = await fetch(url, { headers: { accept: "text/html" } });
    const text = await response.text();
    if (!response.ok || !/bench|Saved so far/.test(text)) throw new Error(`${url} answered ${response.status}.`);
    if (i >= 0) times.push(performance.now() - started);
  }
  return times;
}

if (import.meta.main) { for (const figure of await measureActivity()) console.log(JSON.stringify(figure)); }
