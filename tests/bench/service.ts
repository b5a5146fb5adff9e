import { join } from "node:path";
import { openStore } from "../../db/store.ts";
import { jobs } from "../../db/schema.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { api, startService } from "../kit/service.ts";
import { type Figure, median, quantile } from "./report.ts";

const FINISHED = 100_000;
const REQUESTS = 300;

/** The service with a hundred thousand finished jobs: lists, first page, start, memory, and a bulk of ten thousand. */
export async function measureService(): Promise<Figure[]> {
  const configDir = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const media = await Deno.makeTempDir({ prefix: "lathe-bench-media-" });
  try {
    const starts: number[] = [];
    for (let i = 0; i < 5; i++) starts.push(await startOnce(configDir));
    await seed(configDir, await templateJob(configDir, media));
    await using service = await startService({ configDir });
    const list: number[] = [];
    let cursor = "";
    for (let i = 0; i < REQUESTS; i++) {
      const { ms, body } = await timed(`${service.url}/api/jobs?limit=50${cursor}`);
      list.push(ms);
      const page = JSON.parse(body) as { items: unknown[]; nextCursor?: string };
      if (page.items.length !== 50) throw new Error(`A page of ${page.items.length} jobs.`);
      cursor = page.nextCursor && i % 20 !== 19 ? `&cursor=${encodeURIComponent(page.nextCursor)}` : "";
    }
    const page: number[] = [];
    for (let i = 0; i < 60; i++) page.push((await timed(`${service.url}/`, "text/html")).ms);
    await api(service, "/api/queue/pause", { body: { paused: true } });
    const bulk = await bulkOf(service, media, 10_000);
    return [
      { name: "cold start to health", value: median(starts), unit: "ms", limit: 400, note: "deno run, empty config" },
      { name: "idle memory", value: await idleMemory(), unit: "MB resident", limit: 120 },
      {
        name: "page of 50 of 100,000 jobs, p99",
        value: quantile(list, 0.99),
        unit: "ms",
        limit: 8,
        note: `median ${median(list).toFixed(2)}`,
      },
      {
        name: "first page rendered, p95",
        value: quantile(page, 0.95),
        unit: "ms",
        limit: 25,
        note: `median ${median(page).toFixed(2)}`,
      },
      { name: "bulk of 10,000 jobs", value: bulk, unit: "s", limit: 1.5 },
    ];
  } finally {
    await Deno.remove(configDir, { recursive: true });
    await Deno.remove(media, { recursive: true });
  }
}

async function startOnce(configDir: string): Promise<number> {
  const started = performance.now();
  await using service = await startService({ configDir });
  await (await fetch(`${service.url}/api/health`)).text();
  return performance.now() - started;
}

async function idleMemory(): Promise<number> {
  await using service = await startService();
  for (let i = 0; i < 5; i++) await (await fetch(`${service.url}/`)).text();
  const status = await Deno.readTextFile(`/proc/${service.pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
}

async function timed(url: string, accept = "application/json"): Promise<{ ms: number; body: string }> {
  const started = performance.now();
  const response = await fetch(url, { headers: { accept } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body.slice(0, 200)}`);
  return { ms: performance.now() - started, body };
}

/** One real queued job, so that the hundred thousand are rows as the program itself writes them. */
async function templateJob(configDir: string, media: string): Promise<string> {
  await using service = await startService({ configDir });
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
    // Files of their own: one file under many names is one job.
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
