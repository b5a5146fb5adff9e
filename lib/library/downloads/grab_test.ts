import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { grabRepository } from "../../../db/library/grabs.ts";
import { generateMovies } from "../../../tests/fakes/arr/data.ts";
import { generateArtists } from "../../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { startProwlarr } from "../../../tests/fakes/arr/prowlarr.ts";
import { Clock } from "../../../tests/fakes/arr/shared/clock.ts";
import { asker, rows } from "../../../tests/fakes/arr/testing.ts";
import {
  connect,
  encoded,
  grabbed,
  grabTest,
  quickProfile,
  radarrWorld,
  releaseOf,
  searched,
} from "../../../tests/fixtures/grab.ts";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { JobQuery } from "../../jobs/request_schema.ts";

const MINUTE = 60_000;

grabTest("slow: a movie is grabbed, followed, imported, encoded, and Radarr has the result", async () => {
  await using it = await radarrWorld();
  const { app, radarr } = it;
  await makeSmallClip(`${app.folder}/small.mkv`, { seconds: 2 });
  const profileId = await quickProfile(app, { replaceOriginal: true, keepOriginalDays: 1 });
  const release = await searched(radarr, "movie", "movieId=1");
  const { id, status, source } = await grabbed(app, { release, profileId, arrId: 1 });
  same([status, source.releaseTitle, source.localPath], ["waiting", release.title, undefined]);
  const told = [];
  for (const ms of [0, 20_000, 46_000, 6000]) {
    await radarr.tick(ms);
    await it.look();
    told.push((await it.job(id)).message ?? "");
  }
  match(told[0] ?? "", /Queued in /);
  match(told[1] ?? "", /^Downloading, 25 %, less than a minute left$/);
  match(told.slice(2).join("|"), /Downloaded; Radarr imports it next\|Radarr is importing it/);
  await radarr.tick(MINUTE);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const queued = await it.job(id);
  same([queued.status, queued.source.kind, queued.source.arrId], ["queued", "movie", 1]);
  ok(queued.source.localPath?.startsWith(`${it.root}/Film (2000)/`));
  await app.instance.jobs.setPaused(false);
  const done = await encoded(app, id);
  same([done.status, done.error], ["done", undefined]);
  const ended = Promise.withResolvers<void>();
  app.instance.bus.on("job", ({ job }) => (job.message ?? "") !== "" && ended.resolve());
  await app.instance.afterEncode.report();
  await radarr.tick(5000);
  await ended.promise;
  is((await it.job(id)).message, "Radarr has the new file");
  is(await app.instance.afterEncode.report(), 0);
  await app.instance.events.settled();
  const events = await app.instance.events.list({ limit: 50 });
  ok(events.items.some(({ message, source }) => source === "import" && message === "Radarr has the new file."));
});

grabTest("the same release twice, simultaneously or later, is one job and one download", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  const request = { release, arrId: 1 };
  const [first, second] = await Promise.all([grabbed(it.app, request), grabbed(it.app, request)]);
  const third = await grabbed(it.app, request);
  same([second.id, third.id], [first.id, first.id]);
  is(it.radarr.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/release")).length, 1);
});

grabTest("an expired search result is reported, and leaves nothing behind", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  await it.radarr.tick(31 * MINUTE);
  const answer = await it.app.call("/api/search/grab", {
    json: { title: "Film", profileId: "builtin-movie-1080p", release, arrId: 1 },
  });
  const { code, detail } = await answer.json();
  same([answer.status, code], [404, "not_found"]);
  match(detail, /half an hour\. Search again\.$/);
  same(await grabRepository(it.app.instance.store).all(), []);
  is((await it.app.instance.jobs.queueState()).waiting, 0);
});

grabTest("a release is not sent before its profile exists, and a refusing indexer is named", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  const ask = (profileId: string) =>
    it.app.call("/api/search/grab", { json: { title: "Film", profileId, release, arrId: 1 } });
  const unknown = await ask("nobody");
  same([unknown.status, (await unknown.json()).code], [422, "no_profile"]);
  is(it.radarr.seen.some(({ method }) => method === "POST"), false);
  it.radarr.refusing.add(release.indexerId);
  const refused = await ask("builtin-movie-1080p");
  same([refused.status, (await refused.json()).detail], [
    409,
    "The indexer did not provide the release. Radarr reports: Getting release from indexer failed",
  ]);
});

