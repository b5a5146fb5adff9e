import assert, { deepStrictEqual as same, match } from "node:assert/strict";
import { join } from "node:path";
import { type JournalRepository, journalRepository } from "../../../db/jobs/journal.ts";
import { openQueue, type Queue } from "../../../tests/fixtures/queue.ts";
import { systemClock } from "../../kit/clock.ts";
import type { Job } from "../schema.ts";
import type { CrashPoint } from "./crash_points.ts";
import { identityOf, linkCount } from "./file_moves.ts";
import { binPath } from "./file_names.ts";
import { openJournal } from "./journal.ts";
import { type PlannedUndo, undoDelivery } from "./undo.ts";
import { ENCODE, JOB, ORIGINAL, type ReplacedJob, withReplaced } from "../../../tests/fixtures/replaced_job.ts";
import { fileContents } from "../../../tests/kit/file_contents.ts";

const NEWER = "a newer release, by somebody else";

/** Runs an undo during which the service ends at `point`. */
async function undoUntil({ configDir }: ReplacedJob, point: CrashPoint): Promise<void> {
  const crashPoint = (at: CrashPoint) => {
    if (at === point) throw new Error(`ended at ${at}`);
  };
  await using queue = await openQueue({ configDir, start: false, crashPoint });
  await assert.rejects(queue.jobs.undo(JOB), /ended at/);
}

/** Restarts the queue and passes its job to `check`. */
async function restart(
  { configDir }: ReplacedJob,
  check: (job: Job, journals: JournalRepository, queue: Queue, lines: string[]) => Promise<void> | void,
): Promise<void> {
  const lines: string[] = [];
  const log = (level: string, message: string) => void (level === "error" && lines.push(message));
  await using queue = await openQueue({ configDir, log });
  await check(await queue.jobs.get(JOB), journalRepository(queue.store), queue, lines);
}

/** Imitates a download program: the new file is written elsewhere and then renamed. */
async function putNewer(path: string): Promise<void> {
  await Deno.writeTextFile(`${path}.new`, NEWER);
  await Deno.rename(`${path}.new`, path);
}

const SAME_NAME: CrashPoint[] = [
  "undo-begun:recorded",
  "undo-kept:intended",
  "undo-kept:acted",
  "undo-kept:recorded",
  "undo-restored:intended",
];

for (
  const [how, put] of [["replaced", putNewer], [
    "written over",
    (path: string) => Deno.writeTextFile(path, NEWER),
  ]] as const
) {
  for (const point of SAME_NAME) {
    Deno.test(`an undo that ended at ${point} leaves an encode alone that was ${how} since, and ends`, () =>
      withReplaced("Film.mkv", async (scene) => {
        const { media, source, bin } = scene;
        await undoUntil(scene, point);
        await put(source);
        await restart(scene, async (job, journals, _queue, lines) => {
          same(lines, ["An undo could not be finished."]);
          same([await Deno.readTextFile(source), await Deno.readTextFile(bin)], [NEWER, ORIGINAL]);
          same([job.status, job.outputPath, job.originalKeptAt], ["done", source, bin]);
          match(
            job.message ?? "",
            /^The undo could not be completed: .*Film\.mkv.*The original is kept at .*\.original\.$/,
          );
          same(job.warnings, [job.message]);
          same(await journals.openUndos(), []);
          assert(await journals.binEntry(bin), "the original is still known");
          // Every file in the bin is recorded and is not another link to the new file.
          same(await linkCount(source), 1);
          for (const [path, content] of Object.entries(await fileContents(media))) {
            if (path === source || path === bin) continue;
            same([content, (await journals.binEntry(path))?.kind], [ENCODE, "encode"]);
          }
        });
        await restart(scene, (_job, _journals, _queue, lines) => same(lines, []));
      }));
  }
}

