import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { grabRepository, rescanRepository } from "../../../db/library/grabs.ts";
import {
  encoded,
  grabbed,
  grabTest,
  quickProfile,
  radarrWorld,
  searched,
  sonarrWorld,
} from "../../../tests/fixtures/grab.ts";
import { makeSmallClip } from "../../../tests/kit/clips.ts";

const MINUTE = 60_000;
/** Milliseconds after the start at which the release is grabbed, downloading, downloaded, and imported. */
const STEPS_MS = [0, 20_000, 46_000, MINUTE];

grabTest("slow: a movie reaches the same end when the app is restarted between all steps", async () => {
  await using it = await radarrWorld();
  await makeSmallClip(`${it.app.folder}/small.mkv`, { seconds: 2 });
  const profileId = await quickProfile(it.app, { replaceOriginal: true, keepOriginalDays: 1 });
  const release = await searched(it.radarr, "movie", "movieId=1");
  const { id } = await grabbed(it.app, { release, profileId, arrId: 1 });
  for (const ms of STEPS_MS) {
    await it.restart();
    await it.radarr.tick(ms);
    await it.look();
  }
  is((await it.job(id)).status, "queued");
  await it.restart();
  await it.app.instance.jobs.setPaused(false);
  is((await encoded(it.app, id)).status, "done");
  for (let round = 0; round < 4; round++) {
    await it.restart();
    await rescanRepository(it.app.instance.store).patch(id, { nextAt: 0 });
    await it.app.instance.afterEncode.report();
    await it.radarr.tick(5000);
  }
  is((await it.job(id)).message, "Radarr has the new file");
  const posts = it.radarr.seen.filter(({ method }) => method === "POST").map(({ path }) => path.split("/").at(-1));
  same(posts, ["release", "command"]);
  same(await grabRepository(it.app.instance.store).all(), []);
});

grabTest("a season pack comes to the same end when the app is restarted between all steps", async () => {
  await using it = await sonarrWorld();
  const release = await searched(it.sonarr, "series", "seriesId=1&seasonNumber=2");
  const { id } = await grabbed(it.app, { release, title: "Dark", arrId: 1, seasonNumber: 2 });
  for (const ms of [...STEPS_MS, 0]) {
    await it.restart();
    await it.sonarr.tick(ms);
    await it.look();
  }
  const jobs = await it.jobs();
  same(jobs.map(({ status }) => status), Array(8).fill("queued"));
  is(new Set(jobs.map(({ source }) => source.localPath)).size, 8);
  is(jobs.filter((job) => job.id === id || job.parentId === id).length, 8);
  is(it.sonarr.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/release")).length, 1);
});
