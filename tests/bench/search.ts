/**
 * Searches for titles while they are being typed: 5,000 movies, 500 series, 100,000 files on disk. `deno run -A
 * tests/bench/search.ts`.
 */
import { join } from "node:path";
import { catalogueRepository } from "../../db/library/catalogue.ts";
import { markRepository } from "../../db/library/library_marks.ts";
import { localRepository } from "../../db/library/local/local.ts";
import type { CatalogueTitleRow } from "../../db/schema/catalogue.ts";
import { openStore } from "../../db/store.ts";
import { titleRepository } from "../../db/library/titles.ts";
import { createDiskReads } from "../../lib/kit/disk/disk_reads.ts";
import { systemClock } from "../../lib/kit/clock.ts";
import { createLibrary } from "../../lib/library/video/service.ts";
import type { FoundFolder } from "../../lib/library/local_title_model.ts";
import { titleKey } from "../../lib/kit/fold.ts";
import { createManagers } from "../../lib/library/managers/managers.ts";
import { createSearch } from "../../lib/library/search/service.ts";
import { Settings } from "../../lib/platform/settings/schema.ts";
import { generateMovies, generateSeries } from "../fakes/arr/data.ts";
import { type Figure, median, quantile, runSuite } from "./report.ts";

const FILMS = 5_000;
const SERIES = 500;
const LOCAL_TITLES = 2_000;
const FILES_OF_TITLE = 50;
const QUERIES = 500;
const MAX_MS = 80;

/** Measures the first search, which reads every name, and later searches while typing. */
export async function measureSearch(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const store = await openStore({ path: join(folder, "lathe.db") });
  const nobody = () => Promise.reject(new Error("Nobody is asked here."));
  const settings = { current: () => Settings.parse({}) };
  const managers = createManagers({ http: { send: nobody, open: nobody }, clock: systemClock, settings });
  const log = () => {};
  const repository = catalogueRepository(store);
  const library = createLibrary({
    settings,
    managers,
    repository,
    marks: markRepository(store),
    disks: createDiskReads(),
    clock: systemClock,
    log,
  });
  const search = createSearch({
    settings,
    managers,
    library,
    titles: titleRepository(store),
    clock: systemClock,
    log,
  });
  try {
    const names = await fill(store, repository);
    const before = Deno.memoryUsage();
    const first = await timed(() => search.smart("star"));
    const after = Deno.memoryUsage();
    const times: number[] = [];
    for (const text of typedOf(names)) times.push(await timed(() => search.smart(text)));
    return [
      { name: "first search", value: first, unit: "ms", limit: 3_000, note: "reads every name" },
      {
        name: "memory of the names",
        value: (after.heapUsed - before.heapUsed) / 1e6,
        unit: "MB",
        limit: 80,
      },
      { name: "search while typing, median", value: median(times), unit: "ms", limit: MAX_MS },
      { name: "search while typing, 95 of 100", value: quantile(times, 0.95), unit: "ms", limit: MAX_MS },
    ];
  } finally {
    await search.close();
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns every prefix of the titles, as users type them. Some have a typo or a year. */
function typedOf(names: string[]): string[] {
  const typed: string[] = [];
  for (let at = 0; typed.length < QUERIES; at += 97) {
    const name = (names[at % names.length] ?? "").slice(0, 24);
    const wrong = name.length > 6 ? name.slice(0, 3) + name[4] + name[3] + name.slice(5) : name;
    for (let end = 1; end <= name.length; end += 2) typed.push((at % 3 === 0 ? wrong : name).slice(0, end));
    typed.push(`${name} 2001`, `${name} 2160p remux`);
  }
  return typed.slice(0, QUERIES);
}

async function fill(
  store: Awaited<ReturnType<typeof openStore>>,
  repository: ReturnType<typeof catalogueRepository>,
): Promise<string[]> {
  const films = generateMovies({ count: FILMS, root: "/movies" });
  await repository.putTitles(
    films.map((film) =>
      rowOf("movie", film, { tmdbId: film.tmdbId, hasFile: film.file !== undefined, alternateTitles: othersOf(film) })
    ),
  );
  const { series } = generateSeries({ series: SERIES, episodes: SERIES * 10, root: "/tv" });
  const statistics = { episodeFileCount: 1, episodeCount: 10, sizeOnDisk: 1, remuxFileCount: 0 };
  await repository.putTitles(
    series.map((one) =>
      rowOf("series", one, {
        tvdbId: one.tvdbId,
        seriesType: one.seriesType,
        seasons: [],
        seasonTitles: [],
        statistics,
        alternateTitles: othersOf({ ...one, originalTitle: `${one.title} TV` }),
      })
    ),
  );
  const index = localRepository(store);
  const local = generateMovies({ count: LOCAL_TITLES, root: "/local", seed: 9 });
  await index.store(local.map(({ title, year }, at): FoundFolder => localFolder(`${title} ${at}`, year, at)), 1);
  return [...films, ...series, ...local].map(({ title }) => title);
}

const othersOf = ({ title, originalTitle }: { title: string; originalTitle: string }): string[] => [
  originalTitle,
  `${title}: The Beginning`,
  `Die Geschichte von ${title}`,
];

function rowOf(
  arr: "movie" | "series",
  { id, title, year, path }: { id: number; title: string; year: number; path: string },
  own: Record<string, unknown>,
): CatalogueTitleRow {
  const overview = `${title} is told at some length, as managers tell it. `.repeat(8);
  const record = { id, title, year, overview, monitored: true, path, genres: ["Drama"], ...own };
  return {
    arr,
    id,
    title,
    sortKey: title.toLowerCase(),
    searchText: title.toLowerCase(),
    year,
    sizeBytes: 1,
    addedAt: 0,
    onDisk: true,
    missing: false,
    remux: false,
    anime: false,
    localPath: path,
    record,
    facets: "",
    fingerprint: `${id}`,
  };
}

function localFolder(title: string, year: number, at: number): FoundFolder {
  const [id, path] = [`local${at}`, `/local/${title}`];
  return {
    path,
    root: "/local",
    stamp: "1",
    subfolders: 0,
    unreadable: 0,
    titles: [{
      id,
      kind: "movie",
      title,
      titleKey: titleKey(title),
      year,
      anime: false,
      imageCue: false,
      folder: path,
      ownsFolder: true,
      root: "/local",
    }],
    files: Array.from({ length: FILES_OF_TITLE }, (_, n) => ({ name: `${n}.mkv`, itemId: id, size: n, mtime: n })),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

if (import.meta.main) Deno.exit(await runSuite("search", measureSearch) === 0 ? 0 : 1);
