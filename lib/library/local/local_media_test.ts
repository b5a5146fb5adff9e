import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { startRadarr } from "../../../tests/fakes/arr/radarr.ts";
import { startSonarr } from "../../../tests/fakes/arr/sonarr.ts";
import { startOmdb } from "../../../tests/fakes/omdb.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { artistAt } from "../../../tests/fakes/arr/data_music.ts";
import { generateMovies } from "../../../tests/fakes/arr/data.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { localUntil, lookedUp, writeFiles } from "../../../tests/fixtures/local_media.ts";
import type { LocalItem } from "../local_title_model.ts";
import { statusOf } from "./local_state.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

type Fake = { url: string; key: string };
const connection = ({ url, key }: Fake) => ({ enabled: true, url, apiKey: key });
const get = async (app: TestApp, path: string) => await (await app.call(path)).json();
const items = async (app: TestApp): Promise<LocalItem[]> => (await get(app, "/api/local/items")).items;
const named = async (app: TestApp, title: string): Promise<LocalItem> => {
  const found = (await items(app)).find((item) => item.title === title);
  ok(found, `${title} is listed`);
  return found;
};
const never = new AbortController().signal;
/** The IP address to which OMDb's host name resolves. */
const PUBLIC = "93.184.216.34";

/** Opens an app whose media folder contains `paths`, and waits for the scan that starts when the folder is saved. */
async function openWith(
  paths: string[],
  settings: Record<string, unknown> = {},
  options: Parameters<typeof openApp>[0] = {},
): Promise<TestApp & { media: string }> {
  const app = await openApp(options);
  const media = `${app.folder}/media`;
  Deno.mkdirSync(media);
  writeFiles(media, paths);
  await app.instance.settings.update({
    ...settings,
    localMedia: { folders: [{ path: media, kind: "auto" }], ...(settings.localMedia ?? {}) },
  });
  await localUntil(app, ({ scanning, scannedAt }) => !scanning && scannedAt !== undefined);
  return Object.assign(app, { media });
}

test("slow: titles are looked up in their managers: certain matches are accepted, the rest waits for the user", async () => {
  await using radarr = await startRadarr();
  await using sonarr = await startSonarr();
  await using lidarr = await startLidarr();
  const artist = artistAt(3);
  const [album] = artist.albums;
  ok(album);
  await using app = await openWith([
    "Movies/Heat (1995)/Heat (1995) [Remux-1080p].mkv",
    "Movies/Holiday in the Garden (2003)/film.mkv",
    "TV Shows/Dark/Season 01/Dark - S01E01.mkv",
    `Music/${artist.artistName}/${album.title} (${album.releaseDate.slice(0, 4)})/01 - One.flac`,
  ], {
    connections: { movie: connection(radarr), series: connection(sonarr), music: connection(lidarr) },
  });
  const status = await localUntil(app, lookedUp(4));
  same([status.metadata?.done, status.metadata?.matched, status.errors], [4, 3, []]);
  const { meta: heat } = await named(app, "Heat");
  same([heat?.status, heat?.source, heat?.externalId, heat?.score, heat?.manual], [
    "matched",
    "movie",
    "tmdb:949",
    100,
    undefined,
  ]);
  same((await named(app, "Dark")).meta?.externalId, "tvdb:334824");
  const { meta: music } = await named(app, album.title);
  same([music?.source, music?.externalId, music?.artist], ["releasedb", album.foreignAlbumId, artist.artistName]);
  is((await named(app, "Holiday in the Garden")).meta?.status, "none");
});

