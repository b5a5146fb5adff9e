import { match, ok, strictEqual as is } from "node:assert/strict";
import { dirname } from "node:path";
import { generateArtists } from "../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../tests/fakes/arr/lidarr.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const page = async (app: TestApp, path: string) => {
  const response = await app.call(path, { headers: { Accept: "text/html" } });
  is(response.status, 200, path);
  return await response.text();
};
const NAV = /href="\/music"[^>]*>(?:(?!<\/a>).)*Music/s;

test("the music pages show artists, albums and tracks, and the last list with its age while Lidarr is unreachable", async () => {
  await using app = await openApp();
  ok(!NAV.test(await page(app, "/")), "not in the navigation while Lidarr is not connected");
  const root = `${app.folder}/music`;
  await Deno.mkdir(root);
  await using lidarr = await startLidarr({ root, artists: generateArtists(3) });
  const connect = (url: string) =>
    app.instance.settings.update({ connections: { music: { enabled: true, url, apiKey: lidarr.key } } });
  await connect(lidarr.url);
  await app.instance.music.refresh();
  match(await page(app, "/"), NAV);

  const [file] = [...lidarr.music.files.values()].filter(({ quality }) => quality.quality.name.startsWith("FLAC"));
  ok(file);
  const [artist, album] = [lidarr.music.artist(file.artistId), lidarr.music.album(file.albumId)];
  const artists = await page(app, "/music?sort=size&order=desc");
  match(artists, new RegExp(`/music/artists/${artist.id}"`));
  match(artists, /3 artists · synced just now/);
  match(await page(app, "/music?q=nobody+at+all"), /No results/);
  match(await page(app, "/music/albums?filter=lossless&sort=artist"), new RegExp(`/music/albums/${album.id}"`));
  match(await page(app, `/music/artists/${artist.id}`), new RegExp(`/music/albums/${album.id}"`));

  const unseen = await page(app, `/music/albums/${album.id}`);
  match(unseen, /files cannot be opened on this server/);
  ok(!unseen.includes("Encode album"), "nothing can be queued that is not seen");
  await Deno.mkdir(dirname(file.path), { recursive: true });
  await Deno.writeTextFile(file.path, "x");
  const shown = await page(app, `/music/albums/${album.id}`);
  match(shown, /Encode album \(1 file\)/);
  match(shown, /(16|24) bit · (44\.1|96) kHz/);
  const [offered = ""] = /<select id="profile".*?<\/select>/s.exec(shown) ?? [];
  match(offered, /builtin-music-flac" selected/);
  ok(!offered.includes("builtin-web-mp4"), "only profiles that make music");

  await app.instance.settings.update({ connections: { soulseek: { enabled: true, url: "http://127.0.0.1:1" } } });
  const releases = await page(app, `/search/releases?arr=lidarr&albumId=${album.id}`);
  match(releases, new RegExp(`Releases of ${album.title.replaceAll(/[^\\w ]/g, ".+")}`));
  match(releases, /Include Soulseek/);
  ok(
    !(await page(app, "/search/releases?arr=radarr&q=heat")).includes("Include Soulseek"),
    "peers are asked for music",
  );

  await lidarr.down();
  await app.instance.music.refresh();
  const dead = await page(app, "/music");
  match(dead, /data-tone="warn"(?:(?!<form).)*Not available since <time(?:(?!<form).)*Last synced just now/s);
  match(dead, new RegExp(`/music/artists/${artist.id}"`));
  is((await app.call("/music/artists/999", { headers: { Accept: "text/html" } })).status, 404);
  is((await app.call("/music/albums/x", { headers: { Accept: "text/html" } })).status, 404);
});

test("a folder is imported from its page, which shows every file", async () => {
  await using app = await openApp();
  const [root, rip] = [`${app.folder}/music`, `${app.folder}/rip`];
  await Promise.all([root, rip].map((folder) => Deno.mkdir(folder)));
  await using lidarr = await startLidarr({ root, artists: generateArtists(1) });
  await app.instance.settings.update({
    connections: { music: { enabled: true, url: lidarr.url, apiKey: lidarr.key } },
  });
  await Deno.writeTextFile(`${rip}/talk.flac`, "x");
  match(await page(app, "/music/import"), /Dry run/);
  const form = new URLSearchParams({ path: rip, mode: "copy", "dryRun:boolean": "true" });
  const { id } = await (await app.call("/api/music/import-folder", {
    body: form,
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
  })).json();
  const run = await page(app, `/music/import/${id}`);
  match(run, /0 of 1 files would be imported, 1 rejected/);
  match(run, /talk\.flac/);
  match(run, /similar artist/);
  const part = await page(app, `/music/import/${id}?part=run`);
  ok(part.startsWith('<div id="run"') && !part.includes("every 2s"), "what is over is not asked for again");
});
