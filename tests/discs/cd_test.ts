import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { dirname, join } from "node:path";
import type { Drive } from "../../lib/discs/drive_schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import { idOf } from "../fakes/musicbrainz.ts";
import { ffmpeg } from "../fixtures/decoded.ts";
import { albumCd, dataCd, mixedCd } from "../fixtures/discs/cd_images.ts";
import { cdCopy, copiedTracks, lidarrArtist, openCdWorld, releaseOf, samplesOf } from "../fixtures/discs/cd_world.ts";
import { discTest, openDiscApp } from "../fixtures/discs/disc_app.ts";

discTest("a CD is imported from its image into Lidarr, with its hidden track on request", async () => {
  const disc = await albumCd();
  const release = releaseOf(disc);
  await using world = await openCdWorld({ releases: [release], artists: [lidarrArtist(release, 5)] });
  const { app, lidarr, covers } = world;
  const picture = join(app.folder, "cover.png");
  await ffmpeg(["-f", "lavfi", "-i", "color=c=teal:s=96x96:d=1", "-frames:v", "1", "-update", "1", picture]);
  covers.answers[`coverartarchive.org/release/${idOf(release.title)}/front-1200`] = {
    bytes: await Deno.readFile(picture),
  };
  const ready = await app.open(await cdCopy(app.folder, disc));
  is(ready.status, "ready", ready.log.join("\n"));
  same([ready.discType, ready.media.title, ready.media.artist, ready.cd?.sure], [
    "cd",
    "Quiet Rooms",
    "The Tests & Guests",
    true,
  ]);
  same(ready.titles.map(({ id, name }) => [id, name]), [
    [0, "Hidden Track"],
    ...[1, 2, 3, 4, 5].map((number) => [number, `Song ${number}`]),
  ]);
  same(ready.selectedTitleIds, [1, 2, 3, 4, 5], "the hidden one is offered");
  await app.ask(`/disc/rips/${ready.id}/start`, { json: { selectedTitleIds: [0, 1, 2, 3, 4, 5] } });
  const done = await app.reach(ready.id, "done");
  is(done.counts.delivered, 6, JSON.stringify(done.files, null, 1));
  const files = rows(await asker(lidarr, "v1")("GET", "/trackfile?albumId=1"));
  is(files.length, 5);
  for (const { path } of files) {
    const number = Number(/(\d\d) - [^/]*$/.exec(String(path))?.[1]);
    same(await samplesOf(String(path)), disc.track(number), String(path));
    same(await tagsOf(String(path)), { codec: "png", title: `Song ${number}`, album: "Quiet Rooms" });
  }
  const left = await Array.fromAsync(Deno.readDir(done.deliveryDir ?? ""), ({ name }) => name);
  same(left.map((name) => name.replace(/^.*\./, "")).sort(), ["cue", "log", "m3u8"]);
  is(dirname(done.files[0]?.finalPath ?? ""), `${done.deliveryDir} - Hidden Track`);
  same(await samplesOf(done.files[0]?.finalPath ?? ""), disc.track("hidden"));
  const log = await Deno.readTextFile(join(done.deliveryDir ?? "", left.find((name) => name.endsWith(".log")) ?? ""));
  match(log, /No errors: every track was read and its file verified\./);
  match(log, /Track 02: .*\n.*\n\s+Pre-emphasis: yes/);
  const text = async (response: Promise<Response>) => await (await response).text();
  is(await text(app.app.call(`/api/disc/rips/${ready.id}/album/log`)), log);
  match(await text(app.app.call(`/api/disc/rips/${ready.id}/album/cue`)), /^FILE "02 - Song 2\.flac" WAVE$/m);
  match(await text(app.app.call(`/api/disc/rips/${ready.id}/album/playlist`)), /^#EXTM3U/);
  is((await app.app.call(`/api/disc/rips/${ready.id}/album/cover`)).status, 422);
  same(done.cd?.reads.map(({ number, doubtful }) => [number, doubtful]), [0, 1, 2, 3, 4, 5].map((n) => [n, false]));
});

/** Returns the cover's codec and two of the tags. */
async function tagsOf(path: string): Promise<{ codec?: string; title?: string; album?: string }> {
  const args = ["-v", "error", "-show_format", "-show_streams", "-of", "json", path];
  const { stdout } = await new Deno.Command("ffprobe", { args }).output();
  const { streams, format: { tags } } = JSON.parse(new TextDecoder().decode(stdout));
  const cover = streams.find((stream: { codec_type: string }) => stream.codec_type === "video");
  return { codec: cover?.codec_name, title: tags.TITLE, album: tags.ALBUM };
}

discTest(
  "slow: an interrupted delivery continues, and tracks that Lidarr took meanwhile are not restored",
  async () => {
    const disc = await mixedCd();
    const release = releaseOf(disc, { title: "Half", artist: "The Halves" });
    await using world = await openCdWorld({ releases: [release], artists: [lidarrArtist(release, 3)] });
    const { app, lidarr } = world;
    const { id } = await app.open(await cdCopy(app.folder, disc));
    lidarr.fail({ mode: "hang" }, { path: /\/command\/\d+$/, times: 50 });
    await app.ask(`/disc/rips/${id}/start`, { json: { options: { importRejected: true } } });
    const imported = async () =>
      rows(await asker(lidarr, "v1")("GET", "/history/since?date=1970-01-01T00:00:00Z&eventType=3"));
    while ((await imported()).length < 2) await lidarr.tick(10);
    await app.restart();
    lidarr.recover();
    const { counts, log } = await app.reach(id, "done", "failed");
    same([counts.delivered, (await imported()).length], [2, 2], log.join("\n"));
    is(log.filter((line) => / has already imported .+/.test(line)).length, 2);
  },
);

discTest("slow: a drive with a CD is read again on request; a data disc and an empty one are not", async () => {
  const disc = await mixedCd();
  await using app = await openDiscApp({ disc: { autoDeliver: false } });
  await app.ask("/disc/virtual", { json: { path: await cdCopy(app.folder, disc) } });
  await app.ask("/disc/detect", { method: "POST" });
  const { drives: [drive] } = await app.ask<{ drives: Drive[] }>("/disc/status");
  const found = await app.reach(drive?.ripId ?? "", "ready");
  same([found.discType, found.titles.map(({ id, name }) => [id, name])], ["cd", [[2, "Track 02"], [3, "Track 03"]]]);
  match(found.warnings.join(), /Track 1 contains data and is skipped/);
  const again = await app.ask<Rip>(`/disc/drives/${drive?.index}/cd`, { method: "POST", status: 201 });
  is(again.id, found.id, "the same disc is the same rip");
  await app.reach(found.id, "ready");
  await app.ask(`/disc/drives/77/cd`, { method: "POST", status: 404 });

  const data = await app.open(await cdCopy(app.folder, await dataCd(), "data"));
  same([data.status, data.error], ["failed", "The disc has no audio tracks."]);
  await app.app.instance.settings.update({ disc: { cd: { enabled: false } } });
  await app.ask(`/disc/drives/${drive?.index}/cd`, { method: "POST", status: 409 });
});

discTest(
  "slow: an unknown CD has numbers as titles, is named by hand and published under these names",
  async () => {
    const disc = await mixedCd();
    await using app = await openDiscApp({ disc: { autoDeliver: false } });
    const { id, media, cd, log } = await app.open(await cdCopy(app.folder, disc));
    same([media.title, cd?.selected, cd?.sure], ["", -1, false], log.join("\n"));
    await app.ask(`/disc/rips/${id}`, { method: "PATCH", json: { media: { kind: "movie", title: "x" } }, status: 422 });
    await app.ask(`/disc/rips/${id}`, { method: "PATCH", json: { trackNames: { 9: { title: "x" } } }, status: 422 });
    await app.ask(`/disc/rips/${id}`, {
      method: "PATCH",
      json: {
        media: { kind: "album", title: "Home / Tapes", artist: "Us", year: 1999 },
        trackNames: { 2: { title: "One" }, 3: { title: "Two\u202e", artist: "Them" } },
      },
    });
    await app.ask(`/disc/rips/${id}/start`, { method: "POST" });
    const done = await app.reach(id, "done");
    const names = (await Array.fromAsync(Deno.readDir(done.deliveryDir ?? ""), ({ name }) => name)).sort();
    same([done.deliveryDir?.replace(/^.*\//, ""), names.filter((name) => name.endsWith(".flac"))], [
      "Us - Home - Tapes (1999)",
      ["02 - One.flac", "03 - Two.flac"],
    ]);
    for (const number of [2, 3]) {
      const path = done.files.find(({ titleId }) => titleId === number)?.finalPath ?? "";
      same(await samplesOf(path), disc.track(number));
    }
  },
);

discTest("slow: the user chooses one of several releases; it can be any other, or none", async () => {
  const disc = await albumCd();
  const [one, two] = [releaseOf(disc, { country: "DE" }), releaseOf(disc, { title: "Quiet Rooms Deluxe" })];
  const other = {
    ...releaseOf(disc, { title: "Elsewhere" }),
    discs: [{ toc: "1 5 9 1 2 3 4 5", tracks: releaseOf(disc).discs?.[0]?.tracks ?? [] }],
  };
  await using world = await openCdWorld({ releases: [one, two, other], disc: { autoRip: true } });
  const { app } = world;
  const { id, cd, status } = await app.open(await cdCopy(app.folder, disc));
  same([status, cd?.sure, cd?.releases.map(({ title }) => title).sort().slice(0, 2)], [
    "ready",
    false,
    ["Quiet Rooms", "Quiet Rooms"],
  ], "nothing begins by itself; CD-Text is a choice as well");
  const at = cd?.releases.findIndex(({ title }) => title === "Quiet Rooms Deluxe") ?? -2;
  const chosen = await app.ask<Rip>(`/disc/rips/${id}/catalog`, { json: { index: at } });
  same([chosen.media.title, chosen.media.matchedBy, chosen.cd?.selected], ["Quiet Rooms Deluxe", "user", at]);
  const releaseId = idOf("Elsewhere");
  const elsewhere = await app.ask<Rip>(`/disc/rips/${id}/catalog`, { json: { releaseId } });
  is(elsewhere.media.title, "Elsewhere");
  const own = await app.ask<Rip>(`/disc/rips/${id}/catalog`, { json: { releaseId: "cdtext" } });
  is(own.cd?.releases[own.cd.selected]?.source, "cdtext");
  for (const odd of ["nobody", "", "x".repeat(201), "__proto__"]) {
    await app.ask(`/disc/rips/${id}/catalog`, { json: { releaseId: odd }, status: 422 });
  }
  const none = await app.ask<Rip>(`/disc/rips/${id}/catalog`, { json: { index: -1 } });
  same([none.titles[1]?.name, none.cd?.selected], ["First", -1], "then the disc's own words");
  await app.ask(`/disc/rips/${id}/catalog`, { json: { index: 99 }, status: 422 });
  await app.ask(`/disc/rips/${id}/catalog`, {
    json: { releaseId: "11111111-2222-4333-8444-555555555555" },
    status: 404,
  });
});

discTest(
  "slow: a cancelled CD continues with the missing tracks after a restart of the service",
  async () => {
    const disc = await albumCd();
    await using app = await openDiscApp({ disc: { autoDeliver: false } });
    const { id } = await app.open(await cdCopy(app.folder, disc));
    const stopping = Promise.withResolvers<void>();
    const { bus } = app.app.instance;
    const stop = bus.on("rip", ({ rip }) => copiedTracks(rip).length >= 2 ? stopping.resolve() : undefined);
    await app.ask(`/disc/rips/${id}/start`, { method: "POST" });
    await stopping.promise;
    stop();
    await app.ask(`/disc/rips/${id}/cancel`, { method: "POST" });
    const cancelled = await app.ask<Rip>(`/disc/rips/${id}`);
    is(cancelled.status, "cancelled");
    const kept = await Promise.all(cancelled.files.map(({ path }) => Deno.stat(path)));
    ok(kept.length >= 2 && kept.length < 5, String(kept.length));
    await app.restart();
    await app.ask(`/disc/rips/${id}/start`, { method: "POST" });
    const done = await app.reach(id, "done");
    same(copiedTracks(done), [1, 2, 3, 4, 5]);
    for (const number of [1, 2, 3, 4, 5]) {
      is(done.log.filter((line) => line.startsWith(`Track ${number} is copied and verified`)).length, 1);
      same(await samplesOf(done.files.find(({ titleId }) => titleId === number)?.finalPath ?? ""), disc.track(number));
    }
  },
);