grabTest("a release that Radarr cannot assign goes to the movie that was searched for", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1", ({ downloadAllowed }) => downloadAllowed === false);
  await grabbed(it.app, { release, arrId: 1 });
  is(rows(await asker(it.radarr, "v3")("GET", "/queue"))[0]?.movieId, 1);
});

grabTest(
  "a file that Radarr assigns to another movie is encoded as that one; old files stay untouched",
  async () => {
    const root = await Deno.makeTempDir();
    const [first, second] = generateMovies({ count: 2, root, missingShare: 1 });
    ok(first && second);
    const folders = ["/movies/Film (2000)", "/movies/Other (2001)"];
    await using it = await radarrWorld({
      movies: [{ ...first, path: folders[0] ?? "" }, { ...second, path: folders[1] ?? "" }],
    });
    await Deno.remove(root);
    const radarr = asker(it.radarr, "v3");
    const own = await searched(it.radarr, "movie", `movieId=${first.id}`);
    await radarr("POST", "/release", { guid: own.guid, indexerId: own.indexerId, movieId: first.id });
    await it.radarr.tick(10 * MINUTE);
    is(rows(await radarr("GET", `/moviefile?movieId=${first.id}`)).length, 1);
    const release = await searched(it.radarr, "movie", `movieId=${second.id}`);
    const { id } = await grabbed(it.app, { release, arrId: first.id });
    for (const ms of [0, 10 * MINUTE]) {
      await it.radarr.tick(ms);
      await it.look();
    }
    const { status, source } = await it.job(id);
    same([status, source.arrId], ["queued", second.id]);
    match(source.localPath ?? "", /\/movies\/Other \(2001\)\//);
  },
);

grabTest("without a job the release is sent and nothing waits", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  const answer = await it.app.call("/api/search/grab", {
    json: { title: "Film", profileId: "builtin-movie-1080p", release, arrId: 1, createJob: false },
  });
  same(await answer.json(), { grabbed: true, job: null });
  is(rows(await asker(it.radarr, "v3")("GET", "/queue")).length, 1);
});

grabTest("a file that Radarr imported but that is not visible here waits for its path mapping", async () => {
  await using it = await radarrWorld({ mapped: false });
  const release = await searched(it.radarr, "movie", "movieId=1");
  const { id } = await grabbed(it.app, { release, arrId: 1 });
  await it.radarr.tick(5 * MINUTE);
  await it.look();
  const hidden = await it.job(id);
  is(hidden.status, "waiting");
  match(
    hidden.message ?? "",
    /^Radarr imported \/movies\/.*but \/movies\/.* does not exist on this server\..*path mapping/,
  );
  await it.map();
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  is((await it.job(id)).status, "queued");
});

grabTest("a download that Radarr does not import shows the reason, and continues after a manual import", async () => {
  await using it = await radarrWorld();
  it.radarr.next.outcome = "importBlocked";
  const release = await searched(it.radarr, "movie", "movieId=1");
  const { id } = await grabbed(it.app, { release, arrId: 1 });
  await it.radarr.tick(5 * MINUTE);
  await it.look();
  match(
    (await it.job(id)).message ?? "",
    /^Radarr does not import it automatically: .*Manual import required.*Activity\.$/,
  );
  const ask = asker(it.radarr, "v3");
  const [entry] = rows(await ask("GET", "/queue"));
  const [item] = rows(await ask("GET", `/manualimport?downloadId=${entry?.downloadId}`));
  const { path, quality, languages } = item ?? {};
  const files = [{ path, quality, languages, movieId: 1, downloadId: entry?.downloadId }];
  await ask("POST", "/command", { name: "ManualImport", importMode: "move", files });
  await it.radarr.tick(MINUTE);
  await it.look();
  is((await it.job(id)).status, "queued");
});

