import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { localRepository } from "../../../db/library/local/local.ts";
import { titleRepository } from "../../../db/library/titles.ts";
import { generateMovies } from "../../../tests/fakes/arr/data.ts";
import { artistAt } from "../../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { startProwlarr } from "../../../tests/fakes/arr/prowlarr.ts";
import { startRadarr } from "../../../tests/fakes/arr/radarr.ts";
import { Clock } from "../../../tests/fakes/arr/shared/clock.ts";
import { startSonarr } from "../../../tests/fakes/arr/sonarr.ts";
import { startSlskd } from "../../../tests/fakes/slskd.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { Fault } from "../../kit/fault.ts";
import { titleKey } from "../../kit/fold.ts";
import { AddTitle, type LookupResult, ReleaseQuery, type ReleaseSearch, type SmartSearch } from "../search_model.ts";
import { createSearch, type SearchOptions } from "./service.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

type Fakes = Partial<Record<"movie" | "series" | "music" | "indexer" | "soulseek", { url: string; key: string }>>;

async function connect(app: TestApp, fakes: Fakes): Promise<void> {
  const connections = Object.fromEntries(
    Object.entries(fakes).map(([kind, { url, key }]) => [kind, { enabled: true, url, apiKey: key }]),
  );
  await app.instance.settings.update({ connections });
  if (fakes.movie) await app.instance.library.refresh("movie");
  if (fakes.series) await app.instance.library.refresh("series");
}

/** The search service with timeouts suitable for a test. */
const searchOf = ({ instance }: TestApp, waits: SearchOptions["waits"] = {}) =>
  createSearch({ ...instance, titles: titleRepository(instance.store), waits });

const get = async <T>(app: TestApp, path: string): Promise<T> => await (await app.call(path)).json();
const titles = (found: LookupResult[]) => found.map(({ title }) => title);
const films = () => generateMovies({ count: 40, root: "/movies", seed: 3 });

test("typed words find the titles of the current library, with files on disk", async () => {
  const [film] = films();
  ok(film);
  await using radarr = await startRadarr({
    movies: [
      { ...film, id: 1, title: "Heat", year: 1995, tmdbId: 949, originalTitle: "Heat" },
      { ...film, id: 2, title: "The Heat", year: 2013, tmdbId: 136400, originalTitle: "The Heat" },
      { ...film, id: 3, title: "Your Name.", year: 2016, tmdbId: 372058, originalTitle: "君の名は。" },
    ],
  });
  await using sonarr = await startSonarr({ series: 3 });
  await using app = await openApp();
  await connect(app, { movie: radarr, series: sonarr });
  const smart = (q: string, more = "") => get<SmartSearch>(app, `/api/search/smart?q=${encodeURIComponent(q)}${more}`);
  const heat = await smart("heat 1995 remux");
  same([heat.query.title, heat.query.year, heat.query.wants], ["heat", 1995, { category: "remux" }]);
  same([titles(heat.library), heat.online, heat.errors], [["Heat", "The Heat"], [], []]);
  same(heat.library[0]?.library?.quality, film.file?.quality.quality.name);
  same([heat.library[0]?.externalId, heat.library[0]?.arrId, heat.library[0]?.inLibrary], ["tmdb:949", 1, true]);
  const kimi = (await smart("君の名")).library[0];
  same([kimi?.title, kimi?.matchedOn], ["Your Name.", "君の名は。"]);
  same(titles((await smart("tmdb:949")).library), ["Heat"]);
  same(titles((await smart("https://www.themoviedb.org/movie/949")).library), ["Heat"]);
  same(titles((await smart("https://www.themoviedb.org/tv/949")).library), [], "series are counted apart");
  same(titles((await smart("heat", "&scope=series")).library), []);
  const [show] = sonarr.shows.all().take(1);
  ok(show);
  const found = (await smart(`${show.title} S01E02`)).library[0];
  same([found?.kind, found?.title, found?.library?.episodes], ["series", show.title, found?.library?.episodes]);
  ok((found?.library?.episodes ?? 0) > 0);

  const renamed = radarr.movies.get("1");
  Object.assign(renamed, { title: "Collateral", originalTitle: "Collateral" });
  await app.instance.library.refresh("movie");
  same(titles((await smart("collateral")).library), ["Collateral"]);
  same(titles((await smart("heat")).library), ["The Heat"]);
});

