import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";

/** Serves a library like Radarr or Sonarr, with any number of titles and possible failures. */
function serve(answers: Record<string, (url: URL) => unknown>) {
  const asked: string[] = [];
  let broken: (() => Response) | undefined;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    asked.push(`${url.pathname}${url.search}`);
    if (request.headers.get("x-api-key") !== "k") return new Response(null, { status: 401 });
    if (broken !== undefined) return broken();
    const answer = answers[url.pathname.replace(/^\/api\/v3/, "")];
    return answer === undefined ? new Response("{}", { status: 404 }) : Response.json(answer(url));
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked,
    breakWith: (response: (() => Response) | undefined) => void (broken = response),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const movie = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  title: `Film ${String(id).padStart(5, "0")}`,
  sortTitle: `film ${String(id).padStart(5, "0")}`,
  year: 1950 + id % 70,
  tmdbId: 1000 + id,
  path: `/movies/Film ${id}`,
  monitored: true,
  hasFile: true,
  added: "2024-05-01T10:00:00Z",
  sizeOnDisk: 1e9 + id,
  images: [{ coverType: "poster", url: "/MediaCover/1/poster.jpg", remoteUrl: "https://image.tmdb.org/t/p/x.jpg" }],
  ratings: { imdb: { value: 7.4 }, tmdb: { value: 7 } },
  alternateTitles: [{ title: `Película ${id}` }],
  movieFile: {
    id: 5000 + id,
    path: `/movies/Film ${id}/Film.mkv`,
    size: 1e9 + id,
    quality: {
      quality: id % 5 === 0
        ? { id: 31, name: "Remux-2160p", source: "bluray", resolution: 2160, modifier: "remux" }
        : { id: 3, name: "WEBDL-1080p", source: "webdl", resolution: 1080, modifier: "none" },
    },
    languages: [{ id: 1, name: "English" }],
    mediaInfo: {
      audioChannels: 7.1,
      audioCodec: "TrueHD Atmos",
      videoCodec: "x265",
      videoDynamicRangeType: "DV HDR10",
      resolution: "3840x1600",
    },
  },
  somethingNew: { in: "a later version" },
  ...more,
});

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const get = async (app: TestApp, path: string) => await (await app.call(path)).json();
const connect = (app: TestApp, kind: "movie" | "series", url: string) =>
  app.instance.settings.update({ connections: { [kind]: { enabled: true, url, apiKey: "k" } } });

test("slow: movies are read, filtered, sorted, searched and paged, with their files on disk", async () => {
  await using radarr = serve({ "/movie": () => Array.from({ length: 120 }, (_, i) => movie(i + 1)) });
  await using app = await openApp();
  await connect(app, "movie", radarr.url);
  await app.instance.settings.update({ pathMappings: [{ remote: "/movies", local: app.folder, app: "movie" }] });
  await Deno.mkdir(`${app.folder}/Film 5`);
  await Deno.writeTextFile(`${app.folder}/Film 5/Film.mkv`, "x");
  is((await (await app.call("/api/library/movies/refresh", { method: "POST" })).json()).stale, false);
  const first = await get(app, "/api/library/movies?limit=100");
  same([first.total, first.items.length, first.items[0].title], [120, 100, "Film 00001"]);
  const second = await get(app, `/api/library/movies?limit=100&cursor=${encodeURIComponent(first.nextCursor)}`);
  same([second.items.length, second.items[0].title, second.nextCursor], [20, "Film 00101", undefined]);
  is((await get(app, "/api/library/movies?filter=remux")).total, 24);
  is((await get(app, "/api/library/movies?q=pelicula%20105")).items[0].title, "Film 00105");
  const [largest] = (await get(app, "/api/library/movies?sort=size&order=desc&limit=1")).items;
  is(largest.title, "Film 00120");
  const one = await get(app, "/api/library/movies/5");
  same([one.file.visible, one.file.localPath, one.file.isRemux, one.rating], [
    true,
    `${app.folder}/Film 5/Film.mkv`,
    true,
    74,
  ]);
  const job = (fileId: number) =>
    app.call("/api/jobs", { json: { profileId: "builtin-web-mp4", source: { arr: "movie", fileId } } });
  await app.instance.jobs.setPaused(true);
  const queued = await (await job(5005)).json();
  same([queued.title, queued.source.localPath, queued.source.arrId, queued.source.kind], [
    "Film 00005 (1955)",
    `${app.folder}/Film 5/Film.mkv`,
    5,
    "movie",
  ]);
  is((await job(5006)).status, 422, "known to Radarr, not to be seen here");
  is((await job(1)).status, 422);
  is((await get(app, "/api/library/movies/6")).file.visible, false);
  is((await app.call("/api/library/movies/999")).status, 404);
  is((await app.call("/api/library/movies?cursor=nonsense")).status, 422);
});

