/** Measures scans of local media: 500 shows of 200 files. `deno run -A tests/bench/local.ts`. */
import { join } from "node:path";
import { localRepository } from "../../db/library/local/local.ts";
import { openStore } from "../../db/store.ts";
import { scanLocalMedia } from "../../lib/library/local/worker/local_client.ts";
import { type Figure, runSuite } from "./report.ts";

const SHOWS = 500;
const SEASONS = 10;
const EPISODES = 20;
const TICK_MS = 5;

/**
 * Measures a first scan, a scan without changes, and a scan with a new episode: time, memory and the longest block of
 * the main thread.
 */
export async function measureLocal(workerUrl?: URL): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const store = await openStore({ path: join(folder, "lathe.db") });
  try {
    const root = join(folder, "TV Shows");
    makeShows(root);
    const index = localRepository(store);
    const scan = () =>
      scanLocalMedia({
        index,
        roots: [{ path: root, kind: "auto" }],
        exclude: ["Sample", "Extras"],
        signal: new AbortController().signal,
        url: workerUrl,
      });
    const first = await watched(scan);
    const again = await watched(scan);
    const episode = join(root, "Show 7 (2007)", "Season 03", "Show 7 - S03E99 - Late [WEBDL-1080p].mkv");
    Deno.writeTextFileSync(episode, "x");
    const changed = await watched(scan);
    const counts = await index.counts();
    if (counts.series !== SHOWS || counts.files !== SHOWS * SEASONS * EPISODES + 1) {
      throw new Error(`Found ${JSON.stringify(counts)}`);
    }
    const pages = await timed(() => index.list({ q: "show 4", limit: 50 }));
    const note = `${(SHOWS * SEASONS * EPISODES).toLocaleString("en")} files in ${SHOWS * (SEASONS + 1) + 1} folders`;
    return [
      { name: "first scan", value: first.ms / 1000, unit: "s", limit: 8, note },
      { name: "unchanged rescan", value: again.ms / 1000, unit: "s", limit: 1.5 },
      { name: "rescan with one new episode", value: changed.ms / 1000, unit: "s", limit: 1.5 },
      { name: "memory over idle at most", value: first.megabytes, unit: "MB", limit: 150 },
      {
        name: "main thread held up at most",
        value: Math.max(first.heldMs, again.heldMs, changed.heldMs),
        unit: "ms",
        limit: 50,
        note: `first ${first.heldMs.toFixed(0)}, unchanged ${again.heldMs.toFixed(0)}`,
      },
      { name: "search of 500 titles", value: pages, unit: "ms", limit: 50 },
    ];
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Creates empty files in folders with an old modification time. Recently modified folders would be scanned twice. */
function makeShows(root: string): void {
  const past = new Date(Date.now() - 30 * 86_400_000);
  for (let show = 0; show < SHOWS; show++) {
    const name = `Show ${show} (${2000 + show % 25})`;
    for (let season = 1; season <= SEASONS; season++) {
      const two = String(season).padStart(2, "0");
      const folder = join(root, name, `Season ${two}`);
      Deno.mkdirSync(folder, { recursive: true });
      for (let episode = 1; episode <= EPISODES; episode++) {
        const number = `S${two}E${String(episode).padStart(2, "0")}`;
        const path = join(
          folder,
          `Show ${show} - ${number} - The One (${episode}) [Bluray-1080p Remux][DTS-HD MA 5.1].mkv`,
        );
        Deno.writeTextFileSync(path, "");
        Deno.utimeSync(path, past, past);
      }
      Deno.utimeSync(folder, past, past);
    }
    Deno.utimeSync(join(root, name), past, past);
  }
  Deno.utimeSync(root, past, past);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Runs `work` while a timer ticks. The longest pause between two ticks is the time for which the work blocked the event
 * loop.
 */
async function watched(work: () => Promise<unknown>): Promise<{ ms: number; heldMs: number; megabytes: number }> {
  const idle = Deno.memoryUsage().rss;
  let [heldMs, most, last] = [0, idle, performance.now()];
  const clock = setInterval(() => {
    const now = performance.now();
    heldMs = Math.max(heldMs, now - last - TICK_MS);
    last = now;
    most = Math.max(most, Deno.memoryUsage().rss);
  }, TICK_MS);
  try {
    const ms = await timed(work);
    return { ms, heldMs, megabytes: (most - idle) / 1e6 };
  } finally {
    clearInterval(clock);
  }
}

if (import.meta.main) Deno.exit(await runSuite("local", measureLocal) === 0 ? 0 : 1);