test("titles on disk that no manager has are found beside the library, and hidden ones are not", async () => {
  await using app = await openApp();
  const index = localRepository(app.instance.store);
  const film = (id: string, title: string, folder: string) => ({
    path: folder,
    root: "/m",
    stamp: "1",
    subfolders: 0,
    unreadable: 0,
    titles: [{
      id,
      kind: "movie" as const,
      title,
      titleKey: titleKey(title),
      year: 1995,
      anime: false,
      imageCue: false,
      folder,
      ownsFolder: true,
      root: "/m",
    }],
    files: [
      { name: "a.mkv", itemId: id, size: 30, mtime: 86_400_000, quality: "Remux-1080p" },
      { name: "b.mkv", itemId: id, size: 10, mtime: 5, quality: "DVD" },
    ],
  });
  await index.store([film("h", "Heat", "/m/Heat"), film("x", "Heat Wave", "/m/Managed")], 1);
  await index.markManaged({ folders: ["/m/Managed"], hide: true });
  const { local } = await get<SmartSearch>(app, "/api/search/smart?q=haet");
  same(local.map(({ title, local: own }) => [title, own]), [["Heat", {
    id: "h",
    folder: "/m/Heat",
    files: 2,
    size: 40,
    quality: "Remux-1080p",
    modified: "1970-01-02T00:00:00.000Z",
  }]]);
  same(
    (await get<LookupResult[]>(app, "/api/search/local?q=heat")).map(({ inLibrary, externalId }) => [
      inLibrary,
      externalId,
    ]),
    [[false, ""]],
  );
  same((await get<SmartSearch>(app, "/api/search/smart?q=heat&scope=series")).local, []);
});

test("a failing or slow source is named, and the others still respond", async () => {
  await using radarr = await startRadarr({ movies: 5 });
  await using sonarr = await startSonarr({ series: 3 });
  await using app = await openApp();
  await connect(app, { movie: radarr, series: sonarr });
  const search = searchOf(app, { onlineMs: 1_500 });
  const look = () => search.smart("dark", { online: true });
  same([titles((await look()).online).includes("Dark"), (await look()).errors], [true, []]);
  const ways: [Parameters<typeof radarr.fail>[0], RegExp][] = [
    [{ mode: "unauthorized" }, /API key/],
    [{ mode: "error" }, /database is locked/],
    [{ mode: "malformed" }, /unknown format/],
    [{ mode: "html" }, /not Radarr/],
    [{ mode: "hang" }, /in time/],
  ];
  for (const [way, said] of ways) {
    radarr.fail(way, { path: /lookup/ });
    const { online, errors } = await look();
    same([online.some(({ title }) => title === "Dark"), errors.map(({ source }) => source)], [true, ["movie"]]);
    match(errors[0]?.message ?? "", said);
    radarr.recover();
  }
  same((await look()).errors, []);
  radarr.fail({ mode: "drop" }, { path: /lookup/ });
  const page = await (await app.call("/search?part=online&q=dark", { headers: { Accept: "text/html" } })).text();
  match(page, /Results from Radarr are missing\.<.*Radarr is not available: .*Not available since <time/s);
  match(page, />Dark</);
});