test("a failing manager is reported, the known titles stay, and a later refresh succeeds", async () => {
  let titles = [movie(1), movie(2)];
  await using radarr = serve({ "/movie": () => titles });
  await using app = await openApp();
  await connect(app, "movie", radarr.url);
  const refresh = async () => await (await app.call("/api/library/movies/refresh", { method: "POST" })).json();
  await refresh();
  const failures: [() => Response, RegExp][] = [
    [() => new Response(null, { status: 401 }), /API key/],
    [() => new Response("database is locked", { status: 500 }), /500|database is locked/],
    [() => new Response("<html>", { headers: { "Content-Type": "text/html" } }), /not Radarr/],
    [() => new Response('[{"id":"x"}]', { headers: { "Content-Type": "application/json" } }), /unknown format/],
  ];
  for (const [response, said] of failures) {
    radarr.breakWith(response);
    const state = await refresh();
    is(state.stale, true);
    match(state.error, said);
    is((await get(app, "/api/library/movies")).total, 2);
  }
  radarr.breakWith(undefined);
  titles = [movie(2, { title: "Renamed" })];
  same((await refresh()).stale, false);
  same((await get(app, "/api/library/movies")).items.map(({ title }: { title: string }) => title), ["Renamed"]);
  await app.instance.settings.update({ connections: { movie: { enabled: false } } });
  match((await get(app, "/api/library/movies")).state.error, /not connected/);
});