test("an ID in a folder's name takes precedence over title and year; an unknown ID leaves the choice to the title", async () => {
  await using radarr = await startRadarr();
  await using sonarr = await startSonarr();
  await using app = await openWith([
    "Movies/Hitze (2001) {tmdb-949}/film.mkv",
    "Movies/Matrix auf Deutsch [imdbid-tt0133093]/film.mkv",
    "Movies/Blade Runner (1982) {tmdb-999999999}/film.mkv",
    "TV Shows/Dunkel (2020) [tvdbid-334824]/Season 01/Dunkel - S01E01.mkv",
  ], { connections: { movie: connection(radarr), series: connection(sonarr) } });
  await localUntil(app, lookedUp(4));
  const metas = (await items(app)).map(({ title, meta }) => [title, meta?.externalId, meta?.score]).sort();
  same(metas, [
    ["Blade Runner", "tmdb:78", 100],
    ["Dunkel", "tvdb:334824", 100],
    ["Hitze", "tmdb:949", 100],
    ["Matrix auf Deutsch", "tmdb:603", 100],
  ]);
  const asked = [...radarr.seen, ...sonarr.seen].filter(({ path }) => /lookup/.test(path));
  is(asked.length, 5, "an id is asked for once, and a title only after one that nobody knows");
});

test("a failing manager is stored as the reason, skipped after three failures, and queried again the next time", async () => {
  await using radarr = await startRadarr();
  radarr.fail({ mode: "answer", status: 503, body: { message: "SkyHook is away" } }, { path: "/lookup" });
  const films = ["Heat (1995)", "The Matrix (1999)", "Blade Runner (1982)", "Film A (2001)", "Film B (2002)"];
  await using app = await openWith(films.map((film) => `Movies/${film}/film.mkv`), {
    connections: { movie: connection(radarr) },
  });
  const status = await localUntil(app, lookedUp(5));
  match(status.errors.join(), /SkyHook is away/);
  const failed = (await items(app)).filter(({ meta }) => meta?.status === "error");
  ok(failed.length >= 3 && failed.length <= 4, `${failed.length} failed`);
  match(failed[0]?.meta?.error ?? "", /Radarr reports: SkyHook is away/);
  radarr.recover();
  await app.instance.local.refresh(never);
  await localUntil(app, ({ metadata, errors }) => metadata?.running === false && errors.length === 0);
  same((await items(app)).filter(({ meta }) => meta?.status === "error"), []);
  is((await named(app, "Heat")).meta?.externalId, "tmdb:949");
});

test("the user's choice or refusal stays through refreshes, until it is forced", async () => {
  await using radarr = await startRadarr();
  await using app = await openWith(["Movies/Heat (1995)/a.mkv", "Movies/The Matrix (1999)/b.mkv"], {
    connections: { movie: connection(radarr) },
  });
  await localUntil(app, lookedUp(2));
  const [heat, matrix] = [await named(app, "Heat"), await named(app, "The Matrix")];
  const found = await get(app, `/api/local/items/${heat.id}/candidates?q=Blade%20Runner`);
  is(found[0].externalId, "tmdb:78");
  const chosen = await app.call(`/api/local/items/${heat.id}/match`, { json: { candidate: found[0] } });
  is((await chosen.json()).meta.manual, true);
  const cleared = await (await app.call(`/api/local/items/${matrix.id}/match`, { json: { clear: true } })).json();
  same([cleared.meta.status, cleared.meta.manual], ["none", true]);

  const refresh = async (query: string, total: number) => {
    is((await app.call(`/api/local/metadata/refresh${query}`, { method: "POST" })).status, 202);
    await localUntil(app, lookedUp(total));
  };
  await refresh("", 0);
  same([(await named(app, "Heat")).meta?.externalId, (await named(app, "The Matrix")).meta?.status], [
    "tmdb:78",
    "none",
  ]);
  await refresh("?force=1", 2);
  same([(await named(app, "Heat")).meta?.externalId, (await named(app, "The Matrix")).meta?.externalId], [
    "tmdb:949",
    "tmdb:603",
  ]);
  is((await named(app, "Heat")).meta?.manual, undefined);
});

