import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { dirname, join } from "node:path";
import { artistAt, generateArtists } from "../../../../tests/fakes/arr/data_music.ts";
import { type LidarrFake, startLidarr } from "../../../../tests/fakes/arr/lidarr.ts";
import { trackPath } from "../../../../tests/fakes/arr/music_model.ts";
import { openApp, type TestApp } from "../../../../tests/fixtures/app.ts";
import { ImportRun } from "./model.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const get = async (app: TestApp, path: string) => await (await app.call(path)).json();
const post = async (app: TestApp, path: string, json: unknown) => {
  const response = await app.call(path, { json });
  return { status: response.status, body: await response.json() };
};

/** A Lidarr that sees the local folders as `/music` and `/rips`, and an app connected to it. */
async function world(artists: number) {
  const app = await openApp();
  const [root, rips] = [`${app.folder}/music`, `${app.folder}/rips`];
  await Promise.all([root, rips].map((folder) => Deno.mkdir(folder)));
  const lidarr = await startLidarr({
    root,
    remoteRoot: "/music/",
    mounts: [{ remote: "/rips", local: rips }],
    artists: generateArtists(artists),
    speed: 100,
  });
  await app.instance.settings.update({
    connections: { music: { enabled: true, url: lidarr.url, apiKey: lidarr.key } },
    pathMappings: [{ remote: "/music", local: root, app: "music" }, { remote: "/rips", local: rips, app: "music" }],
  });
  await app.instance.music.refresh();
  return {
    app,
    lidarr,
    root,
    rips,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await lidarr[Symbol.asyncDispose]();
    },
  };
}

/** Writes the first album, which is no longer on disk, as files into a folder of rips. */
async function ripped(lidarr: LidarrFake, rips: string) {
  const [album] = lidarr.music.albums.values();
  ok(album);
  for (const file of lidarr.music.filesOf(album.id)) lidarr.music.forgetFile(file);
  const { artistName } = lidarr.music.artist(album.artistId);
  const folder = join(rips, `${artistName} - ${album.title}`);
  await Deno.mkdir(folder);
  const tracks = lidarr.music.tracksOf(album);
  for (const { absoluteTrackNumber: number } of tracks) {
    await Deno.writeTextFile(join(folder, `${String(number).padStart(2, "0")} - Track.flac`), `track ${number}`);
  }
  return { album, folder, tracks, artistName };
}

test("slow: an artist and an album are added where most are, and an existing one is named by its ID", async () => {
  await using it = await world(3);
  const { app, lidarr } = it;
  const fresh = artistAt(40);
  const artist = await post(app, "/api/music/add", {
    kind: "artist",
    foreignId: fresh.foreignArtistId,
    monitored: false,
  });
  is(artist.status, 201, JSON.stringify(artist.body));
  is(artist.body.name, fresh.artistName);
  const held = lidarr.music.artist(artist.body.id);
  same([held.monitored, held.monitorNewItems, held.metadataProfileId], [false, "none", 1]);
  await app.instance.musicAdding.settled();
  is((await get(app, `/api/music/artists/${held.id}`)).albums.length, fresh.albums.length, "they came later");

  const again = await post(app, "/api/music/add", { foreignArtistId: fresh.foreignArtistId });
  same([again.status, again.body.code, again.body.errors], [409, "conflict", [{
    path: "arrId",
    message: String(held.id),
  }]]);

  const other = artistAt(41);
  const foreignAlbumId = other.albums[0]?.foreignAlbumId;
  const album = await post(app, "/api/music/add", { foreignAlbumId, qualityProfileId: 2 });
  is(album.status, 201, JSON.stringify(album.body));
  same([album.body.title, album.body.artist, album.body.monitored], [other.albums[0]?.title, other.artistName, true]);
  is(lidarr.music.artist(album.body.artistId).qualityProfileId, 2);
  const twice = await post(app, "/api/music/add", { kind: "album", foreignId: foreignAlbumId });
  same([twice.status, twice.body.errors?.[0]?.message], [409, String(album.body.id)]);
});

test("an album that cannot be added is refused with a reason", async () => {
  await using it = await world(1);
  const { app, lidarr } = it;
  const { foreignArtistId } = artistAt(50);
  const add = async (json: unknown) => {
    const { status, body } = await post(app, "/api/music/add", json);
    return [status, body.code];
  };
  same(await add({ kind: "artist", foreignId: "00000000-0000-4000-8000-000000000000" }), [404, "not_found"]);
  same(await add({ kind: "album", foreignId: "00000000-0000-4000-8000-000000000000" }), [404, "not_found"]);
  same(await add({ kind: "artist", foreignId: foreignArtistId, qualityProfileId: 99 }), [422, "invalid"]);
  same(await add({ kind: "artist", foreignId: foreignArtistId, rootFolderPath: "/nowhere" }), [422, "invalid"]);
  same(await add({ kind: "artist" }), [422, "invalid"]);
  same(await add({ foreignArtistId, foreignAlbumId: foreignArtistId }), [422, "invalid"]);
  same(await add({ kind: "artist", foreignId: "../../etc" }), [422, "invalid"]);
  lidarr.fail({ mode: "answer", status: 503, body: { message: "Search for artist failed. Unable to communicate." } }, {
    path: "/artist/lookup",
  });
  same(await add({ kind: "artist", foreignId: foreignArtistId }), [502, "upstream_failed"]);
  await app.instance.settings.update({ connections: { music: { enabled: false } } });
  same(await add({ kind: "artist", foreignId: foreignArtistId }), [409, "bad_state"]);
});