test("series have seasons, episodes and shared files, and only changed ones are read again", async () => {
  let renamed = "";
  let quality = "Bluray-1080p Remux";
  const file = (id: number, name: string) => ({
    id,
    seriesId: 7,
    seasonNumber: 1,
    path: `/tv/Dark/${id}${renamed}.mkv`,
    size: 4e9,
    quality: { quality: { id: 20, name, source: /Remux/.test(name) ? "blurayRaw" : "web", resolution: 1080 } },
  });
  const series = (files: number) => [{
    id: 7,
    title: "Dark",
    year: 2017,
    tvdbId: 334824,
    path: "/tv/Dark",
    monitored: true,
    seriesType: "standard",
    status: "ended",
    ended: true,
    lastAired: "2020-06-27T00:00:00Z",
    seasons: [{
      seasonNumber: 1,
      monitored: true,
      statistics: { episodeFileCount: files, episodeCount: 3, totalEpisodeCount: 3, sizeOnDisk: 8e9 },
    }],
    statistics: { episodeFileCount: files, episodeCount: 3, totalEpisodeCount: 3, sizeOnDisk: 8e9 },
    alternateTitles: [{ title: "Dunkel", seasonNumber: -1 }, { title: "Dark Two", seasonNumber: 2 }],
  }];
  const episode = (n: number, episodeFileId: number) => ({
    id: 100 + n,
    seriesId: 7,
    seasonNumber: 1,
    episodeNumber: n,
    title: `Part ${n}`,
    airDate: "2017-12-01",
    hasFile: episodeFileId > 0,
    episodeFileId,
    monitored: true,
  });
  let files = 2;
  await using sonarr = serve({
    "/series": () => series(files),
    "/episode": () => [episode(1, 55), episode(2, 55), episode(3, files > 2 ? 56 : 0)],
    "/episodefile": () => [file(55, quality), ...(files > 2 ? [file(56, "WEBDL-1080p")] : [])],
  });
  await using app = await openApp();
  await connect(app, "series", sonarr.url);
  const refresh = () =>
    app.call("/api/library/series/refresh", { method: "POST" }).then((answer) => answer.body?.cancel());
  await refresh();
  const [dark] = (await get(app, "/api/library/series")).items;
  same([dark.title, dark.endYear, dark.statistics, dark.alternateTitles], [
    "Dark",
    2020,
    { episodeFileCount: 2, episodeCount: 3, sizeOnDisk: 8e9, remuxFileCount: 1 },
    ["Dunkel"],
  ]);
  const episodes = await get(app, "/api/library/series/7/episodes");
  same(episodes.map(({ hasFile, file: its }: { hasFile: boolean; file?: { id: number } }) => [hasFile, its?.id]), [
    [true, 55],
    [true, 55],
    [false, undefined],
  ]);
  is((await get(app, "/api/library/series?filter=missing")).total, 1);
  const before = sonarr.asked.length;
  await refresh();
  same(
    sonarr.asked.slice(before),
    ["/api/v3/series", "/api/v3/episodefile?seriesId=7", "/api/v3/qualityprofile", "/api/v3/tag"],
    "nothing changed, nothing more is asked",
  );
  files = 3;
  await refresh();
  same(sonarr.asked.length, before + 9);
  is((await get(app, "/api/library/series/7/episodes?season=1"))[2].hasFile, true);
  same(await app.instance.library.file("series", 55), {
    title: "Dark",
    subtitle: "S01E01E02 Part 1 / Part 2",
    poster: undefined,
    source: {
      kind: "episode",
      localPath: "/tv/Dark/55.mkv",
      arr: "series",
      arrId: 7,
      fileId: 55,
      arrPath: "/tv/Dark/55.mkv",
      episodeIds: [101, 102],
      seasonNumber: 1,
    },
  });
  // The file is changed manually in Sonarr. The series record is unchanged.
  renamed = " renamed";
  quality = "WEBDL-1080p";
  await refresh();
  const [first] = await get(app, "/api/library/series/7/episodes");
  same([first.file.path, first.file.quality, first.file.isRemux], ["/tv/Dark/55 renamed.mkv", "WEBDL-1080p", false]);
  is((await get(app, "/api/library/series/7")).statistics.remuxFileCount, 0);
});

test("a file that was imported after the last reading is requested once, by its number", async () => {
  const films = [movie(1)];
  let files: unknown[] = [];
  await using radarr = serve({
    "/movie": () => films,
    "/movie/2": () => movie(2),
    "/moviefile": (url) => url.searchParams.get("movieFileIds") === "5002" ? files : [],
  });
  await using app = await openApp();
  await connect(app, "movie", radarr.url);
  await app.instance.library.refresh("movie");
  is(await app.instance.library.file("movie", 5002), undefined);
  files = [{ id: 5002, movieId: 2 }];
  const before = radarr.asked.length;
  const found = await Promise.all([1, 2, 3].map(() => app.instance.library.file("movie", 5002)));
  same(found.map((one) => one?.source.arrId), [2, 2, 2]);
  same(radarr.asked.slice(before), ["/api/v3/moviefile?movieFileIds=5002", "/api/v3/movie/2"]);
  is((await get(app, "/api/library/movies")).total, 2);
  for (let id = 9_000; id < 9_300; id++) is(await app.instance.library.file("movie", id), undefined);
  ok(radarr.asked.length - before < 110, "a list of wrong numbers is not as many questions");
});

