import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../tests/fixtures/clip.ts";
import { makeSmallClip } from "../../tests/kit/clips.ts";
import { namesIn, openQueue, type Queue, UNVERIFIED, withFolders } from "../../tests/fixtures/queue.ts";
import { makePacedFfmpeg } from "../../tests/kit/paced_ffmpeg.ts";
import { canMount, withTmpfs } from "../../tests/fixtures/tmpfs.ts";
import { openMachine } from "../platform/storage/boot.ts";
import type { Job } from "./schema.ts";

const moving = (job: Job) => job.status === "encoding" && (job.progress?.outTimeSeconds ?? 0) > 0;

/** Returns the child processes of this test run that still work on `job`. */
const children = async (job: Job): Promise<number[]> =>
  (await openMachine()).children(new Set(), [`.${job.id}.partial`]);

async function processState(pid: number): Promise<string> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2)[0] ?? "";
}

/** Starts encodes that take at least 24 seconds, so that tests can interrupt them. */
async function slowJobs(queue: Queue, media: string, names: string[]): Promise<Job[]> {
  const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: join(media, "..") }), 1);
  await queue.settings.update({ ffmpegPath });
  const profile = await queue.quickProfile();
  const jobs: Job[] = [];
  for (const [seed, name] of names.entries()) {
    await makeClip(join(media, `${name}.mkv`), { seconds: 24, seed });
    jobs.push(await queue.create(join(media, `${name}.mkv`), profile));
  }
  return jobs;
}

Deno.test("slow: cancel ends the tool's process group first, then the state, and leaves nothing", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: UNVERIFIED });
    const [job] = await slowJobs(queue, media, ["a"]);
    assert(job);
    const running = await queue.until(job.id, moving);
    assert((await children(job)).length > 0);
    assert(running.preview && (running.progress?.percent ?? 0) > 0);
    const cancelled = await queue.jobs.cancel(job.id);
    same([cancelled.status, cancelled.error], ["cancelled", undefined]);
    same(await children(job), []);
    same(await namesIn(media), ["a.mkv"]);
    same(await namesIn(queue.storage.folders.transcodes), []);
    same((await queue.jobs.queueState()).running, 0);
  }));

Deno.test("slow: the limit counts probing jobs, 0 starts nothing, and lowering stops nothing", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: { ...UNVERIFIED, concurrency: 0 } });
    let most = 0;
    queue.bus.on("queue", ({ running }) => most = Math.max(most, running));
    const jobs = await slowJobs(queue, media, ["a", "b", "c"]);
    same((await queue.jobs.queueState()).running, 0);
    const [a, b, c] = jobs.map((job) => job.id);
    assert(a && b && c);
    same((await queue.jobs.setLimit(2)).limit, 2);
    same(queue.settings.current().concurrency, 2);
    await Promise.all([queue.until(a, moving), queue.until(b, moving)]);
    await queue.jobs.setLimit(1);
    const state = await queue.jobs.queueState();
    same([state.running, state.queued, state.runningIds.toSorted()], [2, 1, [a, b].toSorted()]);
    await queue.jobs.cancel(a);
    same((await queue.jobs.get(c)).status, "queued", "one runs, one may run");
    await queue.jobs.cancel(b);
    await queue.until(c, (job) => job.status !== "queued");
    await queue.jobs.cancel(c);
    same(most, 2);
  }));

Deno.test("slow: a job that encodes nothing runs beyond the limit, one at a time", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: { ...UNVERIFIED, stallTimeoutMinutes: 0 } });
    const [long] = await slowJobs(queue, media, ["long"]);
    assert(long);
    const [pid] = await children(await queue.until(long.id, moving));
    assert(pid);
    // The tool is suspended, so that its job runs longer than the two copy jobs on any machine.
    Deno.kill(pid, "SIGSTOP");
    const copy = await queue.quickProfile({ container: "mp4", video: { encoder: "copy" } });
    for (const name of ["x", "y"]) await makeSmallClip(join(media, `${name}.mkv`), { seconds: 1 });
    const copies = await Promise.all(["x", "y"].map((name) => queue.create(join(media, `${name}.mkv`), copy)));
    const done = await Promise.all(copies.map((job) => queue.finished(job.id)));
    same(done.map((job) => job.status), ["done", "done"]);
    same((await queue.jobs.get(long.id)).status, "encoding");
    Deno.kill(pid, "SIGCONT");
    await queue.jobs.cancel(long.id);
  }));

Deno.test("slow: pause stops new starts and survives a restart; suspend freezes and resumes at the same point", () =>
  withFolders(async ({ media, configDir }) => {
    {
      await using queue = await openQueue({ configDir, settings: { ...UNVERIFIED, stallTimeoutMinutes: 1 } });
      const [a, b] = await slowJobs(queue, media, ["a", "b"]);
      assert(a && b);
      await queue.until(a.id, moving);
      same(await queue.jobs.setPaused(true, true), { paused: true });
      const [pid] = await children(a);
      assert(pid);
      // On a busy processor, the signal suspends the process with a delay.
      while (await processState(pid) !== "T") await new Promise((resolve) => setTimeout(resolve, 10));
      same(await queue.jobs.setPaused(false), { paused: false });
      while (await processState(pid) === "T") await new Promise((resolve) => setTimeout(resolve, 10));
      await queue.jobs.setPaused(true);
      await queue.jobs.cancel(a.id);
      same((await queue.jobs.get(b.id)).status, "queued");
    }
    await using again = await openQueue({ configDir, settings: UNVERIFIED });
    same((await again.jobs.queueState()).paused, true);
    same((await again.jobs.queueState()).queued, 1);
  }));

