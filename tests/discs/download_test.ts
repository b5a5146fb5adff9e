import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { generateMovies } from "../fakes/arr/data.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import {
  type DiscApp,
  discFolder,
  discImage,
  discTest,
  endOfJob,
  jobsOf,
  openDiscApp,
  seasonDisc,
  until,
  withDark,
} from "../fixtures/discs/disc_app.ts";
import { connect, grabbed, quickProfile, searched } from "../fixtures/grab.ts";
import { run } from "../kit/run.ts";

const MINUTE = 60_000;

/** Connects a Radarr with one movie that has no file. */
async function withFilm({ app, folder }: DiscApp) {
  const root = join(folder, "movies");
  await Deno.mkdir(root);
  const [movie] = generateMovies({ count: 1, root, missingShare: 1 });
  ok(movie);
  const radarr = await startRadarr({
    root,
    movies: [movie],
    durations: { command: 0, releases: Infinity },
    speed: 1000,
  });
  await connect(app, "movie", radarr);
  return { radarr, movie };
}

/** Returns the folder of a finished download that contains nothing the manager could import. */
async function downloaded(fake: { tick(ms: number): Promise<void>; downloads: string }, title: string) {
  await fake.tick(5 * MINUTE);
  const folder = join(fake.downloads, title);
  for await (const { name } of Deno.readDir(folder)) await Deno.remove(join(folder, name));
  return folder;
}

async function onlyRip({ ask }: DiscApp): Promise<Rip> {
  const { items: [rip, ...more] } = await ask<{ items: Rip[] }>("/disc/rips");
  ok(rip !== undefined && more.length === 0);
  return rip;
}

discTest(
  "a full disc that was grabbed for a movie is ripped, encoded and imported, and its download continues",
  async () => {
    await using it = await openDiscApp({ disc: { autoTranscode: true } });
    const { radarr, movie } = await withFilm(it);
    await using _ = radarr;
    const { instance } = it.app;
    const profileId = await quickProfile(it.app);
    radarr.next.outcome = "importBlocked";
    const release = { ...await searched(radarr, "movie", "movieId=1"), isDisc: true, discFormat: "bluray" as const };
    const waiting = await grabbed(it.app, { release, arrId: 1, profileId, title: movie.title });
    const folder = await downloaded(radarr, release.title);
    const disc = await discFolder(seasonDisc(movie.title, [3]));
    is((await run("cp", ["-r", `${disc}/BDMV`, folder])).code, 0);

    await instance.grab.followOnce();
    const job = await it.app.instance.jobs.get(waiting.id);
    match(job.message ?? "", /^1 disc downloaded; ripping continues under Discs\.$|^The disc was ripped\.$/);
    const rip = await onlyRip(it);
    same([rip.origin, rip.jobId, rip.profileId, rip.source], ["download", job.id, profileId, `file:${folder}`]);
    same([rip.media.kind, rip.media.title, rip.media.arrId], ["movie", movie.title, 1]);
    const done = await it.reach(rip.id, "done");
    same(done.counts, { selected: 1, ripped: 1, verified: 1, delivered: 1 });
    const ended = await endOfJob(it.app, job.id);
    same([ended.status, ended.message], ["done", "The disc was ripped."]);

    const [file] = rows(await asker(radarr, "v3")("GET", "/moviefile?movieId=1"));
    const { stdout } = await run("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", String(file?.path)]);
    match(stdout, /codec_name=h264/);
    const encodes = (await jobsOf(it.app)).filter(({ ripId }) => ripId === rip.id);
    same(encodes.map(({ status }) => status), ["done"]);
    await instance.discDownloads.close();
    const removed = radarr.seen.filter(({ method }) => method === "DELETE");
    same(removed.map(({ path, query }) => [path.replace(/\d+$/, "…"), query]), [
      ["/api/v3/queue/…", "?removeFromClient=false&blocklist=false&skipRedownload=true"],
    ]);
    same(rows(await asker(radarr, "v3")("GET", "/queue")), []);
    ok((await Deno.stat(join(folder, "BDMV/index.bdmv"))).isFile);
  },
);

discTest("slow: a full disc of a series waits for the user, and its job shows its progress", async () => {
  await using it = await openDiscApp();
  await using sonarr = await withDark(it);
  sonarr.next.outcome = "importPending";
  const found = await searched(sonarr, "series", "seriesId=1&seasonNumber=1");
  const release = { ...found, isDisc: true, discFormat: "bluray" as const };
  const { id } = await grabbed(it.app, { release, arrId: 1, seasonNumber: 1, title: "Dark" });
  const folder = await downloaded(sonarr, release.title);
  await discImage(folder, "DARK_S1_D1", seasonDisc("Dark Season 1 Disc 1", [1.6, 2.4]));
  await it.app.instance.grab.followOnce();
  const rip = await it.reach((await onlyRip(it)).id, "ready");
  same([rip.media.title, rip.media.seasonNumber, rip.media.matchedBy], ["Dark", 1, "expected"]);
  const job = () => it.ask<Job>(`/jobs/${id}`);
  same([(await job()).status, (await job()).message], ["waiting", "1 disc downloaded; ripping continues under Discs."]);

  // A failure is reported on the waiting job. The next start resumes the rip.
  await Deno.rename(join(folder, "DARK_S1_D1.iso"), join(folder, "away"));
  await it.ask(`/disc/rips/${rip.id}/start`, { method: "POST" });
  await it.reach(rip.id, "failed");
  await until(
    it.app,
    async () => /^The disc could not be ripped: .*DARK_S1_D1\.iso does not exist/s.test((await job()).message ?? ""),
  );
  is((await job()).status, "waiting");
  await Deno.rename(join(folder, "away"), join(folder, "DARK_S1_D1.iso"));
  await it.ask(`/disc/rips/${rip.id}/start`, { method: "POST" });
  is((await it.reach(rip.id, "done")).counts.delivered, 2);
  is((await endOfJob(it.app, id)).status, "done");
});

discTest("a full disc is not downloaded while nothing could rip it", async () => {
  await using it = await openDiscApp();
  const { radarr } = await withFilm(it);
  await using _ = radarr;
  const found = await searched(radarr, "movie", "movieId=1");
  const release = { ...found, isDisc: true };
  const ripperPath = join(it.folder, "makemkvcon");
  const grab = (status: number) =>
    it.ask<{ detail: string }>("/search/grab", {
      json: { release, arrId: 1, profileId: "builtin-movie-1080p", title: "Film" },
      status,
    });
  for (
    const [disc, reason] of [
      [{ enabled: false }, /is a full disc.*Disc ripping is disabled\. Enable it in Settings > Discs\./],
      [
        { enabled: true, ripper: "makemkv", ripperPath },
        /is a full disc.*The settings require MakeMKV for ripping\. .+/,
      ],
    ] as const
  ) {
    await it.app.instance.settings.update({ disc });
    match((await grab(409)).detail, reason);
  }
  same(radarr.seen.filter(({ method, path }) => method === "POST" && /\/release$/.test(path)), []);
  same(await jobsOf(it.app), []);
  await it.app.instance.settings.update({ disc: { ripper: "auto" } });
  await grab(200);
});
