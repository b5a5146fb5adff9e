import { deepStrictEqual as same, match, rejects } from "node:assert/strict";
import { dirname, join } from "node:path";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import { journalRepository } from "../../../db/jobs/journal.ts";
import type { NewJobRow } from "../../../db/schema/jobs.ts";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { ENCODE, JOB, type KeptBoth, ORIGINAL, withKeptBoth } from "../../../tests/fixtures/kept_both.ts";
import { namesIn, openQueue, type Queue, withFolders } from "../../../tests/fixtures/queue.ts";
import { fileContents } from "../../../tests/kit/file_contents.ts";
import { systemClock } from "../../kit/clock.ts";
import { CRASH_POINTS, type CrashPoint } from "../delivery/crash_points.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { binPath } from "../delivery/file_names.ts";
import type { Job } from "../schema.ts";
import { JobQuery } from "../request_schema.ts";
import { REPLACE_STEPS } from "../delivery/journal_steps.ts";

/** A finished job that kept both files, with its planned replacement. */
interface Scene extends KeptBoth {
  delivery: Delivery;
}

const withBoth = (work: (scene: Scene) => Promise<void>, more: Partial<NewJobRow> = {}): Promise<void> =>
  withKeptBoth(async (scene) => {
    const { media, source, output, sourceIdentity, outputIdentity: verified } = scene;
    await Deno.writeTextFile(join(media, "Film.eng.srt"), "subtitles");
    const delivery: Delivery = {
      ...{ jobId: JOB, partial: output, verified, target: output, source, sourceIdentity, sourceLinks: 1 },
      bin: binPath(source, JOB, "original", systemClock.now()),
      ...{ keepDays: 7, keepUntil: Date.now() + 7 * 86_400_000 },
    };
    await work({ ...scene, delivery });
  }, more);

const settled = ({ message }: Job): boolean => /^The original was /.test(message ?? "");

/** Starts the service with a journal in which the comparison of all frames is complete, and ends it at `point`. */
async function resumeUntil({ configDir, delivery }: Scene, point?: CrashPoint): Promise<void> {
  {
    await using queue = await openQueue({ configDir, start: false });
    const journals = journalRepository(queue.store);
    await journals.intend(JOB, "replace-begun", delivery, 1);
    await journals.complete(JOB, "replace-begun", { ok: true }, 1);
    await journals.intend(JOB, "replace-verified", {}, 2);
    await journals.complete(JOB, "replace-verified", { ok: true }, 2);
  }
  const crashPoint = (at: CrashPoint) => {
    if (at === point) throw new Error(`ended at ${at}`);
  };
  const lines: string[] = [];
  const log = (level: string, message: string) => void (level === "error" && lines.push(message));
  await using _queue = await openQueue({ configDir, crashPoint, log });
  same(lines, point === undefined ? [] : ["An original could not be replaced."]);
}

/** Returns the saved bytes, the bytes that could be freed, and the number of undecided encodes. */
async function freed(queue: Queue): Promise<number[]> {
  const { savedBytes, wouldFreeBytes, undecided } = await queue.jobs.queueState();
  return [savedBytes, wouldFreeBytes, undecided];
}

const contentsIn = async (media: string): Promise<string[]> => Object.values(await fileContents(media)).sort();
const ALL = [ORIGINAL, ENCODE, "subtitles"].sort();

for (
  const point of CRASH_POINTS.filter((point) => ["retired", "sidecars"].includes(point.split(":")[0] ?? ""))
) {
  Deno.test(`S-FILE-6: a replacement that ended at ${point} is finished at the next start, and can be undone`, () =>
    withBoth(async (scene) => {
      const { media, configDir, source, output, delivery } = scene;
      await resumeUntil(scene, point);
      same(await contentsIn(media), ALL);
      await using queue = await openQueue({ configDir });
      const job = await queue.jobs.get(JOB);
      same([job.status, job.outputPath, job.originalKeptAt], ["done", output, delivery.bin]);
      same(job.message, "The original was replaced.");
      same([job.review, await freed(queue)], [undefined, [ORIGINAL.length - ENCODE.length, 0, 0]]);
      same(await Deno.readTextFile(delivery.bin ?? ""), ORIGINAL);
      same(await Deno.readTextFile(join(media, "Film.small.eng.srt")), "subtitles");
      same(await journalRepository(queue.store).openReplacements(), []);
      await queue.jobs.undo(JOB);
      same(await freed(queue), [0, 0, 0]);
      same([await Deno.readTextFile(source), await contentsIn(media)], [ORIGINAL, ALL]);
      same(await Deno.readTextFile(join(media, "Film.eng.srt")), "subtitles");
    }));
}

