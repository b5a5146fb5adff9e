import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { rescanRepository } from "../../../db/library/grabs.ts";
import { generateArtists } from "../../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { Clock } from "../../../tests/fakes/arr/shared/clock.ts";
import { asker, fields, rows } from "../../../tests/fakes/arr/testing.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import {
  connect,
  encoded,
  finishedEncode,
  grabbed,
  grabTest,
  quickProfile,
  radarrWorld,
  searched,
  sonarrWorld,
} from "../../../tests/fixtures/grab.ts";
import { makeSmallClip } from "../../../tests/kit/clips.ts";

const MINUTE = 60_000;

/** Polls until no rescan is open, while advancing the manager's clock. */
async function looked(app: TestApp, fake: { tick(ms: number): Promise<void> }, id = "done"): Promise<void> {
  for (let round = 0; round < 6 && await app.instance.afterEncode.report() > 0; round++) {
    await fake.tick(5000);
    await rescanRepository(app.instance.store).patch(id, { nextAt: 0 });
  }
}

const told = async (app: TestApp, id = "done") => {
  const { message, warnings } = await app.instance.jobs.get(id);
  return [message, warnings];
};

grabTest("Sonarr reads the series of a finished encode again, and only that episode counts", async () => {
  await using it = await sonarrWorld();
  const [first] = rows(await asker(it.sonarr, "v3")("GET", "/episode?seriesId=1&seasonNumber=2"));
  const { path: folder } = fields(await asker(it.sonarr, "v3")("GET", "/series/1"));
  const path = `${String(folder).replace(/^\/tv/, it.root)}/Season 02/Dark - S02E01 - Web.mkv`;
  await finishedEncode(it.app, path, { kind: "episode", arr: "series", arrId: 1, episodeIds: [Number(first?.id)] });
  await looked(it.app, it.sonarr);
  same(await told(it.app), ["Sonarr has the new file", []]);
});

grabTest("Lidarr reads the artist of a finished encode again", async () => {
  await using app = await openApp();
  const root = `${app.folder}/music`;
  await Deno.mkdir(root);
  await using lidarr = await startLidarr({
    root,
    remoteRoot: "/music/",
    artists: generateArtists(1),
    clock: new Clock({ manual: true }),
  });
  await connect(app, "music", lidarr);
  await app.instance.settings.update({ pathMappings: [{ remote: "/music", local: root, app: "music" }] });
  const [file] = lidarr.music.files.values();
  ok(file);
  const old = file.path.replace(/^\/music/, root);
  const path = old.replace(/\.\w+$/, ".opus");
  await finishedEncode(app, path, { kind: "track", arr: "music", arrId: file.artistId, localPath: old });
  await looked(app, lidarr);
  same(await told(app), ["Lidarr has the new file", []]);
});

grabTest("the one of two files in a movie's folder that Radarr has is named", async () => {
  await using it = await radarrWorld();
  const [original, path] = [`${it.root}/Film (2000)/A.mkv`, `${it.root}/Film (2000)/Film (2000).web.mkv`];
  await finishedEncode(it.app, path, { kind: "movie", arr: "movie", arrId: 1, localPath: original });
  await Deno.writeTextFile(original, "the original");
  await looked(it.app, it.radarr);
  same(await told(it.app), ["Radarr keeps the original; the encode is next to it", []]);
});

grabTest("a third file that Radarr took instead of the encode is a warning with its name", async () => {
  await using it = await radarrWorld();
  const path = `${it.root}/Film (2000)/Film (2000).web.mkv`;
  await finishedEncode(it.app, path, {
    kind: "movie",
    arr: "movie",
    arrId: 1,
    localPath: `${it.root}/Film (2000)/gone.mkv`,
  });
  await Deno.writeTextFile(`${it.root}/Film (2000)/Extended.mkv`, "another cut");
  await looked(it.app, it.radarr);
  await rescanRepository(it.app.instance.store).patch("done", { since: Date.now() - 11 * MINUTE, nextAt: 0 });
  is(await it.app.instance.afterEncode.report(), 0);
  same(await told(it.app), [undefined, ["Radarr has not imported the new file: it lists Extended.mkv."]]);
});

grabTest("a manager that was removed from the settings is reported once, and nothing waits for it", async () => {
  await using it = await radarrWorld();
  await finishedEncode(it.app, `${it.root}/Film (2000)/Film.mkv`, { kind: "movie", arr: "movie", arrId: 1 });
  await it.app.instance.settings.update({ connections: { movie: { enabled: false } } });
  is(await it.app.instance.afterEncode.report(), 0);
  same(await told(it.app), [undefined, [
    "Radarr was not notified of the file: it is no longer connected in Settings.",
  ]]);
});

grabTest("slow: a manager is notified of an undone encode too, and Radarr has the original again", async () => {
  await using it = await radarrWorld();
  const { app, radarr } = it;
  await makeSmallClip(`${app.folder}/small.mkv`, { seconds: 2 });
  const profileId = await quickProfile(app, { replaceOriginal: true, keepOriginalDays: 1 });
  const release = await searched(radarr, "movie", "movieId=1");
  const { id } = await grabbed(app, { release, profileId, arrId: 1 });
  await radarr.tick(5 * MINUTE);
  await it.look();
  await app.instance.jobs.setPaused(false);
  is((await encoded(app, id)).status, "done");
  await looked(app, radarr, id);
  is((await it.job(id)).message, "Radarr has the new file");
  const held = async () => rows(await asker(radarr, "v3")("GET", "/movie"))[0]?.movieFile;
  const { size: encodedSize } = Object(await held());
  is((await app.call(`/api/jobs/${id}/undo`, { method: "POST" })).status, 200);
  await looked(app, radarr, id);
  const { message, warnings, inputSizeBytes } = await it.job(id);
  is(message, "Radarr has the original again");
  match(warnings.join(), /^Undone: the original was restored/);
  const { size } = Object(await held());
  same([size, size === encodedSize], [inputSizeBytes, false]);
  const posts = radarr.seen.filter(({ method }) => method === "POST").length;
  is(await app.instance.afterEncode.report(), 0);
  is(radarr.seen.filter(({ method }) => method === "POST").length, posts);
});