test("a movie whose file Radarr omits is not missing: the file is requested", async () => {
  const { movieFile, ...bare } = movie(1);
  await using radarr = serve({
    "/movie": () => [bare, movie(2), { ...movie(3), hasFile: false, movieFile: undefined, movieFileId: 5003 }],
    "/moviefile": () => [{ ...movieFile, movieId: 1 }, { ...movie(3).movieFile, movieId: 3 }],
  });
  await using app = await openApp();
  await connect(app, "movie", radarr.url);
  await app.instance.library.refresh("movie");
  is((await get(app, "/api/library/movies?filter=missing")).total, 0);
  same((await get(app, "/api/library/movies/1")).file.id, 5001);
  same(radarr.asked.filter((path) => path.includes("moviefile")), ["/api/v3/moviefile?movieId=1&movieId=3"]);
});

test("a path with parent references leaves no mapping: the movie is left out and named, and no job uses its file", async () => {
  const { movieFile } = movie(1);
  const films = [
    movie(1, { title: "Escape", movieFile: { ...movieFile, path: "/movies/../../etc/passwd" } }),
    movie(2),
  ];
  await using radarr = serve({ "/movie": () => films, "/moviefile": () => [{ ...films[0]?.movieFile, movieId: 1 }] });
  await using app = await openApp();
  await connect(app, "movie", radarr.url);
  await app.instance.settings.update({ pathMappings: [{ remote: "/movies", local: app.folder, app: "movie" }] });
  const { odd } = await app.instance.library.refresh("movie");
  is(odd, "1 record of Radarr skipped as unreadable: Escape (movieFile.path).");
  is((await get(app, "/api/library/movies")).total, 1);
  const job = { profileId: "builtin-web-mp4", source: { arr: "movie", fileId: 5001 } };
  is((await app.call("/api/jobs", { json: job })).status, 422);
});

test("known values of a movie stay while its record is invalid, and are removed with the movie", async () => {
  let films: unknown[] = [movie(1), movie(2)];
  await using radarr = serve({ "/movie": () => films });
  await using app = await openApp();
  await connect(app, "movie", radarr.url);
  await app.instance.library.refresh("movie");
  films = [movie(1, { tmdbId: "x" })];
  match((await app.instance.library.refresh("movie")).error ?? "", /none of its 1 records can be read \(tmdbId\)/);
  films = [movie(1, { tmdbId: "x" }), movie(3)];
  await app.instance.library.refresh("movie");
  const titles = async () => (await get(app, "/api/library/movies")).items.map(({ id }: { id: number }) => id);
  same(await titles(), [1, 3]);
  // A record without a valid ID may be any known movie, so no movie is considered removed.
  films = [movie(4), { title: "Nameless" }];
  await app.instance.library.refresh("movie");
  same(await titles(), [1, 3, 4]);
  films = [movie(4)];
  is((await app.instance.library.refresh("movie")).odd, undefined);
  same(await titles(), [4]);
});

test("a page of a library of 5,000 movies comes from the store, and pages are rendered", async () => {
  await using radarr = serve({ "/movie": () => Array.from({ length: 5000 }, (_, i) => movie(i + 1)) });
  await using app = await openApp();
  await connect(app, "movie", radarr.url);
  await (await app.call("/api/library/movies/refresh", { method: "POST" })).body?.cancel();
  const { items, total } = await get(app, "/api/library/movies?sort=added&order=desc");
  same([items.length, total], [50, 5000]);
  const html = await (await app.call("/movies?q=film", { headers: { Accept: "text/html" } })).text();
  ok(html.includes("5000 movies") && html.includes("Film 00001"));
  const page = await (await app.call("/movies/1", { headers: { Accept: "text/html" } })).text();
  ok(page.includes("cannot be opened on this server"), "what this machine does not see is said");
  const asked = radarr.asked.length;
  await get(app, "/api/library/movies");
  is(radarr.asked.length, asked, "asked within the minute, answered from here");
});