test("a lookup searches by ID if there is one, and reports when no source responds", async () => {
  await using radarr = await startRadarr({ movies: 1 });
  await using sonarr = await startSonarr({ series: 1 });
  await using app = await openApp();
  is((await app.call("/api/search/lookup?q=heat")).status, 409);
  await connect(app, { movie: radarr, series: sonarr });
  const lookup = (q: string, more = "") => get<LookupResult[]>(app, `/api/search/lookup?q=${q}${more}`);
  same((await lookup("tmdb:603")).map(({ kind, title }) => [kind, title]), [["movie", "The Matrix"]]);
  same((await lookup("tt0903747")).map(({ kind, title }) => [kind, title]), [["series", "Breaking Bad"]]);
  same((await lookup("tvdb:334824")).map(({ kind, title }) => [kind, title]), [["series", "Dark"]]);
  same((await lookup("heat%201995", "&kind=movie"))[0]?.title, "Heat");
  same(sonarr.seen.some(({ query }) => query.includes("1995")), false);
  radarr.fail({ mode: "error" }, { path: /lookup/ });
  const refused = await app.call("/api/search/lookup?q=heat&kind=movie");
  same([refused.status, (await refused.json()).code], [502, "upstream_failed"]);
  is((await app.call("/api/search/lookup?q=")).status, 422);
  is((await app.call(`/api/search/smart?q=${"x".repeat(201)}`)).status, 422);
});

test("albums are found when Lidarr is connected", async () => {
  await using lidarr = await startLidarr({ artists: 3 });
  await using app = await openApp();
  await connect(app, { music: lidarr });
  const [album] = lidarr.music.albums.values();
  ok(album);
  const found = await app.instance.search.smart(album.title, { online: true, scope: "music" });
  const [first] = found.online;
  same([first?.kind, first?.title, first?.foreignId], ["album", album.title, album.foreignAlbumId]);
});

test("a movie is added where most movies are, shown at once, and not added twice", async () => {
  const movies = films().map((movie) => ({ ...movie, qualityProfileId: 6 }));
  await using radarr = await startRadarr({
    movies,
    root: "/movies",
    extraRoots: [{ path: "/gone", accessible: false }],
  });
  await using app = await openApp();
  await connect(app, { movie: radarr });
  const add = (json: unknown) => app.call("/api/search/add", { json });
  const answer = await add({ kind: "movie", externalId: "tmdb:949" });
  const movie = await answer.json();
  same([answer.status, movie.title, movie.tmdbId, movie.monitored, movie.qualityProfileId], [
    201,
    "Heat",
    949,
    true,
    6,
  ]);
  match(movie.path, /^\/movies\/Heat/);
  same(titles((await get<SmartSearch>(app, "/api/search/smart?q=heat%201995")).library)[0], "Heat");
  is((await get<{ title: string }>(app, `/api/library/movies/${movie.id}`)).title, "Heat");
  const again = await add({ kind: "movie", externalId: "imdb:tt0113277" });
  const problem = await again.json();
  same([again.status, problem.code, problem.errors], [409, "conflict", [{ path: "arrId", message: String(movie.id) }]]);
  match(problem.detail, /Radarr already has Heat \(1995\)/);

  const wrong = await add({ kind: "movie", externalId: "tmdb:603", rootFolderPath: "/elsewhere" });
  same([wrong.status, (await wrong.json()).code], [422, "invalid"]);
  is((await add({ kind: "movie", externalId: "tmdb:999999999" })).status, 404);
  is((await add({ kind: "movie", externalId: "../../x" })).status, 422);
  is((await add({ kind: "series", externalId: "tvdb:334824" })).status, 409, "Sonarr is not connected");
  radarr.fail({ mode: "error" }, { method: "POST" });
  is((await add({ kind: "movie", externalId: "tmdb:603" })).status, 502);
  await app.instance.search.settled();
});

