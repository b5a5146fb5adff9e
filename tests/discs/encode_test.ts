import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { dirname } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import {
  type DiscApp,
  discImage,
  discTest,
  endOfJob,
  jobsOf,
  openDiscApp,
  seasonDisc,
  until,
  withDark,
} from "../fixtures/discs/disc_app.ts";
import { quickProfile } from "../fixtures/grab.ts";

const DISC = seasonDisc("Dark Season 1 Disc 1", [1.6, 2.4]);

/** Prepares a disc whose titles have been copied and are queued for encoding. */
async function copied(it: DiscApp): Promise<{ rip: Rip; jobs: Job[]; go(): Promise<unknown> }> {
  const { instance } = it.app;
  await instance.jobs.setPaused(true);
  const profileId = await quickProfile(it.app);
  const { id } = await it.open(await discImage(it.folder, "DARK_S1_D1", DISC));
  await it.ask(`/disc/rips/${id}/start`, { json: { profileId, options: { transcode: true } } });
  await it.reach(id, "transcoding");
  await until(it.app, async () => (await jobsOf(it.app)).length === 2);
  const rip = await it.ask<Rip>(`/disc/rips/${id}`);
  return { rip, jobs: await jobsOf(it.app), go: () => it.app.instance.jobs.setPaused(false) };
}

const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);

discTest("slow: a rip fails with its encode, and continues to its delivery when that is retried", async () => {
  await using it = await openDiscApp();
  await using _ = await withDark(it);
  const { rip, go } = await copied(it);
  const [file] = rip.files;
  ok(file);
  await Deno.rename(file.path, `${file.path}.away`);
  await go();
  const failed = await it.reach(rip.id, "failed");
  match(failed.error ?? "", /.+\nRetry the job, or start the disc again without transcoding\.$/s);
  const job = (await jobsOf(it.app)).find(({ status }) => status === "failed");
  ok(job);
  same([job.ripId, job.title], [rip.id, "Dark"]);
  await Deno.rename(`${file.path}.away`, file.path);
  await it.ask(`/jobs/${job.id}/retry`, { method: "POST" });
  const { counts, error } = await it.reach(rip.id, "done");
  same([counts.delivered, error], [2, undefined]);
});

discTest("slow: a rip whose encode is cancelled shows it, and continues without encoding", async () => {
  await using it = await openDiscApp();
  await using _ = await withDark(it);
  const { rip, jobs, go } = await copied(it);
  for (const { id } of jobs) await it.ask(`/jobs/${id}/cancel`, { method: "POST" });
  const failed = await it.reach(rip.id, "failed");
  match(failed.error ?? "", /^The encode was cancelled\..*Retry the job, or start the disc again/s);
  await go();
  await it.ask(`/disc/rips/${rip.id}/start`, { json: { options: { transcode: false } } });
  const done = await it.reach(rip.id, "done");
  same([done.counts.delivered, done.log.filter((line) => /is copied and verified/.test(line)).length], [2, 2]);
});

discTest("slow: removing a rip removes its encodes and its copies", async () => {
  await using it = await openDiscApp();
  const { rip, jobs } = await copied(it);
  const folder = dirname(rip.outputDir ?? "");
  ok(await isThere(folder));
  await it.ask(`/disc/rips/${rip.id}?files=1`, { method: "DELETE" });
  await it.ask(`/disc/rips/${rip.id}`, { status: 404 });
  is(await isThere(folder), false);
  for (const { id } of jobs) is((await endOfJob(it.app, id)).status, "cancelled");
  // The image can be opened again.
  is((await it.open(`${it.folder}/DARK_S1_D1.iso`)).status, "ready");
});
