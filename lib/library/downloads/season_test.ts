import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { asker, fields, rows } from "../../../tests/fakes/arr/testing.ts";
import { grabbed, grabTest, searched, sonarrWorld } from "../../../tests/fixtures/grab.ts";

const MINUTE = 60_000;
const episodesOf = (it: Awaited<ReturnType<typeof sonarrWorld>>) => async () =>
  rows(await asker(it.sonarr, "v3")("GET", "/episode?seriesId=1&seasonNumber=2"));

grabTest("a season pack is one waiting job, and one job per episode when it came in", async () => {
  await using it = await sonarrWorld();
  const release = await searched(it.sonarr, "series", "seriesId=1&seasonNumber=2");
  const { id, source } = await grabbed(it.app, { release, title: "Dark", arrId: 1, seasonNumber: 2 });
  same([source.kind, source.seasonNumber], ["episode", 2]);
  await it.sonarr.tick(20_000);
  await it.look();
  match((await it.app.instance.jobs.get(id)).message ?? "", /^Downloading, \d+ %/);
  await it.sonarr.tick(5 * MINUTE);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const jobs = await it.jobs();
  is(jobs.length, 8);
  is(new Set(jobs.map((job) => job.source.localPath)).size, 8);
  same(jobs.map(({ status }) => status), Array(8).fill("queued"));
  const named = (await episodesOf(it)()).map(({ title, episodeNumber }) => `S02E0${episodeNumber} ${title}`);
  same(jobs.map(({ subtitle }) => subtitle).sort(), named.sort());
  same(jobs.filter(({ parentId }) => parentId === undefined).map((job) => job.id), [id]);
  same(new Set(jobs.flatMap(({ parentId }) => parentId ?? [])), new Set([id]));
  await it.look();
  is((await it.jobs()).length, 8);
});

grabTest("episodes that come in one by one are queued as they come, and the job waits for the rest", async () => {
  await using it = await sonarrWorld();
  it.sonarr.next.outcome = "importBlocked";
  const release = await searched(it.sonarr, "series", "seriesId=1&seasonNumber=2");
  const { id } = await grabbed(it.app, { release, title: "Dark", arrId: 1, seasonNumber: 2 });
  await it.sonarr.tick(5 * MINUTE);
  const ask = asker(it.sonarr, "v3");
  const [entry] = rows(await ask("GET", "/queue?pageSize=1"));
  const found = rows(await ask("GET", `/manualimport?downloadId=${entry?.downloadId}`));
  const episodes = await episodesOf(it)();
  const byHand = async (from: number, to: number) => {
    const files = found.slice(from, to).map(({ path, quality, languages }, index) => ({
      ...{ path, quality, languages, seriesId: 1, downloadId: entry?.downloadId },
      episodeIds: [episodes[from + index]?.id],
    }));
    const { id: command } = fields(await ask("POST", "/command", { name: "ManualImport", importMode: "copy", files }));
    await it.sonarr.tick(MINUTE);
    ok(command);
  };
  await byHand(0, 3);
  same(await it.look(), { waiting: 1, queued: 0, failed: 0, silent: [] });
  const parent = await it.app.instance.jobs.get(id);
  is(parent.status, "waiting");
  match(parent.message ?? "", /^3 of 8 episodes imported; Sonarr does not import it automatically/);
  is((await it.jobs()).filter(({ parentId }) => parentId === id).length, 3);
  await it.look();
  is((await it.jobs()).length, 4);
  await byHand(3, 8);
  await it.look();
  const all = await it.jobs();
  same([all.length, all.filter(({ status }) => status === "queued").length], [8, 8]);
  is(new Set(all.map((job) => job.source.fileId)).size, 8);
});

grabTest("a file that is already queued with the same profile is queued no second time", async () => {
  await using it = await sonarrWorld();
  const [episode] = await episodesOf(it)();
  const query = `episodeId=${episode?.id}`;
  const release = await searched(it.sonarr, "series", query);
  const { id } = await grabbed(it.app, { release, title: "Dark", arrId: 1, episodeIds: [episode?.id] });
  await it.sonarr.tick(5 * MINUTE);
  await it.app.instance.library.refreshTitle("series", 1);
  const [file] = rows(await asker(it.sonarr, "v3")("GET", "/episodefile?seriesId=1"));
  const created = await it.app.call("/api/jobs", {
    json: { profileId: "builtin-movie-1080p", source: { arr: "series", fileId: file?.id } },
  });
  is(created.status, 201);
  await it.look();
  const job = await it.app.instance.jobs.get(id);
  same([job.status, job.message], ["done", "Other jobs already exist for the downloaded files."]);
  is((await it.jobs()).filter(({ status }) => status === "queued").length, 1);
});