test("an anime movie is placed with other anime movies, other movies with theirs", async () => {
  await using radarr = await startRadarr({
    movies: films(),
    root: "/movies",
    extraRoots: [{ path: "/anime-movies", accessible: true }],
  });
  await using app = await openApp();
  await connect(app, { movie: radarr });
  await app.instance.settings.update({ disc: { addTargets: { animeMovie: { root: "/anime-movies" } } } });
  const search = createSearch({
    ...app.instance,
    titles: titleRepository(app.instance.store),
    anime: {
      find: () => Promise.resolve([]),
      lookup: () =>
        Promise.resolve({
          movie: ({ tmdbId }) => tmdbId === 949 ? { animedbId: 7 } : undefined,
          ...{ series: () => undefined, countedThrough: () => undefined },
        }),
    },
  });
  const pathOf = async (externalId: string) => {
    const added = await search.add(AddTitle.parse({ kind: "movie", externalId }));
    return added.path;
  };
  match(await pathOf("tmdb:949"), /^\/anime-movies\/Heat/);
  match(await pathOf("tmdb:603"), /^\/movies\//);
  await search.settled();
  await search.close();
});

test("a series is added with its type, and its episodes are read when they have come", async () => {
  const clock = new Clock({ manual: true });
  await using sonarr = await startSonarr({ series: 2, clock });
  await using app = await openApp();
  await connect(app, { series: sonarr });
  const search = searchOf(app, { episodesMs: Array.from({ length: 100 }, () => 10) });
  const added = await search.add(
    AddTitle.parse({ kind: "series", externalId: "tvdb:334824", seriesType: "anime", monitored: false }),
  );
  same(await app.instance.library.episodes(added.id), []);
  same([added.monitored, sonarr.shows.byTvdb(334824)?.seriesType], [false, "anime"]);
  await clock.tick(60_000);
  await search.settled();
  is((await app.instance.library.episodes(added.id)).length, 26);
  await search.close();
});

test("a movie that another client adds at the same moment is a conflict, not a failure", async () => {
  await using radarr = await startRadarr({ movies: 1 });
  await using app = await openApp();
  await connect(app, { movie: radarr });
  const search = searchOf(app);
  const both = await Promise.allSettled(
    [1, 2].map(() => search.add(AddTitle.parse({ kind: "movie", externalId: "tmdb:949" }))),
  );
  same(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const refused = both.find((one) => one.status === "rejected")?.reason;
  ok(refused instanceof Fault);
  is(refused.code, "conflict");
  await search.close();
});

test("releases of a movie come from its manager and raw, each once, best first", async () => {
  const movies = films().map((movie) => ({ ...movie, title: `${movie.title} ${movie.id}` }));
  await using radarr = await startRadarr({ movies });
  await using prowlarr = await startProwlarr();
  await using app = await openApp();
  await connect(app, { movie: radarr, indexer: prowlarr });
  const found = await get<ReleaseSearch>(app, "/api/search/releases?arr=radarr&arrId=1&q=heat%201080p");
  same(found.errors, []);
  same(new Set(found.releases.map(({ source }) => source)), new Set(["movie", "indexer"]));
  same([found.total, found.remux], [found.releases.length, found.releases.filter(({ isRemux }) => isRemux).length]);
  ok(found.remux > 0);
  const scores = found.releases.map(({ score }) => score);
  same(scores, scores.toSorted((a, b) => b - a));
  const [best] = found.releases;
  same([best?.category, best?.resolution], ["remux", "1080p"]);
  ok(best?.scoreReasons.includes("1080p, as requested: +600"));
  ok(found.releases.some(({ rejections, approved }) => rejections.length > 0 && !approved));
  ok(found.releases.every((release) => !("downloadUrl" in release)), "they hold keys of indexers");
  const words = await get<ReleaseSearch>(app, "/api/search/releases?q=heat");
  same(new Set(words.releases.map(({ source }) => source)), new Set(["indexer"]));
  const quiet = await get<ReleaseSearch>(app, "/api/search/releases?arr=movie&arrId=1&q=heat&indexer=0");
  same(new Set(quiet.releases.map(({ source }) => source)), new Set(["movie"]));
  for (const query of ["", "?arr=movie", "?arr=series&arrId=1", "?arr=nobody&arrId=1", "?arr=prowlarr&q=x"]) {
    is((await app.call(`/api/search/releases${query}`)).status, 422, query);
  }
});

test("releases of a season, an episode and an album are requested from their managers", async () => {
  await using sonarr = await startSonarr({ series: 2 });
  await using lidarr = await startLidarr({ artists: 2 });
  await using app = await openApp();
  await connect(app, { series: sonarr, music: lidarr });
  const [series] = sonarr.shows.all().take(1);
  const [album] = lidarr.music.albums.values();
  const episode = series && sonarr.shows.episodesOf(series.id).find(({ seasonNumber }) => seasonNumber === 1);
  ok(series && album && episode);
  const ask = (query: string) => get<ReleaseSearch>(app, `/api/search/releases?${query}`);
  const season = await ask(`arr=series&arrId=${series.id}&seasonNumber=1`);
  ok(season.total > 0 && season.releases.every(({ fullSeason, source }) => fullSeason && source === "series"));
  const one = await ask(`arr=sonarr&arrId=${series.id}&episodeId=${episode.id}`);
  ok(one.releases.some(({ episodeIds }) => episodeIds?.[0] === episode.id));
  const music = await ask(`arr=music&albumId=${album.id}`);
  ok(music.releases.every(({ category, albumIds }) => /hires|cd|lossy/.test(category) && albumIds?.[0] === album.id));
});

test("the releases of other managers stay when one fails, and a slow one is abandoned with the caller", async () => {
  await using radarr = await startRadarr({ movies: 2 });
  await using prowlarr = await startProwlarr();
  await using app = await openApp();
  await connect(app, { movie: radarr, indexer: prowlarr });
  radarr.fail({ mode: "error" }, { path: "/release" });
  const { releases, errors } = await get<ReleaseSearch>(app, "/api/search/releases?arr=movie&arrId=1&q=heat");
  same([releases.length > 0, errors.map(({ source }) => source)], [true, ["movie"]]);
  radarr.recover();
  radarr.fail({ mode: "hang" }, { path: "/release" });
  const asked = radarr.seen.length;
  const leave = new AbortController();
  const waiting = app.instance.search.releases(ReleaseQuery.parse({ arr: "movie", arrId: "1" }), leave.signal);
  leave.abort();
  await rejects(waiting, { name: "AbortError" });
  is(radarr.seen.length, asked);
});

test("Soulseek runs one search at a time, and nothing remains of it", async () => {
  const clock = new Clock({ speed: 200 });
  await using slskd = await startSlskd({ clock });
  await using app = await openApp();
  await connect(app, { soulseek: slskd });
  await app.instance.settings.update({ connections: { soulseek: { maxQueueLength: 20 } } });
  const search = searchOf(app, { soulseekSpacingMs: 50 });
  const look = (q: string) => search.releases(ReleaseQuery.parse({ q, soulseek: "1" }));
  const [one, two] = [0, 1].map(artistAt).map(({ artistName, albums }) => `${artistName} ${albums[0]?.title}`);
  ok(one && two);
  const [first, second] = await Promise.all([look(`${one} flac`), look(two)]);
  same([first?.errors, second?.errors], [[], []]);
  const all = [...first?.releases ?? [], ...second?.releases ?? []];
  ok(all.length > 0);
  match(first?.releases[0]?.scoreReasons.join() ?? "", /Artist and title match/);
  ok(all.every(({ source, music }) => source === "soulseek" && music?.files?.length && (music.queueLength ?? 0) <= 20));
  same(slskd.seen.filter(({ method }) => method === "POST").map(({ status }) => status), [200, 200]);
  same(slskd.seen.filter(({ method }) => method === "DELETE").map(({ status }) => status), [204, 204]);
  const order = slskd.seen.map(({ method }) => method).filter((method) => method !== "GET");
  same(order, ["POST", "DELETE", "POST", "DELETE"]);
  slskd.network.loggedIn = false;
  same((await look("artist")).errors, [{
    source: "soulseek",
    message: "slskd is not logged in to the Soulseek network.",
  }]);
  await search.close();
  await clock.stop();
});
