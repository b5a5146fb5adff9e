import assert, { deepStrictEqual as same, match } from "node:assert/strict";
import { basename, join } from "node:path";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import { binEntries } from "../../../db/schema/jobs.ts";
import { ALL_FREE, jobRow } from "../../../tests/fixtures/job_rows.ts";
import { namesIn, openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { systemClock } from "../../kit/clock.ts";
import { type Child, startProcess } from "../../kit/process/process.ts";
import { sourceIdentity } from "../../media/probe/source.ts";
import { CHILD_TOKEN, openMachine } from "../../platform/storage/boot.ts";
import { MAX_PAUSE_MS, pauseAfterCrashMs } from "../attempt/pause.ts";
import { JobQuery } from "../request_schema.ts";

const sleeper = (token: string, ...more: string[]): Child =>
  startProcess({ path: "/bin/sh", args: ["-c", "sleep 60 & wait", ...more], env: { [CHILD_TOKEN]: token } });

const end = async (child: Child) => {
  child.signal("SIGKILL");
  await Promise.all([child.status, child.stdout.cancel(), child.stderr.cancel()]);
};

const held = { leaseInstance: "dead", leaseBoot: "before" };

Deno.test({
  name: "a restart ends its orphans by token, and leaves a stranger with a reused number alone",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFolders(async ({ configDir }) => {
      const machine = await openMachine();
      const [recorded, intended, frozen, stranger] = ["t1", "t2", "t3", "other"].map((token) => sleeper(token));
      const byMark = sleeper("t9", ".j4.partial");
      assert(recorded && intended && frozen && stranger);
      const all = [recorded, intended, frozen, stranger, byMark];
      try {
        frozen.signal("SIGSTOP");
        {
          await using queue = await openQueue({ configDir, start: false });
          await queue.jobs.setPaused(true);
          const start = async (child: Child) => await machine.processStart(child.pid);
          await queue.store.write(async (tx) =>
            insertJobs(tx, [
              jobRow({
                id: "j1",
                status: "encoding",
                ...held,
                childToken: "t1",
                childPid: recorded.pid,
                childStart: await start(recorded),
              }),
              jobRow({ id: "j2", status: "encoding", ...held, childToken: "t2" }),
              jobRow({
                id: "j3",
                status: "probing",
                ...held,
                childToken: "t3",
                childPid: frozen.pid,
                childStart: await start(frozen),
              }),
              jobRow({ id: "j4", status: "finalizing", ...held }),
              // The process id of a child that ended long ago now belongs to another process.
              jobRow({
                id: "j5",
                status: "encoding",
                ...held,
                childToken: "t5",
                childPid: stranger.pid,
                childStart: await start(stranger),
              }),
            ])
          );
        }
        await using queue = await openQueue({ configDir });
        const { items } = await queue.jobs.list(JobQuery.parse({}));
        same(new Set(items.map((job) => `${job.status} ${job.attempt}`)), new Set(["queued 2"]));
        same(await machine.children(new Set(["t1", "t2", "t3", "t9"]), []), []);
        assert(await machine.processStart(stranger.pid) !== undefined, "the stranger lives");
      } finally {
        for (const child of all) await end(child);
      }
    }),
});

Deno.test("A10: a crash of the service counts against no job: it keeps its place and continues, a little later each time", () =>
  withFolders(async ({ configDir }) => {
    const clock = movedClock();
    {
      await using queue = await openQueue({ configDir, start: false });
      await queue.jobs.setPaused(true);
      await queue.store.write((tx) =>
        insertJobs(tx, [
          jobRow({ id: "first", status: "encoding", ...held, position: 10 }),
          jobRow({ id: "second", position: 20 }),
          jobRow({ id: "tired", status: "probing", ...held, position: 5, attempt: 9, lostLeases: 2, serviceDeaths: 8 }),
          jobRow({ id: "patient", status: "waiting_for_space", position: 1 }),
          jobRow({ id: "waiting", status: "waiting", position: 2 }),
        ])
      );
    }
    await using queue = await openQueue({ configDir, clock });
    const state = async (id: string) => {
      const job = await queue.jobs.get(id);
      return [job.status, job.attempt, job.position, job.errorCode];
    };
    same(await state("tired"), ["queued", 10, 1, undefined]);
    same(await state("first"), ["queued", 2, 2, undefined]);
    same(await state("second"), ["queued", 1, 3, undefined]);
    same((await state("patient"))[0], "waiting_for_space");
    same((await state("waiting"))[0], "waiting");
    match((await queue.jobs.get("tired")).message ?? "", /^Retrying in 30 s: Lathe stopped 9 times/);

    const claimed = async () =>
      (await jobRepository(queue.store).claim(
        { instance: "i", boot: "b" },
        { free: ALL_FREE, at: clock.now().getTime(), maxPauseMs: MAX_PAUSE_MS },
      ))?.id;
    same(await claimed(), "first", "the one that waits lets others pass");
    clock.move(-3 * 86_400_000);
    same(await claimed(), "tired", "a clock that was put back does not hold a job for days");
    clock.move(3 * 86_400_000);
    same(await claimed(), "second");
  }));

Deno.test("A10: the pause after a death of the service grows up to its limit", () => {
  same([1, 2, 3, 4, 5, 6, 7, 8, 200].map(pauseAfterCrashMs), [0, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
});

Deno.test("S1: a temporary path is removed only if it has the job's own mark", () =>
  withFolders(async ({ configDir, media }) => {
    const strangers = ["film.mkv", "film.mkv.other.partial", ".j1.partial.mkv", "film.j1.partial2"]
      .map((name) => join(media, name));
    const own = join(media, ".film.mkv.j9.partial");
    for (const path of [...strangers, own]) await Deno.writeTextFile(path, "precious");
    {
      await using queue = await openQueue({ configDir, start: false });
      await queue.jobs.setPaused(true);
      await queue.store.write((tx) =>
        insertJobs(tx, [
          ...strangers.map((tempPath, i) => jobRow({ id: `j${i}`, status: "encoding", ...held, tempPath })),
          jobRow({ id: "j9", status: "encoding", ...held, tempPath: own }),
          jobRow({ id: "failed", status: "publish_failed", tempPath: strangers[0] }),
          jobRow({ id: "idle", status: "waiting_for_space", tempPath: strangers[1] }),
        ])
      );
    }
    await using queue = await openQueue({ configDir });
    await queue.jobs.remove("failed", { discard: true });
    await queue.jobs.cancel("idle");
    same(await namesIn(media), strangers.map((path) => basename(path)).sort());
  }));

Deno.test("S1: a file is removed as part of a bin only if it is inside a bin", () =>
  withFolders(async ({ configDir, media }) => {
    const day = join(media, ".lathe-bin", "2026-01-01");
    const inBin = join(day, "Film.mkv.j1.original");
    const outside = [
      join(media, "Film.mkv"),
      join(media, "Film.mkv.j1.original"),
      join(media, ".lathe-bin", "Film.mkv.j1.original"),
      join(day, "Film.mkv"),
      `${day}/../../Other.mkv.j1.original`,
    ];
    await Deno.mkdir(day, { recursive: true });
    const successor = join(media, "successor.mkv");
    for (const path of [inBin, ...outside, successor]) await Deno.writeTextFile(path, "12345678");
    await using queue = await openQueue({ configDir, start: false });
    await queue.store.write(async (tx) => {
      await tx.insert(binEntries).values([inBin, ...outside].map((path) => ({
        path,
        jobId: "j1",
        kind: "original" as const,
        successorPath: successor,
        successorSizeBytes: 8,
        deleteAfter: 1,
      })));
    });
    await queue.jobs.prune(new Date());
    const left = await Promise.all(outside.map((path) => Deno.stat(path).then(() => true, () => false)));
    same(left, outside.map(() => true));
    same(await Deno.stat(inBin).then(() => true, () => false), false);
  }));

Deno.test(
  "C3: files that cannot be removed are listed and do not prevent the start",
  { ignore: Deno.build.os !== "linux" },
  () =>
    withFolders(async ({ configDir, media }) => {
      const partial = join(media, ".Film.mkv.j1.partial");
      {
        await using queue = await openQueue({ configDir, start: false });
        await queue.jobs.setPaused(true);
        // A folder that is not empty has the name of the partial file, so recovery cannot remove it.
        await Deno.mkdir(join(partial, "x"), { recursive: true });
        await queue.store.write((tx) =>
          insertJobs(tx, [
            jobRow({ id: "j1", status: "encoding", ...held, tempPath: partial, position: 1 }),
            jobRow({ id: "j2", status: "encoding", ...held, position: 2 }),
          ])
        );
      }
      await using queue = await openQueue({ configDir });
      same((await queue.jobs.get("j1")).status, "queued");
      same((await queue.jobs.get("j2")).status, "queued");
      same(queue.jobs.leftovers().map(({ path }) => path), [partial]);
    }),
);

Deno.test("S3: an attempt on a file other than the queued one fails, and the file stays", () =>
  withFolders(async ({ configDir, media }) => {
    const path = join(media, "Film.mkv");
    await Deno.writeTextFile(path, "queued");
    const queued = await sourceIdentity(path);
    await Deno.writeTextFile(path, "an encode of itself");
    await using queue = await openQueue({ configDir, start: false });
    await queue.store.write((tx) => insertJobs(tx, [jobRow({ id: "j1", sourcePath: path, sourceIdentity: queued })]));
    await queue.jobs.start();
    const job = await queue.finished("j1");
    same([job.status, job.errorCode], ["failed", "source_changed"]);
    same(await namesIn(media), ["Film.mkv"]);
    same(await Deno.readTextFile(path), "an encode of itself");
  }));

/** The system clock with an adjustable offset. */
function movedClock() {
  let byMs = 0;
  return { ...systemClock, now: () => new Date(systemClock.now().getTime() + byMs), move: (ms: number) => byMs += ms };
}

Deno.test("a start removes its own leftovers and nothing else", () =>
  withFolders(async ({ configDir }) => {
    let kept = "";
    {
      await using queue = await openQueue({ configDir, start: false });
      await queue.jobs.setPaused(true);
      const { transcodes } = queue.storage.folders;
      kept = join(transcodes, "Film.mkv.waits.partial");
      await queue.store.write((tx) =>
        insertJobs(tx, [
          jobRow({ id: "waits", status: "publish_failed", tempPath: kept }),
          jobRow({ id: "again", status: "queued" }),
        ])
      );
      for (const name of ["Film.mkv.nobody.partial", "Film.mkv.again.partial", "a stranger.mkv", "notes.txt"]) {
        await Deno.writeTextFile(join(transcodes, name), name);
      }
      await Deno.writeTextFile(kept, "verified");
      await Deno.mkdir(join(transcodes, "again.work"));
      await Deno.writeTextFile(join(transcodes, "again.work", "live.jpg"), "x");
    }
    await using queue = await openQueue({ configDir });
    same(await namesIn(queue.storage.folders.transcodes), ["Film.mkv.waits.partial", "a stranger.mkv", "notes.txt"]);
  }));

Deno.test("jobs are pruned only when they are both old and beyond the kept number", () =>
  withFolders(async ({ configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const day = 86_400_000;
    const now = new Date("2026-11-20T12:00:00Z");
    const rows = (count: number, daysAgo: number, more = {}) =>
      Array.from(
        { length: count },
        (_, i) =>
          jobRow({ id: `d${daysAgo}-${i}`, status: "done", finishedAt: now.getTime() - daysAgo * day - i, ...more }),
      );
    await queue.store.write((tx) => insertJobs(tx, [...rows(900, 1), ...rows(300, 400)]));
    same((await queue.jobs.prune(now)).jobs, 200);
    same((await queue.jobs.prune(now)).jobs, 0);
    await queue.store.write((tx) => insertJobs(tx, rows(1500, 200)));
    same((await queue.jobs.prune(now)).jobs, 100, "the 400 days old ones are no longer among the newest 1,000");
    same((await queue.jobs.queueState()).done, 2400);
  }));
