import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { grabRepository } from "../../../db/library/grabs.ts";
import type { GrabRow } from "../../../db/schema/library.ts";
import type { Failure } from "../../../tests/fakes/arr/shared/failures.ts";
import { asker, rows } from "../../../tests/fakes/arr/testing.ts";
import { grabbed, grabTest, radarrWorld, searched } from "../../../tests/fixtures/grab.ts";
import type { Release } from "../search_model.ts";

const MINUTE = 60_000;

/** The row written before a release is sent, as a crash at that moment leaves it. */
const sendingRow = (release: Release): GrabRow => ({
  jobId: "crashed",
  source: "movie",
  guid: release.guid,
  indexerId: release.indexerId,
  state: "sending",
  request: { title: "Film (2000)", profileId: "builtin-movie-1080p", releaseTitle: release.title, arrId: 1 },
  afterId: 0,
  since: "1970-01-01T00:00:00Z",
  downloadId: null,
  taken: [],
  goneSince: null,
  transfers: null,
  createdAt: Date.now(),
});

const MODES: Failure[] = [
  { mode: "unauthorized" },
  { mode: "error" },
  { mode: "malformed" },
  { mode: "drop" },
  { mode: "html" },
];

for (const failure of MODES) {
  grabTest(
    `a Radarr that fails (${failure.mode}) while it is followed loses nothing, and the job continues`,
    async () => {
      await using it = await radarrWorld();
      const release = await searched(it.radarr, "movie", "movieId=1");
      const { id } = await grabbed(it.app, { release, arrId: 1 });
      await it.radarr.tick(5 * MINUTE);
      for (const path of ["/queue", "/history/since", "/movie/1"]) {
        it.radarr.fail(failure, { path, method: "GET" });
        const { waiting, queued } = await it.look();
        same([path, waiting, queued], [path, 1, 0]);
        const { status, message } = await it.job(id);
        is(status, "waiting");
        match(message ?? "", /The job keeps waiting\.$/);
        it.radarr.recover();
      }
      same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
      is((await it.job(id)).status, "queued");
    },
  );
}

grabTest("an unreachable Radarr is named, and queried again", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  const { id } = await grabbed(it.app, { release, arrId: 1 });
  await it.radarr.down();
  same(await it.look(), { waiting: 1, queued: 0, failed: 0, silent: ["Radarr"] });
  it.radarr.up();
  await it.radarr.tick(5 * MINUTE);
  await it.look();
  is((await it.job(id)).status, "queued");
});

for (const failure of [{ mode: "unauthorized" }, { mode: "html" }] satisfies Failure[]) {
  grabTest(`a release that certainly did not arrive (${failure.mode}) leaves no job`, async () => {
    await using it = await radarrWorld();
    const release = await searched(it.radarr, "movie", "movieId=1");
    it.radarr.fail(failure, { path: "/release", method: "POST" });
    const answer = await it.app.call("/api/search/grab", {
      json: { title: "Film", profileId: "builtin-movie-1080p", release, arrId: 1 },
    });
    same([answer.status, (await answer.json()).code], [502, "upstream_failed"]);
    is((await it.app.instance.jobs.queueState()).waiting, 0);
    same(await grabRepository(it.app.instance.store).all(), []);
  });
}

for (const failure of [{ mode: "error" }, { mode: "drop" }, { mode: "malformed" }] satisfies Failure[]) {
  grabTest(
    `the history shows that a release was not sent when its arrival is unknown (${failure.mode})`,
    async () => {
      await using it = await radarrWorld();
      const release = await searched(it.radarr, "movie", "movieId=1");
      it.radarr.fail(failure, { path: "/release", method: "POST" });
      const { id } = await grabbed(it.app, { release, arrId: 1 });
      is((await it.look()).waiting, 1);
      match((await it.job(id)).message ?? "", /did not confirm the release; checking for it/);
      await grabRepository(it.app.instance.store).patch(id, { goneSince: Date.now() - 4 * MINUTE });
      is((await it.look()).failed, 1);
      same([(await it.job(id)).status, (await it.job(id)).errorCode], ["failed", "not_taken"]);
    },
  );
}

for (const arrived of [true, false]) {
  grabTest(
    `a crash while the release was sent (${arrived ? "it arrived" : "it did not"}) neither loses nor doubles it`,
    async () => {
      await using it = await radarrWorld();
      const release = await searched(it.radarr, "movie", "movieId=1");
      const grabs = grabRepository(it.app.instance.store);
      await grabs.begin(sendingRow(release));
      const { guid, indexerId } = release;
      if (arrived) await asker(it.radarr, "v3")("POST", "/release", { guid, indexerId });
      is((await it.look()).waiting, 1);
      is((await it.job("crashed")).source.releaseTitle, release.title);
      const again = await grabbed(it.app, { release, arrId: 1 });
      is(again.id, "crashed");
      is(rows(await asker(it.radarr, "v3")("GET", "/queue")).length, arrived ? 1 : 0);
      if (arrived) await it.radarr.tick(5 * MINUTE);
      else await grabs.patch("crashed", { goneSince: Date.now() - 4 * MINUTE });
      await it.look();
      is((await it.job("crashed")).status, arrived ? "queued" : "failed");
      same(await grabs.all(), []);
    },
  );
}

grabTest("a download that was removed from Radarr's queue is given up after six hours, with the reason", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  const { id } = await grabbed(it.app, { release, arrId: 1 });
  await it.radarr.tick(30_000);
  await it.look();
  const ask = asker(it.radarr, "v3");
  const [entry] = rows(await ask("GET", "/queue"));
  await ask("DELETE", `/queue/${entry?.id}?removeFromClient=true&blocklist=false`);
  await it.look();
  match((await it.job(id)).message ?? "", /^No longer in Radarr's queue/);
  await grabRepository(it.app.instance.store).patch(id, { goneSince: Date.now() - 7 * 60 * MINUTE });
  await it.look();
  same([(await it.job(id)).status, (await it.job(id)).errorCode], ["failed", "download_removed"]);
});

grabTest(
  "a whole disc is found in its download and becomes a rip; the job shows its problems",
  async () => {
    await using it = await radarrWorld();
    it.radarr.next.outcome = "importPending";
    const { releaseTitle, id } = await discGrab(it);
    await it.radarr.tick(5 * MINUTE);
    await it.look();
    match((await it.job(id)).message ?? "", /but it contains no disc\.$/);
    const folder = `${it.radarr.downloads}/${releaseTitle}`;
    await Deno.mkdir(`${folder}/Film/BDMV/STREAM`, { recursive: true });
    await Deno.mkdir(`${folder}/Sample/BDMV`, { recursive: true });
    await it.look();
    const rip = (await it.app.instance.rips.list()).find(({ jobId }) => jobId === id);
    same([rip?.origin, rip?.source], ["download", `file:${folder}/Film`]);
    const { status, message } = await it.job(id);
    is(status, "waiting");
    match(message ?? "", /^1 disc downloaded; ripping continues|^The disc could not be ripped/);
  },
);

async function discGrab(it: Awaited<ReturnType<typeof radarrWorld>>) {
  const found = await searched(it.radarr, "movie", "movieId=1");
  const release: Release = { ...found, isDisc: true, discFormat: "bluray", category: "disc" };
  const { id, source } = await grabbed(it.app, { release, arrId: 1 });
  same(source.disc, { format: "bluray", ripIds: [] });
  return { id, releaseTitle: release.title };
}
