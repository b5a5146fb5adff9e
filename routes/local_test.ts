import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { makeSmallClip } from "../tests/kit/clips.ts";
import { startRadarr } from "../tests/fakes/arr/radarr.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { localUntil, lookedUp, writeFiles } from "../tests/fixtures/local_media.ts";
import { ffmpeg } from "../tests/fixtures/music.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const get = async (app: TestApp, path: string) => await (await app.call(path)).json();
const page = async (app: TestApp, path: string) =>
  await (await app.call(path, { headers: { Accept: "text/html" } })).text();

const FILES = [
  "Movies/Heat (1995)/Heat.1995.2160p.Remux.mkv",
  "Movies/Alien (1979)/Alien.mkv",
  "TV Shows/Dark/Season 01/Dark - S01E01.mkv",
  "TV Shows/Dark/Season 01/Dark - S01E02.mkv",
  "TV Shows/Dark/Season 02/Dark - S02E01.mkv",
  "Music/Somebody/Something (1999)/01 - One.flac",
];

async function openScanned(files = FILES, settings: Record<string, unknown> = {}): Promise<TestApp> {
  const app = await openApp();
  writeFiles(`${app.folder}/media`, files);
  await app.instance.settings.update({ ...settings, localMedia: { folders: [{ path: `${app.folder}/media` }] } });
  await localUntil(app, ({ scanning, scannedAt }) => !scanning && scannedAt !== undefined);
  return app;
}

const idOf = async (app: TestApp, title: string): Promise<string> =>
  (await get(app, `/api/local/items?q=${encodeURIComponent(title)}`)).items[0].id;

test("titles are listed by kind, text, year and page, and a single one includes its files", async () => {
  await using app = await openScanned();
  const titles = async (query: string) =>
    (await get(app, `/api/local/items${query}`)).items.map(({ title }: { title: string }) => title);
  same(await titles(""), ["Alien", "Dark", "Heat", "Something"]);
  same(await titles("?kind=series"), ["Dark"]);
  same(await titles("?q=ali"), ["Alien"]);
  same(await titles("?kind=movie&sort=year"), ["Heat", "Alien"]);
  const first = await get(app, "/api/local/items?limit=3");
  same([first.total, first.limit, first.items.length], [4, 3, 3]);
  same(await titles(`?limit=3&cursor=${encodeURIComponent(first.nextCursor)}`), ["Something"]);
  const dark = await get(app, `/api/local/items/${await idOf(app, "dark")}`);
  same(dark.files.map(({ season, episode, exists }: Record<string, unknown>) => [season, episode, exists]), [
    [1, 1, true],
    [1, 2, true],
    [2, 1, true],
  ]);
  const statuses = await Promise.all(
    ["/api/local/items?cursor=x", "/api/local/items?kind=disc", "/api/local/items/nobody", "/api/local/items/a%2Fb"]
      .map(async (path) => (await app.call(path)).status),
  );
  same(statuses, [422, 422, 404, 400]);
});

test("S-WEB-7: a poster is converted to JPEG, whatever its type; no other file, link or remote file is shown", async () => {
  await using app = await openScanned();
  const heat = `${app.folder}/media/Movies/Heat (1995)`;
  const alien = `${app.folder}/media/Movies/Alien (1979)`;
  await ffmpeg(["-f", "lavfi", "-i", "color=red:size=40x60", "-frames:v", "1", `${heat}/Poster.PNG`]);
  await Deno.writeTextFile(`${app.folder}/secret.jpg`, "secret");
  await Deno.symlink(`${app.folder}/secret.jpg`, `${alien}/poster.jpg`);
  await Deno.writeTextFile(`${app.folder}/media/TV Shows/Dark/poster.jpg`, "<svg onload='alert(1)'/>");
  await app.instance.local.refresh(new AbortController().signal);
  const poster = async (title: string) => await app.call(`/api/local/items/${await idOf(app, title)}/poster`);
  const shown = await poster("heat");
  is(shown.headers.get("content-type"), "image/jpeg");
  same([...new Uint8Array(await shown.arrayBuffer())].slice(0, 3), [0xff, 0xd8, 0xff]);
  same(
    await Promise.all(["alien", "dark", "something"].map(async (title) => (await poster(title)).status)),
    [404, 422, 404],
  );
});

test("slow: a movie without a poster shows a frame of its video, in its aspect ratio, and one without video none", async () => {
  await using app = await openScanned([]);
  const films = `${app.folder}/media/Movies`;
  await Deno.mkdir(films, { recursive: true });
  await makeSmallClip(`${films}/Heat (1995).mkv`, { seconds: 2 });
  await ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "flac", `${films}/Silence (2016).mkv`]);
  await app.instance.local.refresh(new AbortController().signal);
  const poster = async (title: string) => await app.call(`/api/local/items/${await idOf(app, title)}/poster`);
  const shown = await poster("heat");
  same([shown.status, shown.headers.get("content-type")], [200, "image/jpeg"]);
  const bytes = await shown.arrayBuffer();
  same([...new Uint8Array(bytes)].slice(0, 3), [0xff, 0xd8, 0xff]);
  is((await poster("silence")).status, 404);
  // The poster is cached until the file changes.
  const kept = async () => (await Array.fromAsync(Deno.readDir(app.instance.storage.folders.images))).length;
  const before = await kept();
  same(new Uint8Array(await (await poster("heat")).arrayBuffer()), new Uint8Array(bytes));
  is(await kept(), before);
});