Deno.test("an unfinished undo can be requested again when the encode is back", () =>
  withReplaced("Film.mkv", async (scene) => {
    const { source, bin } = scene;
    await undoUntil(scene, "undo-kept:recorded");
    await Deno.rename(source, `${source}.aside`);
    await putNewer(source);
    await restart(scene, async (_job, _journals, queue) => {
      await assert.rejects(queue.jobs.undo(JOB), { code: "conflict" });
      await Deno.remove(source);
      await Deno.rename(`${source}.aside`, source);
      const job = await queue.jobs.undo(JOB);
      same([job.outputPath, job.originalKeptAt, await Deno.readTextFile(source)], [undefined, undefined, ORIGINAL]);
      same(await identityOf(bin), undefined);
    });
  }));

for (
  const point of [
    "undo-begun:recorded",
    "undo-restored:recorded",
    "undo-retired:intended",
    "undo-retired:acted",
  ] as const
) {
  Deno.test(`an undo that ended at ${point} does not retire a file that took the encode's name since`, () =>
    withReplaced("Film.mp4", async (scene) => {
      const { media, source, output } = scene;
      await undoUntil(scene, point);
      await putNewer(output);
      await restart(scene, async (job, journals, _queue, lines) => {
        same(lines, []);
        same([await Deno.readTextFile(source), await Deno.readTextFile(output)], [ORIGINAL, NEWER]);
        same([job.status, job.outputPath, job.originalKeptAt], ["done", undefined, undefined]);
        same(await journals.openUndos(), []);
        const inBin = Object.entries(await fileContents(media)).filter(([path]) => path !== source && path !== output);
        if (point !== "undo-retired:acted") {
          match(
            job.message ?? "",
            /^The original was restored\. .*Film\.mp4 was changed after the job finished and stays/,
          );
          return same(inBin, []);
        }
        // The encode had already been moved to the recycle bin.
        same(inBin.map(([, content]) => content), [ENCODE]);
        same((await journals.binEntry(inBin[0]?.[0] ?? ""))?.kind, "encode");
      });
    }));
}

Deno.test("a file of the encode's size that came since is not the encode", () =>
  withReplaced("Film.mp4", async (scene) => {
    await undoUntil(scene, "undo-restored:recorded");
    await Deno.remove(scene.output);
    await Deno.writeTextFile(scene.output, "e".repeat(ENCODE.length));
    await restart(scene, async () => {
      same(await Deno.readTextFile(scene.output), "e".repeat(ENCODE.length));
    });
  }));

Deno.test("an undo that an earlier version began knows the encode by its size", () =>
  withReplaced("Film.mp4", async (scene) => {
    const { configDir, source, output, bin, identity } = scene;
    const encodeBin = binPath(output, JOB, "encode", systemClock.now());
    const begun: PlannedUndo = { bin, original: identity, source, output, outputSizeBytes: ENCODE.length, encodeBin };
    {
      await using queue = await openQueue({ configDir, start: false });
      const journals = journalRepository(queue.store);
      await journals.intend(JOB, "undo-begun", begun, 1);
      await journals.complete(JOB, "undo-begun", { ok: true }, 2);
    }
    await restart(scene, async (job, journals) => {
      same([job.message, job.outputPath], ["The original was restored.", undefined]);
      same([await Deno.readTextFile(source), await Deno.readTextFile(encodeBin)], [ORIGINAL, ENCODE]);
      same([await identityOf(output), (await journals.binEntry(encodeBin))?.kind], [undefined, "encode"]);
    });
  }));

Deno.test("an undo whose original's name is taken moves nothing, ends, and may be requested again", () =>
  withReplaced("Film.mp4", async (scene) => {
    const { source, output, bin } = scene;
    for (const taken of [source, join(scene.media, "FILM.MKV")]) {
      await undoUntil(scene, "undo-begun:recorded");
      await putNewer(taken);
      await restart(scene, async (job, journals) => {
        match(job.message ?? "", /^The undo could not be completed: .* The original is kept at/);
        same([job.outputPath, job.originalKeptAt, await journals.openUndos()], [output, bin, []]);
        same([await Deno.readTextFile(taken), await Deno.readTextFile(output)], [NEWER, ENCODE]);
        same(await Deno.readTextFile(bin), ORIGINAL);
      });
      await Deno.remove(taken);
    }
    await restart(scene, async (_job, _journals, queue) => {
      same((await queue.jobs.undo(JOB)).message, "The original was restored.");
      same(await Deno.readTextFile(source), ORIGINAL);
    });
  }));

