import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { insertJobs } from "../../db/jobs.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { namesIn, openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import { type Child, startProcess } from "../kit/process.ts";
import { openMachine } from "../system/boot.ts";
import { CHILD_TOKEN } from "../workers/messages.ts";
import { JobQuery } from "./schema.ts";

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
              // The number of a child that is long gone now belongs to somebody else.
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

Deno.test("recovery keeps places, counts attempts, and gives up after three", () =>
  withFolders(async ({ configDir }) => {
    {
      await using queue = await openQueue({ configDir, start: false });
      await queue.jobs.setPaused(true);
      await queue.store.write((tx) =>
        insertJobs(tx, [
          jobRow({ id: "first", status: "encoding", ...held, position: 10 }),
          jobRow({ id: "second", position: 20 }),
          jobRow({ id: "tired", status: "probing", ...held, position: 5, attempt: 3, lostLeases: 2 }),
          jobRow({ id: "patient", status: "waiting_for_space", position: 1 }),
          jobRow({ id: "waiting", status: "waiting", position: 2 }),
        ])
      );
    }
    await using queue = await openQueue({ configDir });
    const state = async (id: string) => {
      const job = await queue.jobs.get(id);
      return [job.status, job.attempt, job.position, job.errorCode];
    };
    same(await state("first"), ["queued", 2, 1, undefined]);
    same(await state("second"), ["queued", 1, 2, undefined]);
    same(await state("tired"), ["failed", 3, undefined, "interrupted"]);
    same((await state("patient"))[0], "waiting_for_space");
    same((await state("waiting"))[0], "waiting");
    assert((await queue.jobs.get("tired")).finishedAt);
  }));

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

Deno.test("old history goes only when it is both old and many", () =>
  withFolders(async ({ configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const day = 86_400_000;
    const now = new Date("2026-11-20T12:00:00Z");
    const rows = (count: number, daysAgo: number, more = {}) =>
      Array.from({ length: count }, (_, i) =>
        jobRow({ id: `d${daysAgo}-${i}`, status: "done", finishedAt: now.getTime() - daysAgo * day - i, ...more }));
    await queue.store.write((tx) =>
      insertJobs(tx, [...rows(900, 1), ...rows(300, 400)])
    );
    same((await queue.jobs.prune(now)).jobs, 200);
    same((await queue.jobs.prune(now)).jobs, 0);
    await queue.store.write((tx) => insertJobs(tx, rows(1500, 200)));
    same((await queue.jobs.prune(now)).jobs, 100, "the 400 days old ones are no longer among the newest 1,000");
    same((await queue.jobs.queueState()).done, 2400);
  }));
