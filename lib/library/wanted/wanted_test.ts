import { deepStrictEqual as same, throws } from "node:assert/strict";
import { type Scripted, scriptedManager } from "../../../tests/fixtures/scripted_manager.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { ExpectedDisc } from "../barcodes/model.ts";
import { createWanted } from "./service.ts";

const quality = (name: string, resolution: number, id: number) => ({
  quality: { id, name, resolution, source: "bluray" },
});
const profiles = [{
  id: 1,
  cutoff: 3,
  items: [
    { quality: { id: 1, name: "DVD", resolution: 480 }, allowed: true, items: [] },
    { quality: { id: 2, name: "Bluray-1080p", resolution: 1080 }, allowed: true, items: [] },
    { quality: { id: 3, name: "Bluray-2160p", resolution: 2160 }, allowed: true, items: [] },
  ],
}];
const film = (id: number, title: string, more: object = {}) => ({
  ...{ id, title, year: 1995, tmdbId: id * 10, qualityProfileId: 1 },
  movieFile: { id, path: `/m/${id}.mkv`, size: 1, quality: quality("Bluray-1080p", 1080, 2) },
  ...more,
});
const episode = (id: number, seasonNumber: number, name: string, lines: number, quid: number) => ({
  ...{ id, seriesId: 5, seasonNumber, episodeNumber: id, title: "", monitored: true, hasFile: true },
  series: { title: "Lost", year: 2004, tvdbId: 77, qualityProfileId: 1 },
  episodeFile: { id, path: `/t/${id}.mkv`, size: 1, quality: quality(name, lines, quid) },
});

/** Returns the list of wanted discs for these responses of Radarr and Sonarr. Undefined means not connected. */
function wanted(
  movie: unknown[] | Scripted | undefined,
  series: unknown[] | Scripted | undefined,
  expected: Partial<ExpectedDisc>[] = [],
) {
  const settings = Settings.parse({ experiments: { wanted: true } });
  const asked: Record<string, string>[] = [];
  const clientOf = (kind: "movie" | "series", answer: unknown[] | Scripted) =>
    scriptedManager(kind, ({ path, query }): Scripted => {
      if (path === "/qualityprofile") return { value: profiles };
      asked.push(query);
      if (!Array.isArray(answer)) return answer;
      const from = (Number(query.page) - 1) * Number(query.pageSize);
      return { value: { totalRecords: answer.length, records: answer.slice(from, from + Number(query.pageSize)) } };
    }).manager;
  const clients = { movie: movie && clientOf("movie", movie), series: series && clientOf("series", series) };
  const service = createWanted({
    settings: { current: () => settings },
    managers: { connected: (kind: "movie" | "series") => clients[kind] } as unknown as Parameters<
      typeof createWanted
    >[0]["managers"],
    expected: { list: () => Promise.resolve(expected as ExpectedDisc[]) },
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
  });
  return { list: () => service.list(new AbortController().signal), asked };
}

Deno.test("movies that a disc would improve have their quality, those on the shelf first, the others by name", async () => {
  const films = [
    film(1, "Zodiac"),
    film(2, "alien"),
    film(3, "Heat"),
    film(4, "No file", { movieFile: undefined }),
    film(5, "Odd", { qualityProfileId: 9 }),
  ];
  const shelf = [{ kind: "movie", externalId: "tmdb:30" }] as Partial<ExpectedDisc>[];
  const { items, errors } = await wanted(films, undefined, shelf).list();
  same(items.map(({ title, upgradeWith, onShelf, quality }) => [title, upgradeWith, onShelf, quality]), [
    ["Heat", "uhd", true, "Bluray-1080p"],
    ["alien", "uhd", false, "Bluray-1080p"],
    ["Zodiac", "uhd", false, "Bluray-1080p"],
  ]);
  same(errors, []);
});

Deno.test("episodes are one disc for each season, with the worst of their qualities and how many they are", async () => {
  const rows = [
    episode(1, 1, "Bluray-1080p", 1080, 2),
    episode(2, 1, "DVD", 480, 1),
    episode(3, 1, "Bluray-1080p", 1080, 2),
    episode(4, 2, "DVD", 480, 1),
    { odd: true },
  ];
  const { items } = await wanted(undefined, rows, [{ kind: "series", arrId: 5, seasonNumber: 2 }]).list();
  same(
    items.map((
      { seasonNumber, episodes, quality, externalId, onShelf },
    ) => [seasonNumber, episodes, quality, externalId, onShelf]),
    [
      [2, 1, "DVD", "tvdb:77", true],
      [1, 3, "DVD", "tvdb:77", false],
    ],
  );
});

Deno.test("a long list is read page by page, only for monitored titles", async () => {
  const { list, asked } = wanted(Array.from({ length: 1100 }, (_, i) => film(i + 1, `F${i}`)), undefined);
  same((await list()).items.length, 1100);
  same(asked.map(({ page, monitored }) => [page, monitored]), [["1", "true"], ["2", "true"], ["3", "true"]]);
});

Deno.test("a manager that does not respond is named, and the other's discs are listed", async () => {
  const { items, errors } = await wanted({ failure: "timeout" }, [episode(4, 2, "DVD", 480, 1)]).list();
  same([items.length, errors], [1, [{
    source: "movie",
    message: "Radarr is not available: nas does not answer (timeout).",
  }]]);
  same((await wanted(undefined, undefined).list()).items, []);
});

Deno.test("several simultaneous requests cause one request to the managers", async () => {
  const { list, asked } = wanted([film(1, "Heat")], undefined);
  const answers = await Promise.all([list(), list(), list()]);
  same([new Set(answers.map(({ checkedAt }) => checkedAt)).size, asked.length], [1, 1]);
  await list();
  same(asked.length, 2);
});

Deno.test("without the experiment no request is sent", () => {
  const settings = Settings.parse({ experiments: { wanted: false } });
  const service = createWanted({
    settings: { current: () => settings },
    managers: { connected: () => undefined },
    expected: { list: () => Promise.resolve([]) },
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
  });
  throws(() => service.list(new AbortController().signal), { code: "experiment_off" });
});