test("S-FILE-9: a missing root keeps its titles, and the state shows that it is missing", async () => {
  await using app = await openWith(["Movies/Heat (1995)/a.mkv"]);
  await Deno.rename(app.media, `${app.media}.away`);
  for (let scans = 0; scans < 3; scans++) await app.instance.local.refresh(never);
  const status = await get(app, "/api/local/status");
  same([status.counts.movie, status.roots[0].exists], [1, false]);
  match(status.errors.join(), /media: it does not exist/);
  const heat = await named(app, "Heat");
  is((await get(app, `/api/local/items/${heat.id}`)).files[0].exists, false);
  await Deno.rename(`${app.media}.away`, app.media);
  await app.instance.local.refresh(never);
  same((await get(app, "/api/local/status")).errors, []);
  is((await get(app, `/api/local/items/${heat.id}`)).files[0].exists, true);
});

test("added folders in the settings are scanned at once, and removed ones are forgotten", async () => {
  await using app = await openWith(["Movies/Heat (1995)/a.mkv"]);
  const other = `${app.folder}/other`;
  writeFiles(other, ["Series/Dark/Season 01/Dark - S01E01.mkv"]);
  await app.instance.settings.update({ pathMappings: [{ remote: "/tv", local: other }] });
  await localUntil(app, ({ scanning, counts }) => !scanning && counts.series === 1);
  await app.instance.settings.update({ localMedia: { folders: [] } });
  const status = await localUntil(app, ({ scanning, counts }) => !scanning && counts.movie === 0);
  same(status.roots, [{ path: other, kind: "auto", fromMapping: true, exists: true }]);
  await app.instance.settings.update({ localMedia: { enabled: false } });
  is((await app.call("/api/local/scan", { method: "POST" })).status, 409);
  is((await get(app, "/api/local/status")).counts.series, 1, "switching off forgets nothing");
});

test("a scan that ends while its status is read is still reported as running", async () => {
  await using app = await openApp();
  let running = true;
  const counts = { movie: 0, series: 0, album: 0, files: 0, matched: 0, hiddenArr: 0, unreadable: 0 };
  const status = await statusOf({
    settings: app.instance.settings,
    scanner: {
      running: () => running,
      last: () => Promise.resolve(undefined),
      progress: () => undefined,
      failure: () => undefined,
    },
    index: {
      counts() {
        running = false;
        return Promise.resolve(counts);
      },
    },
    metadata: { progress: () => undefined, problems: () => [] },
    disk: { isFolder: () => Promise.resolve(true), isFile: () => Promise.resolve(true) },
  });
  same([status.scanning, status.counts], [true, counts]);
});

test("titles of a manager are hidden after its library was read, and shown when it is disconnected", async () => {
  const [movie] = generateMovies({ count: 1, root: "/movies", missingShare: 1 });
  ok(movie);
  await using radarr = await startRadarr({
    remoteRoot: "/movies",
    movies: [{ ...movie, title: "Managed", path: "/movies/Managed (2000)" }],
  });
  await using app = await openWith(["Movies/Managed (2000)/a.mkv", "Movies/Heat (1995)/b.mkv"], {
    connections: { movie: connection(radarr) },
    localMedia: { metadata: false },
  });
  await app.instance.settings.update({
    pathMappings: [{ remote: "/movies", local: `${app.media}/Movies`, app: "movie" }],
  });
  const hidden = await localUntil(app, ({ scanning, counts }) => !scanning && counts.hiddenArr === 1);
  same([hidden.counts.movie, (await items(app)).map(({ title }) => title)], [1, ["Heat"]]);
  await app.instance.settings.update({ localMedia: { hideArrManaged: false } });
  await localUntil(app, ({ counts }) => counts.hiddenArr === 0);
  await app.instance.settings.update({ localMedia: { hideArrManaged: true } });
  await localUntil(app, ({ counts }) => counts.hiddenArr === 1);
  await app.instance.settings.update({ connections: { movie: { enabled: false } } });
  await localUntil(app, ({ counts }) => counts.hiddenArr === 0);
});

