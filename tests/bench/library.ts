/** Measures libraries of 5,000 movies and 500 series with 30,000 episodes. `deno run -A tests/bench/library.ts`. */
import { LibraryQuery } from "../../lib/library/video_model.ts";
import { generateMovies, generateSeries } from "../fakes/arr/data.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { episodePath } from "../fakes/arr/series_model.ts";
import { startSonarr } from "../fakes/arr/sonarr.ts";
import { openApp, type TestApp } from "../fixtures/app.ts";
import { type Figure, median, runSuite } from "./report.ts";

const FILMS = 5_000;
const SERIES = 500;
/** Total number of episodes: sixty for each series, except 200 for the first one. */
const EPISODES = 30_140;
const ROUNDS = 15;
const PAGE_MS = 60;

/**
 * Measures reading the libraries of the managers, rendering pages from the store, and a scan for automatic transcoding.
 */
export async function measureLibrary(): Promise<Figure[]> {
  const root = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const series = generateSeries({ series: SERIES, episodes: EPISODES, root: `${root}/tv` });
  await using radarr = await startRadarr({ movies: generateMovies({ count: FILMS, root: `${root}/movies` }) });
  await using sonarr = await startSonarr({ series });
  await using app = await openApp();
  try {
    await app.instance.settings.update({
      connections: {
        movie: { enabled: true, url: radarr.url, apiKey: radarr.key },
        series: { enabled: true, url: sonarr.url, apiKey: sonarr.key },
      },
    });
    await placeFirst(app, series);
    const { library, auto } = app.instance;
    const firstFilms = await blocked(() => library.refresh("movie"));
    const firstSeries = await blocked(() => library.refresh("series"));
    const again = await blocked(() => library.refresh("movie"));
    const againSeries = await timed(() => library.refresh("series"));
    return [
      { name: "films, first reading", value: firstFilms.ms, unit: "ms", limit: 6_000, note: `${FILMS} films` },
      { name: "films, nothing new", value: again.ms, unit: "ms", limit: 3_000 },
      {
        name: "films, longest pause of everything else meanwhile",
        value: again.pauseMs,
        unit: "ms",
        limit: 700,
        note: "half of it our Radarr's",
      },
      { name: "series, first reading", value: firstSeries.ms, unit: "ms", limit: 60_000, note: `${EPISODES} episodes` },
      {
        name: "series, longest pause of everything else meanwhile",
        value: firstSeries.pauseMs,
        unit: "ms",
        limit: 400,
      },
      { name: "series, nothing new", value: againSeries, unit: "ms", limit: 2_000 },
      ...await pages(app),
      { name: "auto scan, first", value: await timed(() => auto.scan("manual")), unit: "ms", limit: 6_000 },
      { name: "auto scan, again", value: await timed(() => auto.scan("manual")), unit: "ms", limit: 6_000 },
    ];
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function pages(app: TestApp): Promise<Figure[]> {
  const html = { headers: { Accept: "text/html" } };
  const asked: [name: string, path: string, init?: typeof html][] = [
    ["page of films", "/movies", html],
    [
      "page of films, deep, as a table",
      `/movies?view=table&sort=size&order=desc&cursor=${await deepCursor(app)}`,
      html,
    ],
    ["page of series", "/series", html],
    ["page of a series of 200 episodes, looking at each file", "/series/1", html],
    ["list of films by the API", "/api/library/movies"],
    ["list of 500 films by the API", "/api/library/movies?limit=500"],
    ["films in the queue", "/api/library/movies?filter=inQueue"],
    ["films encoded here", "/api/library/movies?filter=encoded"],
    ["series encoded here", "/api/library/series?filter=encoded"],
    ["films by words", "/api/library/movies?q=the%20of"],
  ];
  const figures: Figure[] = [];
  for (const [name, path, init] of asked) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await timed(async () => void await (await app.call(path, init)).text()));
    }
    const wide = /500|200 episodes|queue|encoded/.test(name);
    figures.push({ name, value: median(times), unit: "ms", limit: wide ? 4 * PAGE_MS : PAGE_MS });
  }
  return figures;
}

async function deepCursor({ instance }: TestApp): Promise<string> {
  const query = LibraryQuery.parse({ sort: "size", order: "desc", limit: 500 });
  let cursor: string | undefined;
  for (let page = 0; page < 6; page++) cursor = (await instance.library.movies({ ...query, cursor })).nextCursor;
  return encodeURIComponent(cursor ?? "");
}

/** Creates the files of the first series on disk. */
async function placeFirst(app: TestApp, { series, files }: ReturnType<typeof generateSeries>): Promise<void> {
  const small = `${app.folder}/small.mkv`;
  await Deno.writeTextFile(small, "x");
  const [first] = series;
  if (first === undefined) throw new Error("There are no series.");
  await materialise(
    small,
    files.filter(({ seriesId }) => seriesId === first.id).map((file) => episodePath(first, file)),
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures the duration of `work` and the longest time for which it blocked the event loop. */
async function blocked(work: () => Promise<unknown>): Promise<{ ms: number; pauseMs: number }> {
  let last = performance.now();
  let pauseMs = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    pauseMs = Math.max(pauseMs, now - last - 5);
    last = now;
  }, 5);
  const ms = await timed(work);
  clearInterval(timer);
  return { ms, pauseMs };
}

if (import.meta.main) Deno.exit(await runSuite("library", measureLibrary) === 0 ? 0 : 1);
