import { DAY_MS } from "../kit/clock.ts";
import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../tests/fixtures/clip.ts";
import { openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import type { Job } from "./schema.ts";
import { JobQuery } from "./request_schema.ts";
import { isFinished } from "./states.ts";

Deno.test("slow: S-JOB-4, S19: a clock that jumps by days during an encode changes neither its progress nor its duration", () =>
  withFolders(async ({ media, configDir }) => {
    let jumpMs = 0;
    const clock = { now: () => new Date(Date.now() + jumpMs), monotonicMs: () => performance.now() };
    await using queue = await openQueue({ configDir, clock });
    const slow = { video: { preset: "medium", quality: 20 } };
    const profile = await queue.quickProfile(slow);
    const jobs: Job[] = [];
    for (const [i, name] of ["a.mkv", "b.mkv"].entries()) {
      await makeClip(join(media, name), { seconds: 8, width: 640, height: 360, seed: i });
      jobs.push(await queue.create(join(media, name), profile));
    }
    const told: Job[] = [];
    queue.bus.on("job", ({ job }) => void told.push(job));
    const jumps = [DAY_MS, -DAY_MS];
    for (const [i, { id }] of jobs.entries()) {
      await queue.until(id, ({ progress, status }) => (progress?.percent ?? 0) > 0 || isFinished(status));
      jumpMs = jumps[i] ?? 0;
      const { etaSeconds } = await queue.jobs.queueState();
      ok(etaSeconds === null || (etaSeconds >= 0 && etaSeconds < 3_600), `${etaSeconds} s left`);
      const done = await queue.finished(id);
      same([done.status, done.error, done.attempt], ["done", undefined, 1]);
      ok((done.durationSeconds ?? -1) >= 0 && (done.durationSeconds ?? Infinity) < 3_600, `${done.durationSeconds} s`);
    }
    for (const { id } of jobs) {
      const percents = told.filter((job) => job.id === id && job.status === "encoding")
        .flatMap(({ progress }) => progress?.percent ?? []);
      same(percents, percents.toSorted((a, b) => a - b), "never backwards");
    }
    for (const { progress } of told) {
      const left = progress?.etaSeconds ?? 0;
      ok(left >= 0 && left < 3_600, `${left} s`);
    }
    const { items } = await queue.jobs.list(JobQuery.parse({ sort: "finishedAt", order: "asc" }));
    is(items.length, 2);
  }));