Deno.test("slow: a frozen tool can be cancelled", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: UNVERIFIED });
    const [job] = await slowJobs(queue, media, ["a"]);
    assert(job);
    await queue.until(job.id, moving);
    await queue.jobs.setPaused(true, true);
    same((await queue.jobs.cancel(job.id)).status, "cancelled");
    same(await children(job), []);
  }));

Deno.test("slow: stop hands running jobs back to their places without counting an attempt", () =>
  withFolders(async ({ media, configDir }) => {
    let ids: string[] = [];
    {
      await using queue = await openQueue({ configDir, settings: { ...UNVERIFIED, concurrency: 2 } });
      const jobs = await slowJobs(queue, media, ["a", "b", "c"]);
      ids = jobs.map((job) => job.id);
      await Promise.all(jobs.slice(0, 2).map((job) => queue.until(job.id, moving)));
    }
    await using queue = await openQueue({ configDir, start: false });
    const jobs = await Promise.all(ids.map((id) => queue.jobs.get(id)));
    same(jobs.map((job) => [job.status, job.attempt, job.position]), [["queued", 1, 1], ["queued", 1, 2], [
      "queued",
      1,
      3,
    ]]);
    same(await namesIn(queue.storage.folders.transcodes), []);
    same((await Promise.all(jobs.map(children))).flat(), []);
  }));

Deno.test("a thread that dies returns its job to the queue, three times at most", () =>
  withFolders(async ({ media, configDir }) => {
    const workerUrl = new URL("../../tests/fakes/dying_worker.ts", import.meta.url);
    await using queue = await openQueue({ configDir, workerUrl });
    await makeClip(join(media, "a.mkv"));
    const job = await queue.finished((await queue.create(join(media, "a.mkv"), await queue.quickProfile())).id);
    same([job.status, job.errorCode, job.attempt], ["failed", "interrupted", 3]);
  }));

Deno.test("S-FILE-1: a source that changes while it is encoded fails the job, and the new file stays", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    const source = join(media, "a.mkv");
    await makeClip(source, { seconds: 10 });
    const profile = await queue.quickProfile({
      video: { encoder: "libx265", preset: "medium", quality: 20 },
      output: { suffix: "", replaceOriginal: true },
    });
    const job = await queue.create(source, profile);
    await queue.until(job.id, (now) => now.status === "encoding");
    await Deno.writeTextFile(source, "longer than before", { append: true });
    const failed = await queue.finished(job.id);
    same([failed.status, failed.errorCode], ["failed", "source_changed"]);
    same(await namesIn(media), ["a.mkv"]);
    assert((await Deno.readTextFile(source)).endsWith("longer than before"));
  }));

Deno.test("a tool that cannot start fails the job by name", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: { ffmpegPath: "/nowhere/ffmpeg" } });
    await makeClip(join(media, "a.mkv"));
    const job = await queue.finished((await queue.create(join(media, "a.mkv"), await queue.quickProfile())).id);
    same([job.status, job.errorCode], ["failed", "tool_missing"]);
  }));

Deno.test("slow: the CPU encodes after a hardware encoder failed, and a warning states it", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: UNVERIFIED });
    await makeClip(join(media, "a.mkv"));
    const nvenc = { encoder: "hevc_nvenc", quality: 30, preset: "p1", pixelFormat: "nv12" };
    const job = await queue.finished(
      (await queue.create(join(media, "a.mkv"), await queue.quickProfile({ video: nvenc }))).id,
    );
    same([job.status, job.software, job.error], ["done", true, undefined]);
    assert(
      job.warnings.some((warning) => warning.includes("hevc_nvenc") && warning.includes("CPU")),
      job.warnings.join(),
    );
  }));

Deno.test({
  name: "slow: S-FILE-8: an encode that cannot be moved into place is kept, and a retry only moves it",
  ignore: !canMount,
  fn: () =>
    withFolders(({ media, configDir }) =>
      withTmpfs(65_536, async (target) => {
        const remount = async (how: string) => {
          await new Deno.Command("mount", { args: ["-o", `remount,${how}`, target] }).output();
        };
        await using queue = await openQueue({ configDir, settings: UNVERIFIED });
        await makeClip(join(media, "a.mkv"));
        await remount("ro");
        const profile = await queue.quickProfile({ output: { directory: target, suffix: "" } });
        const job = await queue.finished((await queue.create(join(media, "a.mkv"), profile)).id);
        same([job.status, job.errorCode], ["publish_failed", "publish_failed"]);
        assert(job.error && /read-only/i.test(job.error), job.error ?? "");
        same((await namesIn(queue.storage.folders.transcodes)).length, 1);
        await assert.rejects(queue.jobs.remove(job.id), { code: "bad_state" });

        await remount("rw");
        same((await queue.jobs.retry(job.id)).status, "finalizing");
        const done = await queue.finished(job.id);
        same([done.status, done.outputPath, done.attempt], ["done", join(target, "a.mkv"), 1]);
        same(await namesIn(target), ["a.mkv"]);
        same(await namesIn(queue.storage.folders.transcodes), []);

        await remount("ro");
        await makeClip(join(media, "b.mkv"), { seed: 1 });
        const second = await queue.finished((await queue.create(join(media, "b.mkv"), profile)).id);
        await queue.jobs.remove(second.id, { discard: true });
        same(await namesIn(queue.storage.folders.transcodes), []);
      })
    ),
});