test("candidates require the manager of their kind, and pass on its errors", async () => {
  await using app = await openScanned();
  const id = await idOf(app, "heat");
  const path = `/api/local/items/${id}/candidates`;
  const refused = await app.call(path);
  same([refused.status, /Connect it/.test((await refused.json()).detail)], [409, true]);
  match(await page(app, `/local/${id}?q=heat`), /Titles are looked up through Radarr/);

  await using radarr = await startRadarr();
  await app.instance.settings.update({
    connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
  });
  const [best] = await get(app, path);
  same([best.externalId, best.source, best.score], ["tmdb:949", "movie", 100]);
  is((await get(app, `${path}?q=tmdb:603`))[0].title, "The Matrix");
  const shown = await page(app, `/local/${id}?q=heat`);
  match(shown, /name="candidate.externalId" value="tmdb:949"/);
  match(shown, /Use this match/);

  radarr.fail({ mode: "unauthorized" });
  const failed = await app.call(path);
  same([failed.status, /API key/.test((await failed.json()).detail)], [502, true]);
  match(await page(app, `/local/${id}?q=heat`), /does not accept the API key/);
});

test("a selection is accepted as form and as JSON; addresses that are no web addresses are refused", async () => {
  await using app = await openScanned();
  const path = `/api/local/items/${await idOf(app, "heat")}/match`;
  const form = new URLSearchParams({
    "candidate.source": "movie",
    "candidate.externalId": "tmdb:949",
    "candidate.title": "Heat",
    "candidate.year:number": "1995",
    "candidate.score:number": "100",
    "candidate.genres:texts": "Crime",
  });
  const sent = await app.call(path, {
    method: "POST",
    body: form,
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
  });
  const { meta } = await sent.json();
  same([meta.status, meta.manual, meta.year, meta.genres], ["matched", true, 1995, ["Crime"]]);
  const candidate = { source: "movie", externalId: "tmdb:1", genres: [], title: "x" };
  for (const url of ["javascript:alert(1)", "file:///etc/passwd"]) {
    is((await app.call(path, { json: { candidate: { ...candidate, url } } })).status, 422);
  }
  for (const json of [{}, { clear: false }, { candidate: {} }]) is((await app.call(path, { json })).status, 422);
  is((await app.call("/api/local/items/nobody/match", { json: { clear: true } })).status, 404);
  is((await get(app, path.replace("/match", ""))).meta.externalId, "tmdb:949");
});

test("the pages show empty states, missing titles, and what can be encoded", async () => {
  await using app = await openApp();
  match(await page(app, "/local"), /No folders yet/);
  const media = `${app.folder}/media`;
  await app.instance.settings.update({ localMedia: { folders: [{ path: media }] } });
  await localUntil(app, ({ scanning, errors }) => !scanning && errors.length > 0);
  match(await page(app, "/local"), /Is its disk mounted\? The titles found in it are kept\./);

  writeFiles(media, [...FILES, "Movies/<b>Bold & Co (2001)/film.mkv"]);
  await app.instance.local.refresh(new AbortController().signal);
  const list = await page(app, "/local");
  for (const title of ["Alien", "Dark", "Something", "&lt;b>Bold &amp; Co"]) ok(list.includes(title), title);
  match(list, /3 movies, 1 series and 1 album in 7 files/);
  match(await page(app, "/local?q=nothing+like+it"), /No results/);
  match(await page(app, "/local?kind=series&part=live"), /^<div id="local-live"/);
  const dark = await page(app, `/local/${await idOf(app, "dark")}`);
  ok(dark.indexOf("Season 2") < dark.indexOf("Season 1"), "the newest season first");
  match(dark, /name="items\.0\.source\.localPath" value="[^"]*S01E01\.mkv" checked/);
  match(dark, /href="\/search\?q=Dark"/);
  is((await app.call("/local/nobody")).status, 404);
});

test("the live stream reports the state of the scan and the lookup", async () => {
  await using radarr = await startRadarr();
  await using app = await openScanned(FILES.slice(0, 2), {
    connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
  });
  const stop = new AbortController();
  const stream = await app.call("/api/events", { signal: stop.signal });
  const heard = (async () => {
    for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (/event: local\n/.test(text)) return text;
    }
    return "";
  })();
  await app.instance.local.refresh(new AbortController().signal);
  match(await heard, /"type":"local","local":\{"scanning":/);
  await localUntil(app, lookedUp(0));
  stop.abort();
});
