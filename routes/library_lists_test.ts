import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { dirname, join } from "node:path";
import type { SavedView } from "../lib/library/lists/model.ts";
import type { Album, Artist } from "../lib/library/music_model.ts";
import type { LocalItem } from "../lib/library/local_title_model.ts";
import type { Job } from "../lib/jobs/schema.ts";
import type { TitleLetters } from "../lib/library/video_model.ts";
import { generateArtists } from "../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../tests/fakes/arr/lidarr.ts";
import { startRadarr } from "../tests/fakes/arr/radarr.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { connect } from "../tests/fixtures/grab.ts";
import { localUntil, writeFiles } from "../tests/fixtures/local_media.ts";
import { makeAlbum } from "../tests/fixtures/music.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";

/** Lists of music and local media behave like lists of movies, and can be saved under a name. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

async function get<T>({ call }: TestApp, path: string): Promise<T> {
  const response = await call(path);
  const text = await response.text();
  is(response.status, 200, text);
  return JSON.parse(text) as T;
}

async function send<T>({ call }: TestApp, path: string, json: unknown, method = "POST"): Promise<[number, T]> {
  const response = await call(path, { json, method });
  return [response.status, await response.json() as T];
}

const page = async ({ call }: TestApp, path: string) => {
  const response = await call(path, { headers: { Accept: "text/html" } });
  is(response.status, 200, path);
  return await response.text();
};

const form = ({ call }: TestApp, path: string, fields: Record<string, string> | [string, string][], method = "POST") =>
  call(path, {
    method,
    body: new URLSearchParams(fields),
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" },
  });

interface Page<T> {
  items: T[];
  total: number;
}
interface Selection {
  id: string;
  count: number;
  bytes?: number;
}

test("artists and albums are filtered by audio quality and format, have letters, and are selected by title or as a list", async () => {
  await using app = await openApp();
  const root = `${app.folder}/music`;
  await Deno.mkdir(root);
  await using lidarr = await startLidarr({ root, artists: generateArtists(12) });
  await connect(app, "music", lidarr);
  await app.instance.music.refresh();
  const files = [...lidarr.music.files.values()];
  const isFlac = ({ quality }: { quality: { quality: { name: string } } }) => quality.quality.name.startsWith("FLAC");
  const ownersOf = (wanted: typeof files) => [...new Set(wanted.map(({ artistId }) => artistId))].sort();
  const artists = async (query: string) =>
    (await get<Page<Artist>>(app, `/api/music/artists?limit=500&${query}`)).items.map(({ id }) => id).sort();
  same(await artists("sound=lossless"), ownersOf(files.filter(isFlac)));
  same(await artists("format=flac"), ownersOf(files.filter(isFlac)));
  same(await artists("sound=lossy"), ownersOf(files.filter((file) => !isFlac(file))));
  ok(ownersOf(files.filter(isFlac)).length < 12, "not everybody has lossless files");
  same(await artists("format=opus"), []);
  const { items: [most, next] } = await get<Page<Artist>>(app, "/api/music/artists?sort=tracks&order=desc");
  ok(most && next && most.statistics.trackFileCount >= next.statistics.trackFileCount && most.qualities.length > 0);
  const second = await get<Page<Artist>>(app, "/api/music/artists?sort=tracks&order=desc&limit=1&offset=1");
  is(second.items[0]?.id, next.id);

  const letters = await get<TitleLetters>(app, "/api/music/letters/artists");
  is(letters.reduce((sum, { count }) => sum + count, 0), 12);
  const albums = await get<Page<Album>>(app, "/api/music/albums?limit=500&sort=artist");
  const byArtist = await get<TitleLetters>(app, "/api/music/letters/albums?sort=artist");
  is(byArtist.reduce((sum, { count }) => sum + count, 0), albums.total);
  for (const { letter, offset } of byArtist) {
    is(albums.items[offset]?.artist?.[0]?.normalize("NFKD")[0]?.toUpperCase(), letter);
  }

  const every = await send<Selection>(app, "/api/selections", { titles: { kind: "artists", list: {} } });
  same([every[0], every[1].count], [201, files.length]);
  is(every[1].bytes, files.reduce((sum, { size }) => sum + size, 0));
  const [, without] = await send<Selection>(app, "/api/selections", {
    titles: { kind: "artists", list: {}, except: [most.id] },
  });
  is(without.count, files.length - files.filter(({ artistId }) => artistId === most.id).length);
  const held = albums.items.find(({ statistics }) => statistics.trackFileCount > 0);
  ok(held);
  const [, one] = await send<Selection>(app, "/api/selections", { titles: { kind: "albums", ids: [held.id] } });
  is(one.count, files.filter(({ albumId }) => albumId === held.id).length);
  for (
    const titles of [
      { kind: "artists" },
      { kind: "albums", ids: [] },
      { kind: "artists", ids: ["a"] },
      { kind: "albums", list: { format: "flac'" } },
      { kind: "local", ids: [1] },
      { kind: "local", list: {} },
    ]
  ) is((await send(app, "/api/selections", { titles }))[0], 422, JSON.stringify(titles));
});

test("slow: without script, artists are ticked and queued, track by track, and appear as queued and encoded", async () => {
  await using app = await openApp();
  const root = `${app.folder}/music`;
  await Deno.mkdir(root);
  await using lidarr = await startLidarr({ root, artists: generateArtists(4) });
  await connect(app, "music", lidarr);
  await app.instance.settings.update({ concurrency: 0 });
  const made = await Deno.makeTempDir();
  const [track = ""] = await makeAlbum(made);
  for (const { path } of lidarr.music.files.values()) {
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.copyFile(track, path);
  }
  await Deno.remove(made, { recursive: true });
  await app.instance.music.refresh();
  const [file] = lidarr.music.files.values();
  ok(file);
  const shown = await page(app, "/music?view=table");
  match(shown, new RegExp(`name="titles\\.ids:numbers" value="${file.artistId}"`));
  match(shown, /<option value="builtin-music-flac" selected/);
  const files = [...lidarr.music.files.values()].filter(({ artistId }) => artistId === file.artistId);
  const sent = await form(app, "/api/jobs/bulk", {
    "titles.kind": "artists",
    "titles.ids:numbers": String(file.artistId),
    profileId: "builtin-music-opus",
  });
  const after = new URL(sent.headers.get("location") ?? "", "http://lathe");
  same([sent.status, after.pathname, after.searchParams.get("created")], [303, "/activity", String(files.length)]);
  match(await page(app, after.pathname + after.search), new RegExp(`${files.length} files? queued\\.`));
  const jobs = await get<Page<Job>>(app, "/api/jobs?limit=500");
  is(jobs.total, files.length);
  ok(jobs.items.every(({ source }) => source.arr === "music" && source.arrId === file.artistId));
  const queued = await get<Page<Artist>>(app, "/api/music/artists?filter=inQueue");
  same(queued.items.map(({ id, inQueue }) => [id, inQueue]), [[file.artistId, true]]);
  const albums = await get<Page<Album>>(app, "/api/music/albums?filter=inQueue");
  same(albums.items.map(({ id }) => id).sort(), [...new Set(files.map(({ albumId }) => albumId))].sort());
  is((await get<Page<Artist>>(app, "/api/music/artists?filter=encoded")).total, 0);
  is((await get<Page<Artist>>(app, "/api/music/artists?filter=mqa")).total, 0);
  const nothing = await form(app, "/api/jobs/bulk", {
    "titles.kind": "artists",
    "titles.ids:texts": "",
    profileId: "builtin-music-opus",
  });
  is(nothing.status, 422);
  match(await nothing.text(), /Choose at least one title/);
});

test("slow: local titles are filtered by the facts in their names, their state in Lathe, and their manager", async () => {
  await using app = await openApp();
  const media = `${app.folder}/media`;
  writeFiles(media, [
    "Movies/Heat (1995)/Heat.1995.2160p.UHD.BluRay.Remux.HDR10.HEVC.DTS-HD.MA.5.1-GRP.mkv",
    "Movies/Alien (1979)/Alien.1979.1080p.BluRay.x264.mkv",
    "Movies/Sunrise (1927)/sunrise.mkv",
    "Movies/Ronin (1998)/BDMV/index.bdmv",
    "Movies/Ronin (1998)/BDMV/STREAM/00001.m2ts",
    "TV Shows/Dark/Season 01/Dark - S01E01 [WEBDL-1080p][DV HDR10][h265].mkv",
    "Music/Somebody/Something (1999)/01 - One.flac",
  ]);
  const film = join(media, "Movies/Alien (1979)/Alien.1979.1080p.BluRay.x264.mkv");
  await makeSmallClip(film, { seconds: 1 });
  await using radarr = await startRadarr({ root: `${media}/Movies` });
  await connect(app, "movie", radarr);
  await app.instance.settings.update({
    concurrency: 0,
    localMedia: { folders: [{ path: media }], hideArrManaged: false, metadata: false },
  });
  await localUntil(app, ({ scanning, scannedAt }) => !scanning && scannedAt !== undefined);
  const titles = async (query: string) =>
    (await get<Page<LocalItem>>(app, `/api/local/items?${query}`)).items.map(({ title }) => title);
  same(await titles("resolution=2160p"), ["Heat"]);
  same(await titles("resolution=1080p"), ["Alien", "Dark"]);
  same(await titles("codec=hevc"), ["Dark", "Heat"]);
  same(await titles("range=hdr&kind=movie"), ["Heat"]);
  same(await titles("range=dv"), ["Dark"]);
  same(await titles("range=sdr"), ["Alien"]);
  same(await titles("format=flac&sound=lossless"), ["Something"]);
  same(await titles("filter=remux"), ["Heat"]);
  same(await titles("filter=unknown&kind=album"), ["Something"]);
  same(await titles("order=desc&limit=2&offset=1"), ["Something", "Ronin"]);
  const letters = await get<TitleLetters>(app, "/api/local/letters?kind=movie");
  same(letters.map(({ letter, offset }) => [letter, offset]), [["A", 0], ["H", 1], ["R", 2], ["S", 3]]);

  const heat = `${media}/Movies/Heat (1995)`;
  await app.instance.store.write(async (tx) => {
    await tx.run(`INSERT INTO catalogue_titles (arr, id, title, sort_key, search_text, local_path, record, fingerprint)
      VALUES ('movie', 99999, 'Heat', 'heat', 'heat', '${heat}', '{}', 'x')`);
  });
  await app.instance.local.refresh(new AbortController().signal);
  ok(!(await titles("filter=unmanaged")).includes("Heat"));
  ok((await titles("")).includes("Heat"), "it is shown, as the settings say");
  match(await page(app, "/local"), />Unmanaged</);

  const { items } = await get<Page<LocalItem>>(app, "/api/local/items");
  const idOf = (title: string) => items.find((one) => one.title === title)?.id ?? "";
  const chosen = await send<Selection>(app, "/api/selections", {
    titles: { kind: "local", list: {}, except: [idOf("Dark")] },
  });
  same([chosen[0], chosen[1].count], [201, 4], "a disc is ripped, not encoded");
  const sent = await form(app, "/api/jobs/bulk", [
    ["titles.kind", "local"],
    ["titles.ids:texts", idOf("Alien")],
    ["profileId", "builtin-web-mp4"],
  ]);
  is(sent.status, 303);
  same(await titles("filter=inQueue"), ["Alien"]);
  same(await titles("filter=encoded"), []);
  const [job] = (await get<Page<Job>>(app, "/api/jobs")).items;
  is(job?.source.localPath, film);
  const { size } = await Deno.stat(film);
  await app.instance.store.write(async (tx) => {
    await tx.run(`UPDATE jobs SET status = 'done', output_path = source_path, output_size_bytes = ${size}`);
  });
  same(await titles("filter=inQueue"), []);
  same(await titles("filter=encoded"), ["Alien"]);
  match(await page(app, "/local?filter=encoded&view=table"), /Encoded here/);
});

test("a list is kept under a name, opened by its address, renamed, replaced and deleted; by form too", async () => {
  await using app = await openApp();
  const [made, view] = await send<SavedView>(app, "/api/views", {
    kind: "movies",
    name: "Large remuxes",
    query: "?filter=remux&sort=size&order=desc&view=table",
  });
  same([made, view.query], [201, "filter=remux&sort=size&order=desc&view=table"]);
  same(await get(app, "/api/views"), [view]);
  same(await get(app, "/api/views?kind=series"), []);
  const opened = await app.call(`/views/${view.id}`);
  same([opened.status, opened.headers.get("location")], [303, `/movies?${view.query}`]);
  const shown = await page(app, `/movies?${view.query}`);
  match(shown, /href="\/movies\?filter=remux[^"]*view=table" aria-current="page"/);
  ok(!(await page(app, "/series")).includes("Large remuxes"), "a view is of one list");

  const again = { kind: "movies", name: "Large remuxes", query: "" };
  is((await send(app, "/api/views", again))[0], 409);
  const [, other] = await send<SavedView>(app, "/api/views", { ...again, kind: "albums" });
  is((await send(app, `/api/views/${other.id}`, { name: " " }, "PATCH"))[0], 422);
  is((await send<SavedView>(app, `/api/views/${other.id}`, { name: "New" }, "PATCH"))[1].name, "New");
  is((await send(app, "/api/views/nobody", { name: "x" }, "PATCH"))[0], 404);
  is((await send(app, "/api/views", { kind: "books", name: "x", query: "" }))[0], 422);
  is((await send(app, "/api/views", { kind: "movies", name: "x", query: "x".repeat(2_000) }))[0], 422);

  const renamed = await form(app, `/api/views/${view.id}`, { name: "Remuxes", query: "filter=hdr" }, "PATCH");
  same([renamed.status, renamed.headers.get("location")], [303, `/views/${view.id}`]);
  match(await page(app, "/movies"), /<\/svg>Remuxes<\/a>/, "a query that nobody could have asked is the whole list");
  const saved = await form(app, "/api/views", { kind: "local", name: "<b>Big", query: "?minBytes=5000000000" });
  match(saved.headers.get("location") ?? "", /^\/views\/[A-Za-z0-9_-]+$/);
  match(await page(app, "/local"), /href="\/local\?minBytes=5000000000">.*&lt;b>Big/s);
  const removed = await form(app, `/api/views/${view.id}/remove`, {});
  same([removed.status, removed.headers.get("location")], [303, "/views?kind=movies"]);
  is((await app.call("/views?kind=movies")).headers.get("location"), "/movies");
  is((await send(app, `/api/views/${view.id}/remove`, undefined))[0], 404);
  is((await app.call(`/views/${view.id}`)).status, 404);
});

test("a list is offered for saving once it differs from the whole list as it opens", async () => {
  await using app = await openApp();
  await using radarr = await startRadarr({ root: app.folder });
  await connect(app, "movie", radarr);
  for (
    const [path, offered] of [["/movies", false], ["/movies?sort=size", true], ["/movies?filter=remux", true]] as const
  ) {
    is((await page(app, path)).includes("Save this view"), offered, path);
  }
});
