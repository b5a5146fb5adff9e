/** Measures pages in Chromium with 10,000 movies and 20,000 jobs. `deno run -A tests/bench/browser.ts`. */
import type { Browser } from "playwright-core";
import { generateMovies } from "../fakes/arr/data.ts";
import { pathOf } from "../fakes/arr/movies_model.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { openBrowser } from "../kit/browser.ts";
import { api, startService } from "../kit/service.ts";
import { seedJobs } from "./activity.ts";
import { CPU_SLOWDOWN, freshPage, open, type OpenedPage, type Opening } from "./browser_page.ts";
import { heapOf, type Scrolled, scrollThrough } from "./browser_scroll.ts";
import { type Figure, median, runSuite } from "./report.ts";

const FILMS = 10_000;
const ROUNDS = 5;
const PASSES = 3;
/** Time in milliseconds until the library is loaded and the first round of tasks has finished. */
const SETTLED_MS = 20_000;

const PAGES = [
  ["Home", { url: "/", answer: "dialog[open]" }],
  ["Activity", {
    url: "/activity",
    control: ".queue-row .job-tick input",
    answer: "#activity[data-scripted] .selection-bar:not([hidden])",
  }],
  ["Movies", { url: "/movies", control: "[data-whole] [data-tick]", answer: "[data-place][data-chosen]" }],
  ["Movies as a table", {
    url: "/movies?view=table",
    control: "[data-whole] [data-tick]",
    answer: "[data-place][data-chosen]",
  }],
] as const satisfies [name: string, page: OpenedPage][];