for (
  const [what, change] of [
    ["original", ({ source }: Scene) => Deno.writeTextFile(source, "a newer release")],
    ["encode", ({ output }: Scene) => Deno.writeTextFile(output, "THE ENCODE")],
    ["missing encode", ({ output }: Scene) => Deno.remove(output)],
  ] as const
) {
  Deno.test(`S-FILE-1: nothing is moved if the ${what} changed after the comparison`, () =>
    withBoth(async (scene) => {
      await change(scene);
      const before = await contentsIn(scene.media);
      await resumeUntil(scene);
      await using queue = await openQueue({ configDir: scene.configDir });
      const job = await queue.jobs.get(JOB);
      match(job.message ?? "", /^The original was not replaced: .* has changed/);
      same([job.originalKeptAt, await contentsIn(scene.media)], [undefined, before]);
      same(await journalRepository(queue.store).openReplacements(), []);
    }));
}

for (const [name, step] of [["while it is compared", REPLACE_STEPS[1]], ["before it", REPLACE_STEPS[0]]] as const) {
  Deno.test(`a replacement that was stopped ${name} is given up at the next start`, () =>
    withBoth(async ({ configDir, media, delivery }) => {
      {
        await using queue = await openQueue({ configDir, start: false });
        const journals = journalRepository(queue.store);
        await journals.intend(JOB, "replace-begun", delivery, 1);
        await jobRepository(queue.store).patch(JOB, { review: "replacing" });
        if (step === "replace-verified") await journals.intend(JOB, step, {}, 2);
      }
      await using queue = await openQueue({ configDir });
      const { message, review } = await queue.jobs.get(JOB);
      match(message ?? "", /not replaced: Lathe was stopped .* Start the replacement again\.$/);
      same([review, await freed(queue)], ["undecided", [0, ORIGINAL.length - ENCODE.length, 1]]);
      same([await contentsIn(media), await journalRepository(queue.store).openReplacements()], [ALL, []]);
    }));
}

Deno.test("replacing a link or a file with several names reports that no space is freed, and the target of a link stays", () =>
  withBoth(async (scene) => {
    const { configDir, media, delivery, source } = scene;
    const seed = join(media, "seed.mkv");
    await Deno.rename(source, seed);
    await Deno.symlink(seed, source);
    const linked = { ...delivery, linkTarget: seed };
    await resumeUntil({ ...scene, delivery: linked });
    await using queue = await openQueue({ configDir });
    const job = await queue.jobs.get(JOB);
    same([job.message, job.originalKeptAt], [
      "The original was replaced. This frees no space, because the original has other hard links.",
      delivery.bin,
    ]);
    same([await Deno.readTextFile(seed), await Deno.readLink(delivery.bin ?? "")], [ORIGINAL, seed]);
    await rejects(Deno.lstat(source), Deno.errors.NotFound);
    same(await freed(queue), [0, 0, 0]);
  }));

Deno.test("a service that stops while it compares ends at once, and moves nothing", () =>
  withFolders(async ({ media, configDir }) => {
    {
      await using queue = await openQueue({ configDir });
      const done = await encodeBeside(queue, media);
      await queue.jobs.replaceOriginal(done.id);
    }
    same((await namesIn(media)).filter((name) => name.startsWith(".")), []);
    await using queue = await openQueue({ configDir });
    const { items: [job] } = await queue.jobs.list(JobQuery.parse({}));
    match(job?.message ?? "", /not replaced: Lathe was stopped/);
  }));