Deno.test("an undo whose original was replaced after it was back leaves the encode in place, and ends", () =>
  withReplaced("Film.mp4", async (scene) => {
    const { media, source, output } = scene;
    await undoUntil(scene, "undo-restored:recorded");
    await putNewer(source);
    await restart(scene, async (job, journals) => {
      same(await fileContents(media), { [source]: NEWER, [output]: ENCODE });
      same([job.outputPath, job.originalKeptAt, await journals.openUndos()], [output, undefined, []]);
      match(job.message ?? "", /^The undo could not be completed: .*Film\.mkv no longer exists or has changed/);
    });
  }));

const AWAY: [string, CrashPoint][] = [
  ["Film.mkv", "undo-begun:recorded"],
  ["Film.mkv", "undo-kept:recorded"],
  ["Film.mp4", "undo-begun:recorded"],
  ["Film.mp4", "undo-restored:recorded"],
  ["Film.mp4", "undo-retired:recorded"],
];

for (const [name, point] of AWAY) {
  Deno.test(`an undo of ${name} that ended at ${point} waits for an unavailable disk, and no bin is emptied meanwhile`, () =>
    withReplaced(name, async (scene) => {
      const { media, source, output, bin } = scene;
      await undoUntil(scene, point);
      await Deno.rename(media, `${media}.away`);
      await restart(scene, async (job, journals, queue) => {
        same([job.outputPath, job.message, await journals.openUndos()], [output, undefined, [JOB]]);
        await Deno.rename(`${media}.away`, media);
        const before = await fileContents(media);
        await queue.jobs.prune(new Date(Date.now() + 100 * 86_400_000));
        same(await fileContents(media), before);
        assert(await journals.binEntry(bin));
      });
      await restart(scene, async (job, journals) => {
        same([job.message, await journals.openUndos()], ["The original was restored.", []]);
        same(await Deno.readTextFile(source), ORIGINAL);
        same(Object.values(await fileContents(media)).sort(), [ENCODE, ORIGINAL]);
      });
    }));
}

Deno.test({
  name: "an undo where a file can have no second name overwrites nothing that came in the gap",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withReplaced("Film.mkv", async (scene) => {
      const { configDir, media, source, output, bin, identity } = scene;
      // The state after a crash on a disk without hard links: the encode was moved, and its file name is free.
      const encodeBin = binPath(output, JOB, "encode", systemClock.now());
      const encode = await identityOf(output);
      assert(encode);
      const undoing = { bin, original: identity, source, output, outputSizeBytes: ENCODE.length, encodeBin, encode };
      {
        await using queue = await openQueue({ configDir, start: false });
        const journals = journalRepository(queue.store);
        const journal = await openJournal(JOB, { journals, clock: systemClock, crashPoint: () => {} });
        await journal.step("undo-begun", undoing, () => Promise.resolve({ ok: true }));
        await journal.step("undo-kept", { from: source, to: encodeBin }, () => Promise.resolve(encode));
        await journals.intend(JOB, "undo-restored", { from: bin, to: source }, 1);
        await Deno.rename(source, encodeBin);
        await putNewer(source);
        await assert.rejects(undoDelivery(undoing, journal), { code: "conflict" });
      }
      const before = await fileContents(media);
      same(before, { [source]: NEWER, [bin]: ORIGINAL, [encodeBin]: ENCODE });
      await restart(scene, async (job, journals) => {
        same([await fileContents(media), await journals.openUndos()], [before, []]);
        match(job.message ?? "", /^The undo could not be completed/);
        same((await journals.binEntry(encodeBin))?.successorPath, bin);
      });
    }),
});