grabTest(
  "a failed download fails its job with Radarr's reason, and a retry explains why it is impossible",
  async () => {
    await using it = await radarrWorld();
    it.radarr.next.outcome = "failed";
    const release = await searched(it.radarr, "movie", "movieId=1");
    const { id } = await grabbed(it.app, { release, arrId: 1 });
    await it.radarr.tick(5 * MINUTE);
    same(await it.look(), { waiting: 0, queued: 0, failed: 1, silent: [] });
    const job = await it.job(id);
    same([job.status, job.errorCode], ["failed", "download_failed"]);
    match(job.error ?? "", /Unpacking failed/);
    const retried = await it.app.call(`/api/jobs/${id}/retry`, { method: "POST" });
    same([retried.status, (await retried.json()).code], [409, "bad_state"]);
    is((await it.app.call(`/api/jobs/${id}`, { method: "DELETE" })).status, 200);
    const page = await (await it.app.call("/", { headers: { Accept: "text/html" } })).text();
    ok(!page.includes("Retry Film"));
  },
);

grabTest("a cancelled job is not followed, and the release can be grabbed again", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  const { id } = await grabbed(it.app, { release, arrId: 1 });
  const html = await (await it.app.call(`/jobs/${id}`, { headers: { Accept: "text/html" } })).text();
  ok(html.includes(release.title) && html.includes("/movies/1"));
  is((await it.app.call(`/api/jobs/${id}/cancel`, { method: "POST" })).status, 200);
  await it.look();
  is((await it.job(id)).message, "Cancelled. The download continues in Radarr.");
  is(rows(await asker(it.radarr, "v3")("GET", "/queue")).length, 1);
  same(await grabRepository(it.app.instance.store).all(), []);
  const again = await grabbed(it.app, { release, arrId: 1 });
  ok(again.id !== id);
});

grabTest("slow: a webhook of an import has the waiting jobs looked at in a moment", async () => {
  await using it = await radarrWorld();
  const release = await searched(it.radarr, "movie", "movieId=1");
  const { id } = await grabbed(it.app, { release, arrId: 1 });
  await it.radarr.tick(5 * MINUTE);
  const queued = Promise.withResolvers<void>();
  const off = it.app.instance.bus.on("job", ({ job }) => job.id === id && job.status === "queued" && queued.resolve());
  await it.app.call("/api/webhook/radarr", { json: { eventType: "Download" } });
  await queued.promise;
  off();
});

grabTest("releases of Prowlarr go to its own download client, and are not followed", async () => {
  await using it = await radarrWorld();
  await using prowlarr = await startProwlarr();
  await connect(it.app, "indexer", prowlarr);
  const [found] = rows(await asker(prowlarr, "v1")("GET", "/search?query=heat&type=search&limit=10"));
  const release = releaseOf({ ...found, quality: { quality: { name: "Unknown" } } }, "indexer");
  const answer = await it.app.call("/api/search/grab", {
    json: { title: "Heat", profileId: "builtin-movie-1080p", release },
  });
  const { grabbed: sent, job, note } = await answer.json();
  same([sent, job], [true, null]);
  match(note, /^Sent to Prowlarr's .*Prowlarr has no library/);
  const again = await it.app.call("/api/search/grab", {
    json: { title: "Heat", profileId: "builtin-movie-1080p", release },
  });
  match((await again.json()).note, /^This release was already sent a moment ago and has been sent again\. Sent to /);
  same(await grabRepository(it.app.instance.store).all(), []);
});

grabTest("an album that Lidarr downloads is one job per track", async () => {
  await using it = await radarrWorld();
  const root = `${it.app.folder}/music`;
  await Deno.mkdir(root);
  await using lidarr = await startLidarr({ root, artists: generateArtists(1), clock: new Clock({ manual: true }) });
  await connect(it.app, "music", lidarr);
  const [album] = lidarr.music.albums.values();
  const query = `albumId=${album?.id}`;
  const release = await searched(lidarr, "music", query);
  const { id } = await grabbed(it.app, { release, profileId: "builtin-music-flac", albumId: album?.id });
  await lidarr.tick(5 * MINUTE);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const { items } = await it.app.instance.jobs.list(JobQuery.parse({ limit: 100 }));
  is(items.length, album && lidarr.music.tracksOf(album).length);
  is(new Set(items.map((job) => job.source.localPath)).size, items.length);
  ok(items.every((job) => job.source.kind === "track" && (job.id === id || job.parentId === id)));
});
