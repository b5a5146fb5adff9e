import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { generateMovies, generateSeries } from "../../../tests/fakes/arr/data.ts";
import { startRadarr } from "../../../tests/fakes/arr/radarr.ts";
import { startSonarr } from "../../../tests/fakes/arr/sonarr.ts";
import { Clock } from "../../../tests/fakes/arr/shared/clock.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { createTitleRefresh } from "./reading/title_refresh.ts";

/** Tests that a title is refreshed as soon as its manager reports a change. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const get = async (app: TestApp, path: string) => await (await app.call(path)).json();
const connect = (app: TestApp, kind: "movie" | "series", fake: { url: string; key: string }) =>
  app.instance.settings.update({ connections: { [kind]: { enabled: true, url: fake.url, apiKey: fake.key } } });
const hook = (app: TestApp, arr: string, json: unknown) => app.call(`/api/webhook/${arr}`, { json });

/** Resolves at the next change of the library. */
function nextChange(app: TestApp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const off = app.instance.bus.on("library", () => (off(), resolve()));
  return promise;
}

test("an import that Radarr reports is in the library at once", async () => {
  await using radarr = await startRadarr({
    movies: generateMovies({ count: 3, root: "/movies", missingShare: 0 }),
    clock: new Clock({ manual: true }),
  });
  await using app = await openApp();
  await connect(app, "movie", radarr);
  await app.instance.library.refresh("movie");
  const film = radarr.movies.get(2);
  ok(film.file);
  film.file = { ...film.file, id: 999, size: 777 };
  const changed = nextChange(app);
  same(await (await hook(app, "radarr", { eventType: "Download", movie: { id: 2, title: "x" } })).json(), {
    accepted: true,
  });
  await changed;
  const { file } = await get(app, "/api/library/movies/2");
  same([file.id, file.size], [999, 777]);
});

test("a rename is followed too, and invalid events are ignored silently", async () => {
  await using radarr = await startRadarr({
    movies: generateMovies({ count: 1, root: "/movies", missingShare: 0 }),
    clock: new Clock({ manual: true }),
  });
  await using app = await openApp();
  await connect(app, "movie", radarr);
  await app.instance.library.refresh("movie");
  const before = radarr.seen.length;
  for (
    const odd of [
      { eventType: "Download" },
      { eventType: "Download", movie: { id: -1 } },
      { eventType: "Download", movie: { id: "1; drop" } },
      { eventType: "Download", movie: [] },
      { eventType: "Download", series: { id: 1 } },
      { eventType: "Test", movie: { id: 1 } },
      { eventType: "Health", movie: { id: 1 } },
    ]
  ) is((await hook(app, "movie", odd)).status, 200, JSON.stringify(odd));
  const film = radarr.movies.get(1);
  ok(film.file);
  film.file = { ...film.file, relativePath: "Renamed.mkv" };
  const changed = nextChange(app);
  same(await (await hook(app, "movie", { eventType: "Rename", movie: { id: 1 } })).json(), { ok: true });
  await changed;
  ok((await get(app, "/api/library/movies/1")).file.path.endsWith("/Renamed.mkv"));
  same(radarr.seen.slice(before).map(({ path }) => path), ["/api/v3/movie/1"], "nothing else was asked");
});

test("the many calls of a season pack are a few readings, and the last import is in them", async () => {
  await using sonarr = await startSonarr({
    series: generateSeries({ series: 1, episodes: 20, root: "/tv", missingShare: 1 }),
    clock: new Clock({ manual: true }),
  });
  await using app = await openApp();
  await connect(app, "series", sonarr);
  await app.instance.library.refresh("series");
  const before = sonarr.seen.length;
  sonarr.fail({ mode: "slow", ms: 60 }, { path: "/api/v3/series/1", times: 1 });
  const episodes = sonarr.shows.episodesOf(1);
  for (const episode of episodes) {
    const id = sonarr.shows.nextFileId();
    sonarr.shows.files.set(id, {
      id,
      seriesId: 1,
      seasonNumber: episode.seasonNumber,
      relativePath: `${id}.mkv`,
      size: 1,
      dateAdded: "2024-01-01T00:00:00Z",
      languages: [],
      quality: { quality: { id: 1, name: "HDTV-720p" }, revision: { version: 1, real: 0, isRepack: false } },
      releaseType: "seasonPack",
    });
    episode.episodeFileId = id;
    await hook(app, "sonarr", { eventType: "Download", series: { id: 1 }, episodes: [{ id: episode.id }] });
  }
  await hook(app, "sonarr", { eventType: "Download", series: { id: 1 }, episodeFiles: [] });
  for (;;) {
    const changed = nextChange(app);
    const shown = await get(app, "/api/library/series/1/episodes");
    if (shown.every(({ hasFile }: { hasFile: boolean }) => hasFile)) break;
    await changed;
  }
  const asked = sonarr.seen.slice(before).filter(({ path }) => path === "/api/v3/series/1");
  ok(asked.length <= 3, `${asked.length} readings for ${episodes.length + 1} calls`);
});

Deno.test("a very large number of imported titles is left to the next full reading", async () => {
  const read: number[] = [];
  const told = createTitleRefresh({
    refresh: { settled: () => Promise.resolve(), title: (_, id) => Promise.resolve(void read.push(id)) },
    log: () => {},
  });
  for (let id = 1; id <= 10_000; id++) told.soon("movie", id);
  await told.settled();
  is(read.length, 200);
});
