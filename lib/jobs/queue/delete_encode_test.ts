import assert, { deepStrictEqual as same, rejects } from "node:assert/strict";
import { journalRepository } from "../../../db/jobs/journal.ts";
import type { NewJobRow } from "../../../db/schema/jobs.ts";
import { ENCODE, JOB, type KeptBoth, ORIGINAL, withKeptBoth } from "../../../tests/fixtures/kept_both.ts";
import { openQueue, type Queue } from "../../../tests/fixtures/queue.ts";
import { fileContents } from "../../../tests/kit/file_contents.ts";
import { CRASH_POINTS, type CrashPoint } from "../delivery/crash_points.ts";

async function assertBinned(queue: Queue, { media, source, output }: KeptBoth): Promise<void> {
  const job = await queue.jobs.get(JOB);
  same([job.status, job.outputPath], ["done", undefined]);
  same(job.message, "The encode was moved to the recycle bin; the original stays.");
  const { savedBytes, wouldFreeBytes, undecided } = await queue.jobs.queueState();
  same([job.review, savedBytes, wouldFreeBytes, undecided], [undefined, 0, 0, 0]);
  const journals = journalRepository(queue.store);
  same(await journals.openBinMoves(), []);
  const files = Object.entries(await fileContents(media));
  same(files.map(([, content]) => content).sort(), [ENCODE, ORIGINAL].sort());
  const [binned] = files.find(([path]) => path !== source) ?? [];
  assert(binned !== undefined && binned !== output);
  const entry = await journals.binEntry(binned);
  same([entry?.kind, entry?.successorPath, entry?.successorSizeBytes], ["encode", source, ORIGINAL.length]);
}

Deno.test("S-FILE-6: the encode of a finished job is moved to the bin, and the original stays", () =>
  withKeptBoth(async (scene) => {
    await using queue = await openQueue({ configDir: scene.configDir, start: false });
    await queue.jobs.deleteEncode(JOB);
    await assertBinned(queue, scene);
    await rejects(queue.jobs.deleteEncode(JOB), { code: "bad_state" });
    await rejects(queue.jobs.replaceOriginal(JOB), { code: "bad_state" });
  }));

for (const point of CRASH_POINTS.filter((point) => point.startsWith("encode-binned"))) {
  Deno.test(`S-FILE-6: a move to the bin that ended at ${point} is finished at the next start`, () =>
    withKeptBoth(async (scene) => {
      const crashPoint = (at: CrashPoint) => {
        if (at === point) throw new Error(`ended at ${at}`);
      };
      {
        await using queue = await openQueue({ configDir: scene.configDir, start: false, crashPoint });
        await rejects(queue.jobs.deleteEncode(JOB), /ended at/);
      }
      await using queue = await openQueue({ configDir: scene.configDir });
      await assertBinned(queue, scene);
    }));
}

for (
  const [name, change, code] of [
    ["its original is gone", ({ source }) => Deno.remove(source), "bad_state"],
    ["its original is another file now", ({ source }) => Deno.writeTextFile(source, "a newer release"), "conflict"],
    ["it is another file now", ({ output }) => Deno.writeTextFile(output, "by another program"), "conflict"],
    ["it is gone", ({ output }) => Deno.remove(output), "conflict"],
  ] as [string, (scene: KeptBoth) => Promise<void>, string][]
) {
  Deno.test(`S-FILE-1: an encode is not moved to the bin if ${name}`, () =>
    withKeptBoth(async (scene) => {
      await change(scene);
      const before = await fileContents(scene.media);
      await using queue = await openQueue({ configDir: scene.configDir, start: false });
      await rejects(queue.jobs.deleteEncode(JOB), { code });
      same(await fileContents(scene.media), before);
    }));
}

Deno.test("an encode that is about to replace its original is not moved to the bin", () =>
  withKeptBoth(async ({ configDir, media }) => {
    const before = await fileContents(media);
    await using queue = await openQueue({ configDir, start: false });
    await journalRepository(queue.store).intend(JOB, "replace-begun", {}, 1);
    await rejects(queue.jobs.deleteEncode(JOB), { code: "conflict", message: /about to replace/ });
    same(await fileContents(media), before);
  }));

for (
  const [name, more] of [
    ["a job that runs", { status: "encoding" }],
    ["a job that was undone", { outputPath: null }],
    ["an encode that replaced its original", { originalKeptAt: "/m/.lathe-bin/x" }],
  ] as [string, Partial<NewJobRow>][]
) {
  Deno.test(`no encode is moved to the bin for ${name}`, () =>
    withKeptBoth(async ({ configDir, media }) => {
      const before = await fileContents(media);
      await using queue = await openQueue({ configDir, start: false });
      await rejects(queue.jobs.deleteEncode(JOB), { code: "bad_state" });
      same(await fileContents(media), before);
    }, more));
}
