import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { dirname } from "node:path";
import { generateArtists } from "../../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { Clock } from "../../../tests/fakes/arr/shared/clock.ts";
import type { Failure } from "../../../tests/fakes/arr/shared/failures.ts";
import { openApp, type TestApp, type TestAppOptions } from "../../../tests/fixtures/app.ts";
import { makeMqaTrack, makeTrack } from "../../../tests/fixtures/music.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const get = async (app: TestApp, path: string) => await (await app.call(path)).json();
const refresh = async (app: TestApp) => await (await app.call("/api/music/refresh", { method: "POST" })).json();

/** A Lidarr whose root has a different local path, and an app connected to it. */
async function world(artists: number, options: TestAppOptions = {}) {
  const app = await openApp(options);
  const root = `${app.folder}/music`;
  await Deno.mkdir(root);
  const clock = new Clock({ manual: true });
  const lidarr = await startLidarr({ root, remoteRoot: "/music/", artists: generateArtists(artists), clock });
  await app.instance.settings.update({
    connections: { music: { enabled: true, url: lidarr.url, apiKey: lidarr.key } },
    pathMappings: [{ remote: "/music", local: root, app: "music" }],
  });
  return {
    app,
    lidarr,
    root,
    local: (path: string) => path.replace(/^\/music/, root),
    async [Symbol.asyncDispose]() {
      await lidarr[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

test("slow: artists, albums and tracks are read, filtered, sorted, searched and paged", async () => {
  await using it = await world(12);
  const { app, lidarr } = it;
  is((await refresh(app)).stale, false);
  const first = await get(app, "/api/music/artists?limit=5");
  same([first.total, first.items.length], [12, 5]);
  const second = await get(app, `/api/music/artists?limit=10&cursor=${encodeURIComponent(first.nextCursor)}`);
  same([second.items.length, second.nextCursor], [7, undefined]);
  const names = [...first.items, ...second.items].map(({ sortName }: { sortName: string }) => sortName);
  same(names, [...names].sort());
  const [shown] = first.items;
  is((await get(app, `/api/music/artists?q=${encodeURIComponent(shown.name.toUpperCase())}`)).items[0].id, shown.id);
  ok(shown.qualityProfile, "the profile has a name");
  ok(shown.poster.startsWith(`${lidarr.url}/MediaCover/`), "a picture of no known host is taken from Lidarr");

  const all = await get(app, "/api/music/albums?limit=500&sort=year&order=desc");
  is(all.total, lidarr.music.albums.size);
  const years = all.items.map(({ year }: { year: number }) => year);
  same(years, [...years].sort((a, b) => b - a));
  const held = [...lidarr.music.albums.values()];
  const lossless = held.filter(({ id }) => lidarr.music.filesOf(id)[0]?.quality.quality.name.startsWith("FLAC")).length;
  is((await get(app, "/api/music/albums?filter=lossless")).total, lossless);
  is(
    (await get(app, "/api/music/albums?filter=onDisk")).total,
    held.filter(({ id }) => lidarr.music.filesOf(id).length > 0).length,
  );
  const { artist, albums } = await get(app, `/api/music/artists/${shown.id}`);
  is(artist.id, shown.id);
  is(albums.length, lidarr.music.albumsOf(shown.id).length);
  is((await get(app, `/api/music/albums?artistId=${shown.id}`)).total, albums.length);
  same(
    [(await app.call("/api/music/artists/999")).status, (await app.call("/api/music/albums/99999")).status],
    [404, 404],
  );
  is((await app.call("/api/music/albums?cursor=nonsense")).status, 422);
});

test("an album shows the format of every track, and whether this machine sees it", async () => {
  await using it = await world(6);
  const { app, lidarr } = it;
  await refresh(app);
  const file = lidarr.music.files.values().find(({ quality }) => quality.quality.name === "FLAC 24bit");
  ok(file);
  await Deno.mkdir(dirname(it.local(file.path)), { recursive: true });
  await Deno.writeTextFile(it.local(file.path), "x");
  const { album, tracks } = await get(app, `/api/music/albums/${file.albumId}`);
  is(album.artist, lidarr.music.artist(file.artistId).artistName);
  is(tracks.length, lidarr.music.tracksOf(lidarr.music.album(file.albumId)).length);
  const shown = tracks.find((track: { file?: { id: number } }) => track.file?.id === file.id).file;
  same(shown, {
    id: file.id,
    path: file.path,
    localPath: it.local(file.path),
    visible: true,
    size: file.size,
    quality: "FLAC 24bit",
    codec: "FLAC",
    bitDepth: 24,
    sampleRate: 96_000,
    bitrate: 2780,
    channels: 2,
    lossless: true,
  });
  is(
    tracks.filter((track: { file?: { visible: boolean } }) => track.file?.visible === false).length,
    tracks.length - 1,
  );
});

test("only changed artists are read again; those that Lidarr removed disappear", async () => {
  await using it = await world(8);
  const { app, lidarr } = it;
  await refresh(app);
  const before = lidarr.seen.length;
  await refresh(app);
  const quiet = lidarr.seen.slice(before).filter(({ path }) => /\/(album|track)$/.test(path));
  same(quiet, []);
  const gone = lidarr.music.files.values().next().value;
  ok(gone);
  lidarr.music.forgetFile(gone);
  const leaving = [...lidarr.music.artists.keys()].find((id) => id !== gone.artistId) ?? 0;
  for (const { id } of lidarr.music.albumsOf(leaving)) lidarr.music.albums.delete(id);
  lidarr.music.artists.delete(leaving);
  const again = lidarr.seen.length;
  await refresh(app);
  is(lidarr.seen.slice(again).filter(({ path }) => path.endsWith("/album")).length, 1);
  const { tracks } = await get(app, `/api/music/albums/${gone.albumId}`);
  is(tracks.filter(({ hasFile }: { hasFile: boolean }) => !hasFile).length, 1);
  is((await get(app, "/api/music/artists")).total, 7);
  is((await app.call(`/api/music/artists/${leaving}`)).status, 404);
  is((await get(app, `/api/music/albums?artistId=${leaving}`)).total, 0);
});

test("a failing Lidarr is reported, the known titles stay, and a later refresh succeeds", async () => {
  await using it = await world(3);
  const { app, lidarr } = it;
  await refresh(app);
  const { refreshedAt } = (await get(app, "/api/music/artists")).state;
  const failures: [Failure, RegExp][] = [
    [{ mode: "unauthorized" }, /API key/],
    [{ mode: "error" }, /database is locked/],
    [{ mode: "html" }, /not Lidarr/],
    [{ mode: "malformed" }, /unknown format/],
    [{ mode: "drop" }, /./],
    [{ mode: "answer", status: 200, body: [{ id: "x" }] }, /unknown format/],
  ];
  for (const [failure, said] of failures) {
    lidarr.fail(failure, { path: "/artist", times: 1 });
    const state = await refresh(app);
    is(state.stale, true, failure.mode);
    match(state.error, said);
    const page = await get(app, "/api/music/artists");
    same([page.total, page.state.refreshedAt, page.state.error], [3, refreshedAt, state.error]);
  }
  is((await refresh(app)).stale, false);
  // An artist that causes an error in Lidarr does not affect the others and is read again the next time.
  const changed = [...lidarr.music.files.values()][0] ?? never();
  lidarr.music.forgetFile(changed);
  lidarr.fail({ mode: "error" }, { path: "/trackfile", times: 1 });
  const { stale, odd } = await refresh(app);
  is(stale, false);
  match(odd, /^1 record of Lidarr skipped as unreadable: .*\(albums\)/);
  const before = lidarr.seen.length;
  same((await refresh(app)).odd, undefined);
  ok(lidarr.seen.slice(before).filter(({ path }) => path.endsWith("/album")).length <= 1);
});

test("a slow Lidarr delays no page", async () => {
  await using it = await world(2);
  const { app, lidarr } = it;
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  lidarr.fail({ mode: "held", until }, { path: "/artist", times: 1 });
  is((await get(app, "/api/music/artists")).total, 0, "the page did not wait for what it asked for");
  answer();
  await app.instance.music.settled();
  is((await get(app, "/api/music/artists")).total, 2);
});

test("an opened title is read again when it is old, so that the next view shows changes", async () => {
  let at = new Date("2026-01-01T00:00:00Z").getTime();
  const clock = { now: () => new Date(at), monotonicMs: () => at };
  await using it = await world(2, { clock });
  const { app, lidarr } = it;
  await refresh(app);
  const [album] = lidarr.music.albums.values();
  ok(album);
  const monitored = async () => (await get(app, `/api/music/albums/${album.id}`)).album.monitored;
  const was = await monitored();
  // The artist's counts do not reflect this change.
  album.monitored = !was;
  is(await monitored(), was);
  await app.instance.music.settled();
  is(await monitored(), was, "read a moment ago");
  at += 61_000;
  await monitored();
  await app.instance.music.settled();
  is(await monitored(), !was);
});

test("slow: a track is queued by its file, and an album as a batch of its tracks", async () => {
  await using it = await world(4);
  const { app, lidarr } = it;
  const [album] = [...lidarr.music.albums.values()].filter(({ id }) =>
    lidarr.music.filesOf(id)[0]?.path.endsWith(".flac")
  );
  ok(album);
  const files = lidarr.music.filesOf(album.id);
  for (const [i, { path }] of files.entries()) {
    if (i === 0) continue;
    await Deno.mkdir(dirname(it.local(path)), { recursive: true });
    const made = await makeTrack(app.folder, {
      name: `t${i}.flac`,
      title: `T${i}`,
      track: String(i),
      source: "sine=d=0.3",
    });
    await Deno.rename(made, it.local(path));
  }
  await app.instance.jobs.setPaused(true);
  await refresh(app);
  const profileId = "builtin-music-flac";
  const single = await app.call("/api/jobs", { json: { profileId, source: { arr: "lidarr", fileId: files[1]?.id } } });
  const job = await single.json();
  is(single.status, 201, JSON.stringify(job));
  same([job.source.localPath, job.source.arrId, job.source.albumId, job.source.kind, job.source.trackIds.length], [
    it.local(files[1]?.path ?? ""),
    album.artistId,
    album.id,
    "track",
    1,
  ]);
  match(job.subtitle, new RegExp(album.title));
  is((await app.call("/api/jobs", { json: { profileId, source: { arr: "music", fileId: 999_999 } } })).status, 422);

  const bulk = await get2(app, { profileId, items: [{ source: { kind: "album", arr: "music", albumId: album.id } }] });
  same([bulk.created, bulk.skipped, bulk.errors.length], [files.length - 2, 1, 1]);
  match(bulk.errors[0].message, /not accessible on this server/);
  const jobs = (await get(app, "/api/jobs?limit=100")).items;
  const batches = new Set(
    jobs.filter(({ id }: { id: string }) => id !== job.id).map(({ batchId }: { batchId?: string }) => batchId),
  );
  same([batches.size, batches.has(undefined)], [1, false]);
  const [empty] = [...lidarr.music.albums.values()].filter(({ id }) => lidarr.music.filesOf(id).length === 0);
  const refused = await get2(app, {
    profileId,
    items: [99_999, empty?.id ?? 0].map((albumId) => ({ source: { kind: "album", albumId } })),
  });
  same(refused.errors.map(({ code }: { code: string }) => code), ["not_found", "unreadable"]);
});

test("a result of the MQA check is stored, and shown with the track until the file changes", async () => {
  await using it = await world(3);
  const { app, lidarr } = it;
  const [file] = [...lidarr.music.files.values()].filter(({ path }) => path.endsWith(".flac"));
  ok(file);
  const path = it.local(file.path);
  await Deno.mkdir(dirname(path), { recursive: true });
  await makeMqaTrack(path);
  await refresh(app);
  const heard = await (await app.call("/api/music/mqa", { json: { albumId: file.albumId } })).json();
  same(heard[path], { isMqa: true, studio: true, originalRate: 96_000 });
  ok(Object.entries(heard).every(([other, found]) => other === path || "error" in (found as object)));
  const shown = async () => {
    const { tracks } = await get(app, `/api/music/albums/${file.albumId}`);
    return tracks.find((track: { file?: { id: number } }) => track.file?.id === file.id).file.mqa;
  };
  same(await shown(), { isMqa: true, studio: true, originalRate: 96_000 });
  await Deno.writeTextFile(path, "another file");
  is(await shown(), undefined);
  is((await app.call("/api/music/mqa", { json: { albumId: 99_999 } })).status, 404);
  is((await app.call("/api/music/mqa", { json: { albumId: 1, paths: ["/x"] } })).status, 422);
});

const get2 = async (app: TestApp, json: unknown) => await (await app.call("/api/jobs/bulk", { json })).json();

function never(): never {
  throw new Error("expected something");
}