for (
  const [name, more, code] of [
    ["a job that runs", { status: "encoding" }, "bad_state"],
    ["a job that was undone", { outputPath: null }, "bad_state"],
    ["an original that was replaced", { originalKeptAt: "/m/.lathe-bin/x" }, "bad_state"],
    ["an encode that is not smaller", { outputSizeBytes: 1000 }, "bad_state"],
    ["an encode of another size", { outputSizeBytes: 3 }, "conflict"],
    ["an encode in another folder", { outputPath: "/elsewhere/Film.mkv" }, "bad_state"],
  ] as [string, Partial<NewJobRow>, string][]
) {
  Deno.test(`replacing refuses ${name}`, () =>
    withBoth(async ({ configDir, media }) => {
      await using queue = await openQueue({ configDir, start: false });
      await rejects(queue.jobs.replaceOriginal(JOB), { code });
      same(await contentsIn(media), ALL);
    }, more));
}

Deno.test("replacing refuses an original that another job still needs, or that changed", () =>
  withBoth(async ({ configDir, source }) => {
    await using queue = await openQueue({ configDir, start: false });
    const waiting = jobRow({ id: "j2", status: "queued", sourcePath: source });
    await queue.store.write((tx) => insertJobs(tx, [waiting]));
    await rejects(queue.jobs.replaceOriginal(JOB), { code: "conflict", message: /Another job still needs/ });
    await queue.jobs.cancel("j2");
    await Deno.writeTextFile(source, "a newer release");
    await rejects(queue.jobs.replaceOriginal(JOB), { code: "conflict", message: /has changed/ });
  }));

async function encodeBeside(queue: Queue, media: string): Promise<Job> {
  const source = join(media, "Film.mkv");
  await makeClip(source, { seconds: 2 });
  const done = await queue.finished((await queue.create(source, await queue.quickProfile())).id);
  same([done.status, done.error], ["done", undefined]);
  return done;
}

const differenceOf = ({ inputSizeBytes = 0, outputSizeBytes = 0 }: Job): number => inputSizeBytes - outputSizeBytes;

Deno.test("S-FILE-3: every frame is compared before the original of a finished job is replaced", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: { transcoding: { verify: "windows" } } });
    const done = await encodeBeside(queue, media);
    same([done.review, (await freed(queue)).slice(1)], ["undecided", [differenceOf(done), 1]]);
    const original = await Deno.readFile(join(media, "Film.mkv"));
    const [first, second] = await Promise.all([0, 1].map(() => queue.jobs.replaceOriginal(done.id)));
    same([first?.id, second?.id, first?.review], [done.id, done.id, "replacing"]);
    const replaced = await queue.until(done.id, settled);
    same([replaced.message, replaced.outputPath], ["The original was replaced.", done.outputPath]);
    same(await Deno.readFile(replaced.originalKeptAt ?? ""), original);
    same(await freed(queue), [differenceOf(done), 0, 0]);
    same((await queue.jobs.get(done.id)).verification?.mode, "full");
    await rejects(queue.jobs.replaceOriginal(done.id), { code: "bad_state" });
    await queue.jobs.undo(done.id);
    same(await Deno.readFile(join(media, "Film.mkv")), original);
  }));

Deno.test("slow: S-FILE-3: an encode that was damaged since does not replace its original", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    const done = await encodeBeside(queue, media);
    const path = done.outputPath ?? "";
    const bytes = await Deno.readFile(path);
    bytes.fill(0, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.6));
    await Deno.writeFile(path, bytes);
    const original = await Deno.readFile(join(media, "Film.mkv"));
    await queue.jobs.replaceOriginal(done.id);
    const kept = await queue.until(done.id, settled);
    match(kept.message ?? "", /^The original was not replaced: The encode does not match the plan/);
    same([kept.originalKeptAt, kept.warnings.includes(kept.message ?? "")], [undefined, true]);
    same(await Deno.readFile(join(media, "Film.mkv")), original);
    same(await fileContents(join(dirname(path), ".lathe-bin")).catch(() => ({})), {});
  }));
