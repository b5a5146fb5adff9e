import { deepStrictEqual as same, equal, match, ok, rejects } from "node:assert/strict";
import { dirname, join } from "node:path";
import { journalRepository } from "../../../db/jobs/journal.ts";
import { openQueue, type Queue } from "../../../tests/fixtures/queue.ts";
import { ENCODE, JOB, ORIGINAL, type ReplacedJob, withReplaced } from "../../../tests/fixtures/replaced_job.ts";
import { fileContents } from "../../../tests/kit/file_contents.ts";

/** Runs the queue of a replaced job. */
const inQueue = (name: string, work: (queue: Queue, scene: ReplacedJob) => Promise<void>) =>
  withReplaced(name, async (scene) => {
    await using queue = await openQueue({ configDir: scene.configDir, start: false });
    await work(queue, scene);
  });

for (const name of ["Film.mkv", "Film (encode).mkv"]) {
  Deno.test(`S-FILE-6: a replaced original is deleted on request, and the encode stays: ${name}`, () =>
    inQueue(name, async (queue, { media, output }) => {
      const { originalKeptAt, originalKeptUntil, message, outputPath } = await queue.jobs.deleteOriginal(JOB);
      same([originalKeptAt, originalKeptUntil, outputPath], [undefined, undefined, output]);
      match(message ?? "", /deleted from the recycle bin/);
      same(await fileContents(media), { [output]: ENCODE });
      await rejects(queue.jobs.deleteOriginal(JOB), { code: "bad_state" });
      await rejects(queue.jobs.undo(JOB), { code: "bad_state" });
      same(await fileContents(media), { [output]: ENCODE });
    }));
}

for (
  const [name, spoil, code] of [
    ["whose encode is gone", ({ output }) => Deno.remove(output), "conflict"],
    ["whose encode was cut", ({ output }) => Deno.truncate(output, 3), "conflict"],
    ["whose encode is a link to the original", async ({ output, bin }) => {
      await Deno.remove(output);
      await Deno.link(bin, output);
    }, "conflict"],
    ["whose disk is away", ({ media }) => Deno.rename(media, `${media}-away`), "conflict"],
  ] as [string, (scene: ReplacedJob) => Promise<void>, string][]
) {
  Deno.test(`S-FILE-6: a replaced original ${name} is not deleted`, () =>
    inQueue("Film.mkv", async (queue, scene) => {
      await spoil(scene);
      const kept = await Deno.stat(scene.media).then(() => scene.media, () => `${scene.media}-away`);
      const before = await fileContents(kept);
      await rejects(queue.jobs.deleteOriginal(JOB), { code });
      same(await fileContents(kept), before);
      ok(Object.values(before).includes(ORIGINAL));
      if (kept !== scene.media) await Deno.rename(kept, scene.media);
    }));
}

Deno.test("S-FILE-5: an entry that is not in a recycle bin, belongs to another job or is an encode is not deleted", () =>
  inQueue("Film.mkv", async (queue, { media, bin, output }) => {
    const journals = journalRepository(queue.store);
    const entry = await journals.binEntry(bin);
    ok(entry);
    const other = join(media, "Other.mkv");
    await Deno.writeTextFile(other, "somebody else's");
    const before = await fileContents(media);
    for (const change of [{ kind: "encode" as const }, { jobId: "j2" }]) {
      await journals.addBinEntry({ ...entry, ...change });
      await rejects(queue.jobs.deleteOriginal(JOB), { code: "bad_state" });
    }
    await journals.addBinEntry({ ...entry, path: other, successorPath: output });
    await journals.close(JOB, { originalKeptAt: other });
    await rejects(queue.jobs.deleteOriginal(JOB), { code: "bad_state" });
    same(await fileContents(media), before);
  }));

for (const first of ["undo", "deleteOriginal"] as const) {
  Deno.test(`of a restore and a deletion at the same time, the second is refused: ${first} first`, () =>
    inQueue("Film (encode).mkv", async (queue, { media, source, output }) => {
      const second = first === "undo" ? "deleteOriginal" : "undo";
      const outcomes = await Promise.allSettled([queue.jobs[first](JOB), queue.jobs[second](JOB)]);
      same(outcomes.map(({ status }) => status), ["fulfilled", "rejected"]);
      const contents = await fileContents(media);
      equal(contents[first === "undo" ? source : output], first === "undo" ? ORIGINAL : ENCODE);
    }));
}

Deno.test("an original whose restore was interrupted is not deleted", () =>
  inQueue("Film.mkv", async (queue, { bin }) => {
    await journalRepository(queue.store).intend(JOB, "undo-begun", {}, 1);
    await rejects(queue.jobs.deleteOriginal(JOB), { code: "conflict", message: /is being restored/ });
    equal(await Deno.readTextFile(bin), ORIGINAL);
  }));

Deno.test("S-FILE-5: a kept link is deleted, but not its target", () =>
  inQueue("Film.mkv", async (queue, { media, bin }) => {
    const target = join(dirname(media), "elsewhere.mkv");
    await Deno.rename(bin, target);
    await Deno.symlink(target, bin);
    await queue.jobs.deleteOriginal(JOB);
    equal(await Deno.readTextFile(target), ORIGINAL);
    await rejects(Deno.lstat(bin));
  }));

Deno.test("originals of several jobs are deleted at once, and refused jobs are listed", () =>
  inQueue("Film.mkv", async (queue, { media, output }) => {
    const { changed, errors } = await queue.jobs.change({ ids: [JOB, "j9"], action: "delete-original" });
    same([changed, errors.map(({ id, code }) => [id, code])], [1, [["j9", "not_found"]]]);
    same(await fileContents(media), { [output]: ENCODE });
  }));