/** Measures how soon pages respond to input, how lists scroll, and how much memory they retain. */
export async function measureBrowser(): Promise<Figure[]> {
  await using filled = await filledInstance();
  const browser = await openBrowser();
  try {
    await using service = await startService({ configDir: filled.configDir });
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const bare = await usual(browser, { url: filled.bareUrl, control: "button", answer: "output" });
    const figures: Figure[] = [];
    for (const [name, page] of PAGES) {
      const opening = await usual(browser, { ...page, url: service.url + page.url });
      figures.push({
        name: `${name}: usable with a thread ${CPU_SLOWDOWN} times slower`,
        value: opening.usableMs,
        unit: "ms",
        limit: 500 / REFERENCE_BARE_MS,
        note: noteOf(opening),
        baseline: { name: "a page of one button", value: bare.usableMs },
      }, {
        name: `${name}: time of the page's thread until then`,
        value: opening.threadMs,
        unit: "ms",
        limit: 500 / REFERENCE_BARE_MS,
        baseline: { name: "a page of one button", value: bare.threadMs },
      });
    }
    for (const view of ["posters", "table"]) {
      figures.push(...await scrolled(browser, `${service.url}/movies?view=${view}`, view));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** Time in milliseconds for the single-button page on the machine for which the half-second limit was set. */
const REFERENCE_BARE_MS = 100;

const noteOf = ({ paintedMs, scriptMs, styleMs, layoutMs, taskMs, elements, transferredKb }: Opening): string =>
  `painted at ${paintedMs.toFixed(0)}; script ${scriptMs.toFixed(0)}, style ${styleMs.toFixed(0)}, ` +
  `layout ${layoutMs.toFixed(0)}, all ${taskMs.toFixed(0)} ms; ${elements} elements, ${transferredKb.toFixed(0)} kB`;

/** Returns the page opening with the median time. */
async function usual(browser: Browser, page: OpenedPage): Promise<Opening> {
  const openings: Opening[] = [];
  // The first round is not counted, because the service loads code in it.
  for (let round = -1; round < ROUNDS; round++) {
    const opening = await open(browser, page);
    if (round >= 0) openings.push(opening);
  }
  const middle = median(openings.map(({ usableMs }) => usableMs));
  const found = openings.find(({ usableMs }) => usableMs === middle);
  if (found === undefined) throw new Error(`${page.url} was never usable.`);
  return found;
}

/**
 * Images are disabled, because a separate process would create each of them. A title without an image is not treated as
 * blank.
 */
async function scrolled(browser: Browser, url: string, view: string): Promise<Figure[]> {
  const passes = await passesThrough(browser, url, 1, PASSES);
  // Only the first page is measured on a slow main thread. The results of scrolling on a slow main thread are printed
  // for information.
  const slow = await passesThrough(browser, url, CPU_SLOWDOWN, 1);
  const [first, last] = [passes[0], passes.at(-1)];
  if (first === undefined || last === undefined) throw new Error("Nothing was scrolled.");
  return [
    {
      name: `${view}: longest time without a title while ${FILMS} are scrolled through, at the machine's own speed`,
      value: Math.max(...passes.map(({ blankMs }) => blankMs)),
      unit: "ms of frames",
      limit: 100,
      note: `${passes.map(shown).join("; ")}; a thread ${CPU_SLOWDOWN} times slower: ${slow.map(shown).join("; ")}`,
    },
    {
      name: `${view}: memory of the page after ${PASSES} passes`,
      value: last.mb,
      unit: "MB",
      limit: 1.1,
      note: passes.map(({ mb, nodes }) => `${mb.toFixed(2)} MB with ${nodes} nodes`).join("; "),
      baseline: { name: "after the first", value: first.mb },
    },
  ];
}

const shown = ({ blankMs, blankShare, frameMs }: Scrolled): string =>
  `${blankMs.toFixed(0)} ms blank (${blankShare.toFixed(1)} % of frames), frame ${frameMs.toFixed(0)} ms`;

async function passesThrough(
  browser: Browser,
  url: string,
  slowdown: number,
  times: number,
): Promise<(Scrolled & { mb: number; nodes: number })[]> {
  const { page, cdp } = await freshPage(browser, slowdown);
  try {
    await cdp.send("Network.enable");
    await cdp.send("Network.setBlockedURLs", { urls: ["*/api/image*"] });
    await page.goto(url);
    await page.waitForSelector("[data-whole] [data-place]");
    const passes = [];
    for (let pass = 0; pass < times; pass++) passes.push({ ...await scrollThrough(page), ...await heapOf(cdp) });
    return passes;
  } finally {
    await page.context().close();
  }
}

interface FilledInstance extends AsyncDisposable {
  configDir: string;
  /** A page with a single button that responds by script, as the baseline. */
  bareUrl: string;
}

/** Prepares the configuration folder of an instance with loaded movies and stored jobs. No job is running. */
async function filledInstance(): Promise<FilledInstance> {
  const [configDir, media] = [
    await Deno.makeTempDir({ prefix: "lathe-bench-" }),
    await Deno.makeTempDir({ prefix: "lathe-bench-" }),
  ];
  const root = `${media}/films`;
  const movies = generateMovies({ count: FILMS, root });
  await Deno.writeTextFile(`${media}/small.mkv`, "no film, but a file");
  await materialise(`${media}/small.mkv`, movies.flatMap((movie) => movie.file ? pathOf(movie, movie.file) : []));
  const radarr = await startRadarr({ root, movies });
  {
    await using service = await startService({ configDir });
    await api(service, "/api/queue/limit", { body: { limit: 0 } });
    await api(service, "/api/settings", {
      method: "PUT",
      body: { connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } } },
    });
    await api(service, "/api/library/movies/refresh", { method: "POST" });
  }
  await seedJobs(configDir);
  const bare = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(BARE_PAGE, { headers: { "content-type": "text/html" } }),
  );
  return {
    configDir,
    bareUrl: `http://127.0.0.1:${bare.addr.port}/`,
    async [Symbol.asyncDispose]() {
      await bare.shutdown();
      await radarr[Symbol.asyncDispose]();
      for (const folder of [configDir, media]) await Deno.remove(folder, { recursive: true });
    },
  };
}

const BARE_PAGE = `<!doctype html><title>Bare</title><button>Go</button>
<script>document.querySelector("button").onclick = () => document.body.append(document.createElement("output"));</script>`;

if (import.meta.main) Deno.exit(await runSuite("browser", measureBrowser) === 0 ? 0 : 1);