test("a second scan joins the first, and closing ends it without a trace of failure", async () => {
  const errors: string[] = [];
  await using app = await openApp({ onLog: (level, message) => level === "error" && errors.push(message) });
  const many = Array.from({ length: 400 }, (_, i) => `Movies/Film ${i} (2000)/film.mkv`);
  writeFiles(`${app.folder}/media`, many);
  await app.instance.settings.update({ localMedia: { folders: [{ path: `${app.folder}/media` }] } });
  const [first, second] = await Promise.all([
    app.call("/api/local/scan", { method: "POST" }),
    app.call("/api/local/scan", { method: "POST" }),
  ]);
  same([first.status, second.status, (await second.json()).scanning], [202, 202, true]);
  const refresh = rejects(app.instance.local.refresh(never), /shutting down/);
  await app.instance.local.close();
  await refresh;
  same(errors, []);
});

test("a stopped task does not wait for its scan", async () => {
  await using app = await openApp();
  const stop = new AbortController();
  const refresh = app.instance.local.refresh(stop.signal);
  stop.abort(new Error("enough"));
  await rejects(refresh, /enough/);
});

test("the task returns its result in one line", async () => {
  await using app = await openWith(["Movies/Heat (1995)/a.mkv", "TV Shows/Dark/Season 01/Dark - S01E01.mkv"]);
  is(await app.instance.local.refresh(never), "1 movie, 1 series, 0 albums");
  const task = (await app.instance.tasks.list()).find(({ id }) => id === "local-scan");
  same([task?.enabled, task?.intervalSeconds], [true, 12 * 3600]);
  await app.instance.settings.update({ localMedia: { rescanHours: 0 } });
  const byHand = (await app.instance.tasks.list()).find(({ id }) => id === "local-scan");
  same([byHand?.enabled, byHand?.disabledBecause], [false, "Scans are set to manual only."]);
});

test("slow: a title unknown to Radarr is looked up in OMDb, whose result is used only if it is certain, and not while OMDb is off", async () => {
  await using radarr = await startRadarr();
  const lamp = {
    Title: "The Lamp Post",
    Year: "2008",
    Runtime: "91 min",
    Genre: "Drama",
    imdbID: "tt0903747",
    Type: "movie",
  };
  await using omdb = await startOmdb({
    "the lamp post": lamp,
    // A different movie, judging by the year.
    "the quiet harbour": { ...lamp, Title: "The Quiet Harbour", Year: "1951", imdbID: "tt0903748" },
  });
  const films = ["Heat (1995)", "The Lamp Post (2008)", "The Quiet Harbour (2019)", "Nobody Knows This One (2001)"];
  await using app = await openWith(films.map((name) => `Movies/${name}/${name}.mkv`), {
    connections: { movie: connection(radarr) },
    general: { security: { certificateValidation: "disabled" } },
  }, {
    network: {
      resolve: (host) => Promise.resolve([host === "www.omdbapi.com" ? PUBLIC : "127.0.0.1"]),
      reroute: (address, port) => address === PUBLIC ? { address: "127.0.0.1", port: omdb.port } : { address, port },
    },
  });
  await localUntil(app, lookedUp(4));
  same([omdb.seen, (await named(app, "The Lamp Post")).meta?.status], [[], "none"]);
  await app.instance.settings.update({ omdb: { enabled: true, apiKey: "abcd1234" } });
  await app.call("/api/local/metadata/refresh", { method: "POST" });
  await localUntil(app, lookedUp(3));
  const { meta } = await named(app, "The Lamp Post");
  same([meta?.status, meta?.source, meta?.externalId, meta?.genres, meta?.runtimeMinutes], [
    ...["matched", "omdb", "imdb:tt0903747", ["Drama"], 91],
  ]);
  for (const title of ["The Quiet Harbour", "Nobody Knows This One"]) {
    is((await named(app, title)).meta?.status, "none");
  }
  same(omdb.seen.some((asked) => asked.startsWith("Heat")), false, "what Radarr knows is not asked");
});
