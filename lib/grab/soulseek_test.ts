import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { generateArtists } from "../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../tests/fakes/arr/lidarr.ts";
import { Clock } from "../../tests/fakes/arr/shared/clock.ts";
import { startSlskd } from "../../tests/fakes/slskd.ts";
import { openApp } from "../../tests/fixtures/app.ts";
import { connect, grabbed, grabTest, releaseOf } from "../../tests/fixtures/grab.ts";
import { JobQuery } from "../jobs/schema.ts";
import type { Release } from "../search/model.ts";

const PEER = "Größe & Klang/a+b";

/** A Lidarr with one album, a slskd whose peer has it, and an app that knows both. */
async function world({ music = true } = {}) {
  const app = await openApp();
  await Deno.mkdir(`${app.folder}/music`);
  await Deno.mkdir(`${app.folder}/soulseek`);
  const clock = new Clock({ manual: true });
  const lidarr = await startLidarr({
    root: `${app.folder}/music`,
    remoteRoot: "/music/",
    mounts: [{ remote: "/soulseek", local: `${app.folder}/soulseek` }],
    artists: generateArtists(1),
    clock,
  });
  const slskd = await startSlskd({ downloads: `${app.folder}/soulseek`, remoteDownloads: "/downloads", clock });
  if (music) await connect(app, "music", lidarr);
  await connect(app, "soulseek", slskd);
  await app.instance.settings.update({
    pathMappings: [
      { remote: "/music", local: `${app.folder}/music`, app: "music" },
      { remote: "/soulseek", local: `${app.folder}/soulseek`, app: "music" },
      { remote: "/downloads", local: `${app.folder}/soulseek`, app: "soulseek" },
    ],
  });
  await app.instance.jobs.setPaused(true);
  const [album] = lidarr.music.albums.values();
  ok(album);
  const artist = lidarr.music.artist(album.artistId);
  const directory = `@@abc\\Music\\${artist.artistName}\\${artist.artistName} - ${album.title}`;
  const files = lidarr.music.tracksOf(album).slice(0, 3).map(({ absoluteTrackNumber }) => ({
    filename: `${directory}\\${String(absoluteTrackNumber).padStart(2, "0")} - Söng.flac`,
    size: 1024,
  }));
  const quality = { quality: { name: "FLAC" } };
  const release: Release = releaseOf(
    { guid: `${PEER}/${directory}`, indexerId: 0, indexer: "Soulseek", title: album.title, size: 3072, quality },
    "soulseek",
    { music: { username: PEER, directory, files } },
  );
  return {
    app,
    slskd,
    lidarr,
    files,
    grab: () =>
      grabbed(app, {
        release,
        title: album.title,
        profileId: "builtin-music-flac",
        arrId: artist.id,
        albumId: album.id,
      }),
    release,
    tick: (ms: number) => slskd.tick(ms),
    look: () => app.instance.grab.followOnce(),
    job: (id: string) => app.instance.jobs.get(id),
    async [Symbol.asyncDispose]() {
      await lidarr[Symbol.asyncDispose]();
      await slskd[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

grabTest("an album of a peer is downloaded, imported by Lidarr, and queued track by track", async () => {
  await using it = await world();
  const { id, source } = await it.grab();
  same([source.soulseek?.username, source.soulseek?.files], [PEER, it.files]);
  await it.tick(5000);
  await it.look();
  match((await it.job(id)).message ?? "", /^Downloading from Größe & Klang\/a\+b: 0 of 3 files, \d+ %/);
  await it.tick(20_000);
  await it.look();
  is((await it.job(id)).message, "Downloaded; Lidarr imports it");
  await it.tick(10_000);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const { items } = await it.app.instance.jobs.list(JobQuery.parse({ limit: 10 }));
  same(items.map(({ status }) => status), ["queued", "queued", "queued"]);
  same(items.map((job) => job.source.kind), ["track", "track", "track"]);
  ok(items.every((job) => job.source.localPath?.startsWith(`${it.app.folder}/music/`)));
});

grabTest("a file that fails at its peer is asked for three times more, then the job fails and names it", async () => {
  await using it = await world();
  it.slskd.next.ending = "Errored";
  const { id } = await it.grab();
  for (const again of [1, 2, 3]) {
    await it.tick(20_000);
    await it.look();
    is((await it.job(id)).message, `Asked ${PEER} again for 3 of the files`, `attempt ${again}`);
  }
  await it.tick(20_000);
  is((await it.look()).failed, 1);
  const { status, errorCode, error } = await it.job(id);
  same([status, errorCode], ["failed", "transfer_failed"]);
  match(error ?? "", /^01 - Söng\.flac could not be had from .*, tried 4 times \(Transfer failed: Errored\)\.$/);
  is(it.slskd.seen.filter(({ method }) => method === "POST").length, 4);
});

grabTest("a peer that fails once gives the file at the second try", async () => {
  await using it = await world();
  it.slskd.next.ending = "Rejected";
  const { id } = await it.grab();
  await it.tick(20_000);
  it.slskd.next.ending = "Succeeded";
  await it.look();
  await it.tick(20_000);
  await it.look();
  await it.tick(10_000);
  await it.look();
  is((await it.job(id)).status, "queued");
});

grabTest("without Lidarr nothing is asked of a peer", async () => {
  await using it = await world({ music: false });
  const answer = await it.app.call("/api/search/grab", {
    json: { title: "Album", profileId: "builtin-music-flac", release: it.release },
  });
  same([answer.status, (await answer.json()).code], [409, "conflict"]);
  is(it.slskd.seen.some(({ method }) => method === "POST"), false);
});

grabTest(
  "a peer that is not there is said in slskd's own words, at once and when it goes while files are asked for anew",
  async () => {
    await using it = await world();
    it.slskd.offline.add(PEER);
    const answer = await it.app.call("/api/search/grab", {
      json: { title: "Album", profileId: "builtin-music-flac", release: it.release },
    });
    const offline = `User ${PEER} appears to be offline`;
    same([answer.status, (await answer.json()).detail], [502, `slskd says: ${offline}`]);
    is((await it.app.instance.jobs.queueState()).waiting, 0);

    it.slskd.offline.clear();
    it.slskd.next.ending = "Errored";
    const { id } = await it.grab();
    await it.tick(20_000);
    it.slskd.offline.add(PEER);
    await it.look();
    is((await it.job(id)).message, `slskd says: ${offline}. The job waits on.`);
    is((await it.look()).waiting, 1);
  },
);

grabTest("a folder that Lidarr gave up on is put to it file by file", async () => {
  await using it = await world();
  const { id } = await it.grab();
  await it.tick(20_000);
  await it.look();
  await it.tick(100);
  it.lidarr.restart();
  await it.look();
  is((await it.job(id)).message, "Lidarr imports it file by file");
  const commands = () => it.lidarr.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/command"));
  is(commands().length, 2);
  await it.look();
  is(commands().length, 2);
  await it.tick(10_000);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const { items } = await it.app.instance.jobs.list(JobQuery.parse({ limit: 10 }));
  same(items.map(({ status }) => status), ["queued", "queued", "queued"]);
});

grabTest("a folder that Lidarr understands nothing of waits for a person, with its path", async () => {
  await using it = await world();
  const { id } = await it.grab();
  await it.tick(20_000);
  const [folder] = [...Deno.readDirSync(`${it.app.folder}/soulseek`)];
  ok(folder);
  await Deno.rename(`${it.app.folder}/soulseek/${folder.name}`, `${it.app.folder}/elsewhere`);
  await it.look();
  await it.tick(10_000);
  await it.look();
  await it.look();
  match((await it.job(id)).message ?? "", /^Lidarr does not import \/soulseek\/.* by itself\. Import it in Lidarr/);
  is(it.lidarr.seen.filter(({ method }) => method === "POST").length, 1);
  await Deno.rename(`${it.app.folder}/elsewhere`, `${it.app.folder}/soulseek/${folder.name}`);
  await it.look();
  await it.tick(10_000);
  await it.look();
  is((await it.job(id)).status, "queued");
});

grabTest("with a job its files on the way from a peer are cancelled, as soon as slskd answers", async () => {
  await using it = await world();
  const { id } = await it.grab();
  await it.tick(5000);
  await it.look();
  await it.slskd.down();
  is((await it.app.call(`/api/jobs/${id}/cancel`, { method: "POST" })).status, 200);
  await it.look();
  match((await it.job(id)).message ?? "", /^Cancelled, but the files are not stopped yet\. /);
  it.slskd.up();
  await it.look();
  is((await it.job(id)).message, `Cancelled; 3 files on the way from ${PEER} stopped.`);
  is(it.slskd.seen.filter(({ method, status }) => method === "DELETE" && status === 204).length, 3);
  await it.look();
  is(it.slskd.seen.filter(({ method }) => method === "DELETE").length, 3);
  ok((await it.grab()).id !== id);
});
