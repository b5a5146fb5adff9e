import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { grabRepository } from "../../../db/library/grabs.ts";
import { asker, rows } from "../../../tests/fakes/arr/testing.ts";
import { deadShare } from "../../../tests/fixtures/dead_share.ts";
import { grabbed, grabTest, radarrWorld, searched, sonarrWorld } from "../../../tests/fixtures/grab.ts";
import type { Release } from "../search_model.ts";
import { createGrab } from "./service.ts";

const MINUTE = 60_000;
const SILENT = /does not respond\. The job continues automatically once it does\.$/;

grabTest("slow: an import on an unavailable share waits, others continue, and the service can end", async () => {
  await using it = await sonarrWorld();
  const { instance } = it.app;
  const episodes = rows(await asker(it.sonarr, "v3")("GET", "/episode?seriesId=1&seasonNumber=2"));
  const ids: string[] = [];
  for (const { id: episodeId } of episodes.slice(0, 2)) {
    const release = await searched(it.sonarr, "series", `episodeId=${episodeId}`);
    const { id } = await grabbed(it.app, { release, title: "Dark", arrId: 1, episodeIds: [episodeId] });
    ids.push(id);
  }
  await it.sonarr.tick(5 * MINUTE);
  const share = deadShare(/S02E01/);
  const grab = createGrab({ ...instance, grabs: grabRepository(instance.store), disks: share.disks });
  same(await grab.followOnce(), { waiting: 1, queued: 1, failed: 0, silent: [] });
  const jobs = await Promise.all(ids.map(it.job));
  same(jobs.map(({ status }) => status), ["waiting", "queued"]);
  match(jobs[0]?.message ?? "", SILENT);
  for (let look = 0; look < 20; look++) await grab.followOnce();
  is(share.open(), 8);
  const last = grab.followOnce();
  await grab.close();
  await last;
  await share.revive();
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
});

grabTest("a disc on an unavailable share waits for it", async () => {
  await using it = await radarrWorld();
  const { instance } = it.app;
  it.radarr.next.outcome = "importBlocked";
  const found = await searched(it.radarr, "movie", "movieId=1");
  const release: Release = { ...found, isDisc: true, discFormat: "uhd", category: "disc" };
  const { id } = await grabbed(it.app, { release, arrId: 1 });
  await it.radarr.tick(5 * MINUTE);
  const share = deadShare(/./);
  const grab = createGrab({ ...instance, grabs: grabRepository(instance.store), disks: share.disks });
  is((await grab.followOnce()).waiting, 1);
  match((await it.job(id)).message ?? "", SILENT);
  await grab.close();
  await share.revive();
});
