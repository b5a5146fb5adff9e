import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { startAnimeSources } from "../tests/fakes/anime_sources.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

/** Radarr and Sonarr with two titles each, one of them anime. */
function serveManagers() {
  const common = { monitored: true, added: "2024-05-01T10:00:00Z", images: [], genres: [], qualityProfileId: 1 };
  const answers: Record<string, unknown> = {
    "/movie": [
      { ...common, id: 1, title: "Princess Mononoke", tmdbId: 128, year: 1997, path: "/movies/a", hasFile: false },
      { ...common, id: 2, title: "Alien", tmdbId: 348, year: 1979, path: "/movies/b", hasFile: false },
    ],
    "/series": [
      { ...common, id: 1, title: "Attack on Titan", tvdbId: 267440, year: 2013, path: "/tv/a", seriesType: "standard" },
      { ...common, id: 2, title: "Supernatural", tvdbId: 78901, year: 2005, path: "/tv/b", seriesType: "standard" },
    ],
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const path = new URL(request.url).pathname.replace(/^\/api\/v3/, "");
    return Response.json(answers[path] ?? []);
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

const get = async (app: TestApp, path: string) => await (await app.call(path)).json();
const page = async (app: TestApp, path: string) =>
  await (await app.call(path, { headers: { accept: "text/html", "x-api-key": app.apiKey } })).text();
const titlesOf = async (app: TestApp, path: string): Promise<string[]> =>
  (await get(app, path)).items.map(({ title }: { title: string }) => title);

/** Opens the complete program with both managers and the public anime lists. */
async function openWorld() {
  const managers = serveManagers();
  const fake = await startAnimeSources();
  const app = await openApp({
    animeSources: fake.sources,
    network: fake.network,
    settings: {
      general: { security: { certificateValidation: "disabled" } },
      connections: {
        movie: { enabled: true, url: managers.url, apiKey: "k" },
        series: { enabled: true, url: managers.url, apiKey: "k" },
      },
    },
  });
  const { library, anime } = app.instance;
  await Promise.all([library.refresh("movie"), library.refresh("series")]);
  return {
    app,
    fake,
    /** Waits until the libraries have been read with the new setting. */
    async switchTo(enabled: boolean) {
      const marked = Promise.withResolvers<void>();
      const stop = app.instance.bus.on("library", ({ kind }) => kind === "series" && marked.resolve());
      await app.instance.settings.update({ animedb: { enabled } });
      await marked.promise;
      stop();
      await anime.settled();
      await library.settled();
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
      await managers[Symbol.asyncDispose]();
    },
  };
}

const test = (name: string, work: (world: Awaited<ReturnType<typeof openWorld>>) => Promise<void>) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using world = await openWorld();
      await work(world);
    },
  });

test("slow: anime data marks movies and series, and removes all marks when it is switched off", async (world) => {
  const { app } = world;
  same(await titlesOf(app, "/api/library/movies?filter=anime"), []);
  await world.switchTo(true);
  const film = await get(app, "/api/library/movies/1");
  same([film.anime, film.animedbId, film.titleRomaji, film.titleKanji], [true, 7, "Mononoke Hime", "もののけ姫"]);
  const series = await get(app, "/api/library/series/1");
  same([series.animedbIds, series.titleKanji], [[9541, 10944, 13241], "進撃の巨人"]);
  same((await get(app, "/api/library/series/2")).animedbIds, []);
  for (const kind of ["movies", "series"]) {
    same((await titlesOf(app, `/api/library/${kind}?filter=anime`)).length, 1);
  }
  same(await titlesOf(app, "/api/library/movies?sort=romaji"), ["Alien", "Princess Mononoke"]);
  same(await titlesOf(app, "/api/library/series?sort=romaji"), ["Attack on Titan", "Supernatural"]);
  same(await titlesOf(app, "/api/library/series?sort=romaji&order=desc"), ["Supernatural", "Attack on Titan"]);
  const first = await get(app, "/api/library/series?sort=romaji&limit=1");
  same(await titlesOf(app, `/api/library/series?sort=romaji&limit=1&cursor=${encodeURIComponent(first.nextCursor)}`), [
    "Supernatural",
  ]);
  match(await page(app, "/movies/1"), /https:\/\/anidb\.net\/anime\/7"/);
  const facts = (arr: string) => app.instance.library.titleFacts({ path: "", arr, arrId: 1 });
  same([(await facts("movie"))?.mediaType, (await facts("series"))?.mediaType], ["anime", "anime"]);
  match(await page(app, "/series/1"), /AniDB 3/);
  const list = await page(app, "/movies?filter=anime&sort=romaji");
  match(list, />Anime<\/span>/);
  match(list, /aria-current="true"[^>]*>Romaji/);
  await world.switchTo(false);
  same(await titlesOf(app, "/api/library/movies?filter=anime"), []);
  is((await get(app, "/api/library/series/1")).titleRomaji, undefined);
});

test("slow: titles of the library are found by their Japanese names and by synonyms", async (world) => {
  await world.switchTo(true);
  const table: [typed: string, title: string][] = [
    ["mononoke hime", "Princess Mononoke"],
    ["もののけ姫", "Princess Mononoke"],
    ["shingeki no kyojin", "Attack on Titan"],
    ["進撃の巨人", "Attack on Titan"],
    ["attack on titan", "Attack on Titan"],
  ];
  for (const [typed, title] of table) {
    const { library } = await get(world.app, `/api/search/smart?q=${encodeURIComponent(typed)}`);
    same([library[0]?.title, library[0]?.anime], [title, true], typed);
  }
});

test("slow: routes of anime data show its state, refuse while it is off, and search by any name", async (world) => {
  const { app } = world;
  same(await get(app, "/api/animedb/status"), {
    ...{ enabled: false, loaded: false, loading: false, animeCount: 0, mappingCount: 0 },
  });
  for (const call of [app.call("/api/animedb/search?q=x"), app.call("/api/animedb/refresh", { method: "POST" })]) {
    const answer = await call;
    same([answer.status, (await answer.json()).code], [409, "bad_state"]);
  }
  const task = async () => (await get(app, "/api/system/tasks")).find(({ id }: { id: string }) => id === "animedb");
  same([(await task()).enabled, (await task()).intervalSeconds], [false, 604_800]);
  await world.switchTo(true);
  is((await task()).enabled, true);
  const status = await get(app, "/api/animedb/status");
  ok(status.loaded && status.animeCount > 4_000 && status.updatedAt);
  const [hit] = await get(app, `/api/animedb/search?q=${encodeURIComponent("進撃の巨人 season 2")}`);
  same([hit.aid, hit.tvdbId, hit.isMovie], [10944, 267440, false]);
  is((await app.call("/api/animedb/search?q=")).status, 422);
  is((await app.call("/api/animedb/search")).status, 422);
  is((await app.call("/api/animedb/refresh", { method: "POST" })).status, 202);
  await app.instance.anime.settled();
  is(world.fake.seen.filter(({ path }) => path === "/titles").length, 1);
});