test("a folder is imported file by file, and a file that did not arrive does not count as imported", async () => {
  await using it = await world(1);
  const { app, lidarr } = it;
  const { album, folder, tracks, artistName } = await ripped(lidarr, it.rips);
  await Deno.writeTextFile(join(folder, "interview.flac"), "talk");
  await Deno.writeTextFile(join(folder, "album.cue"), "FILE");
  const dry = await post(app, "/api/music/import-folder", { path: folder, mode: "move", dryRun: true });
  is(dry.status, 200);
  same([dry.body.state, dry.body.tracks, dry.body.images, dry.body.files.length], ["done", 0, 0, tracks.length + 1]);
  // A single file that matches no track makes Lidarr reject the whole release.
  is(
    dry.body.files.filter(({ reasons }: { reasons: string[] }) => reasons.includes("Has unmatched tracks")).length,
    11,
  );
  is(dry.body.files.filter(({ state }: { state: string }) => state === "ready").length, 0);
  is((await Array.fromAsync(Deno.readDir(folder))).length, tracks.length + 2, "nothing was touched");

  // The second track's destination already exists.
  const { path } = lidarr.music.artist(album.artistId);
  const [, second] = tracks;
  ok(second);
  const taken = join(it.root, path.slice("/music/".length), ...trackPath(artistName, album, second, ".flac"));
  await Deno.mkdir(dirname(taken), { recursive: true });
  await Deno.writeTextFile(taken, "in the way");

  const { status, body } = await post(app, "/api/music/import-folder", {
    path: `${folder}/`,
    mode: "move",
    force: true,
  });
  is(status, 200, JSON.stringify(body));
  const run = ImportRun.parse(body);
  const states = Map.groupBy(run.files, ({ state }) => state);
  same(
    [states.get("imported")?.length, states.get("missed")?.length, states.get("refused")?.length, run.tracks],
    [tracks.length - 1, 1, 1, tracks.length - 1],
  );
  match(states.get("refused")?.[0]?.path ?? "", /interview/);
  match(states.get("missed")?.[0]?.reasons.at(-1) ?? "", /see its log for the reason/);
  match(run.message, /cue sheet/);
  ok(await Deno.stat(states.get("imported")?.[0]?.importedPath ?? ""), "it is where it is said to be");
  const shown = await get(app, `/api/music/albums/${album.id}`);
  is(shown.album.statistics.trackFileCount, tracks.length - 1, "the library knows it at once");
  same(await get(app, `/api/music/import-folder/${run.id}`), body);
  is(
    (await get(app, "/api/system/events")).items.some(({ message }: { message: string }) => message === run.message),
    true,
  );
});

test("a foreign folder, a missing one, and one hidden from Lidarr are not imported", async () => {
  await using it = await world(1);
  const { app, lidarr } = it;
  const start = async (json: unknown) => {
    const { status, body } = await post(app, "/api/music/import-folder", json);
    return [status, body.code];
  };
  same(await start({ path: "relative" }), [422, "invalid"]);
  same(await start({ path: `${it.rips}/nothing` }), [404, "not_found"]);
  same(await start({ path: `${app.folder}/config` }), [403, "path_not_allowed"]);
  same(await start({ path: "/proc/self" }), [403, "path_not_allowed"]);
  await app.instance.settings.update({ general: { security: { mediaRoots: [it.root] } } });
  for (const path of [it.rips, `${it.rips}/nothing`]) same(await start({ path }), [403, "path_not_allowed"], path);
  await app.instance.settings.update({ general: { security: { mediaRoots: [app.folder] } } });
  const { body } = await post(app, "/api/music/import-folder", { path: it.rips });
  same([body.state, body.files], ["done", []]);
  match(body.message, /found no new music in \/rips.*path mapping/);
  lidarr.fail({ mode: "error" }, { path: "/manualimport" });
  const failed = await post(app, "/api/music/import-folder", { path: it.rips });
  same([failed.status, failed.body.state], [200, "failed"]);
  match(failed.body.message, /database is locked/);
  is((await app.call("/api/music/import-folder/nobody")).status, 404);
  await app.instance.settings.update({ connections: { music: { enabled: false } } });
  same(await start({ path: it.rips }), [409, "bad_state"]);
});
