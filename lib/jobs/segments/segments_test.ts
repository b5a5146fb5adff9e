import assert, { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { damage } from "../../../tests/fixtures/damaged_file.ts";
import { makeClip, X264 } from "../../../tests/fixtures/media.ts";
import { openQueue, type Queue, withFolders } from "../../../tests/fixtures/queue.ts";
import { pictureTimes } from "../../../tests/fixtures/machine.ts";
import { FFMPEG } from "../../../tests/kit/ffmpeg.ts";
import { makePacedFfmpeg } from "../../../tests/kit/paced_ffmpeg.ts";
import { until } from "../../../tests/kit/until.ts";
import { segmentRepository } from "../../../db/jobs/segments.ts";
import type { CutLengths } from "../../encode/segments/cuts.ts";
import type { SlotRules } from "../capacity/local_capacity.ts";

/** Creates a movie with audio and a low frame rate that is long enough for three one-minute segments. */
const makeLongFilm = (folder: string): Promise<string> => makeFilm(folder, { seconds: 190, rate: "2", keys: 10 });

/** Segment lengths that split nine seconds into three segments. */
const CUT_LENGTHS: CutLengths = { about: 3, shortest: 2 };
const makeShortFilm = (folder: string): Promise<string> =>
  makeFilm(folder, { seconds: 9, rate: "24000/1001", keys: 12 });

const makeFilm = (folder: string, { seconds, rate, keys }: { seconds: number; rate: string; keys: number }) =>
  makeClip(folder, "Film.mkv", {
    ...{ seconds, width: 160, height: 90, rate },
    video: [...X264, "-threads", "1", "-bf", "2", "-g", String(keys)],
    audio: [{ args: ["ac3"], language: "eng" }],
  });

/** On a busy machine, a segment is verified long after it was encoded. */
const partsVerified = ({ store }: Queue, count: number) =>
  until(async () => (await segmentRepository(store).all()).length >= count);

/** Encodes all segments concurrently. */
const WIDE: SlotRules = { maxSlots: 4, pause: () => Promise.resolve(), hasCapacity: () => Promise.resolve(true) };

Deno.test("a movie that is encoded in segments equals the encode by one process", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, slotRules: WIDE });
    const film = await makeLongFilm(media);
    let most = 0;
    queue.bus.on("job", ({ job }) => most = Math.max(most, job.parts?.length ?? 0));
    const results = [];
    for (const segments of ["on", "off"]) {
      const profile = await queue.quickProfile({ output: { segments, suffix: `.${segments}` } });
      const job = await queue.finished((await queue.create(film, profile)).id);
      same([job.status, job.error, job.warnings], ["done", undefined, []]);
      results.push(job.outputPath ?? "");
    }
    const [parts = "", whole = ""] = results;
    is(most, 3);
    same(await pictureTimes(parts), await pictureTimes(whole));
    same(await segmentRepository(queue.store).all(), []);
    same(await Array.fromAsync(Deno.readDir(join(queue.storage.folders.transcodes, "segments"))), []);
  }));

/** An ffmpeg that logs its arguments, one line per start. */
async function makeNotingFfmpeg(folder: string): Promise<{ ffmpegPath: string; started(): Promise<string[]> }> {
  const [ffmpegPath, notes] = [join(folder, "ffmpeg"), join(folder, "started")];
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${notes}'\nexec '${FFMPEG}' "$@"\n`;
  await Deno.writeTextFile(ffmpegPath, script, { mode: 0o755 });
  return { ffmpegPath, started: async () => (await Deno.readTextFile(notes)).split("\n") };
}

Deno.test("slow: SVT-AV1 creates the same segments with one thread each as with many", () =>
  withFolders(async ({ media, configDir }) => {
    const film = await makeShortFilm(media);
    const { ffmpegPath, started } = await makeNotingFfmpeg(await Deno.makeTempDir({ dir: configDir }));
    const results: string[] = [];
    const narrow = async () => (await started()).filter((line) => line.includes("lp=1")).length;
    for (const slots of [1, 2]) {
      const slotRules: SlotRules = {
        ...{ maxSlots: 2, first: () => Promise.resolve(slots) },
        ...{ pause: (signal) => once(signal, "abort").then(() => {}), hasCapacity: () => Promise.resolve(false) },
      };
      await using queue = await openQueue({ configDir, slotRules, cutLengths: CUT_LENGTHS });
      await queue.settings.update({ ffmpegPath });
      const profile = await queue.quickProfile({
        video: { encoder: "libsvtav1", preset: "12", quality: 35 },
        output: { segments: "on", suffix: `.${slots}` },
      });
      const job = await queue.finished((await queue.create(film, profile)).id);
      same([job.status, job.error], ["done", undefined]);
      results.push(job.outputPath ?? "");
      is(await narrow() > 0, slots > 1);
    }
    const [many = "", one = ""] = results;
    is(await pictureHash(one), await pictureHash(many));
  }));

/** Returns the MD5 of the video packets. */
async function pictureHash(path: string): Promise<string> {
  const args = ["-v", "error", "-i", path, "-map", "0:v", "-c", "copy", "-f", "md5", "-"];
  const { stdout } = await new Deno.Command("ffmpeg", { args }).output();
  return new TextDecoder().decode(stdout);
}

const partsAfterAnEnd = (environment: (folder: string) => Record<string, string>) =>
  withFolders(async ({ media, configDir }) => {
    const film = await makeShortFilm(media);
    const one: SlotRules = { ...WIDE, maxSlots: 1 };
    let id = "";
    let made: string[] = [];
    {
      await using queue = await openQueue({ configDir, slotRules: one, cutLengths: CUT_LENGTHS });
      const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: configDir }), 1);
      await queue.settings.update({ ffmpegPath });
      const profile = await queue.quickProfile({ output: { segments: "on" } });
      id = (await queue.create(film, profile)).id;
      // On a busy machine, a segment is verified long after it was encoded, and the next one logs its line later.
      await until(async () => {
        made = (await segmentRepository(queue.store).all()).map(({ key }) => key);
        return made.length > 0 && (await queue.jobs.log(id)).lines.length > 0;
      });
    }
    const env = environment(await Deno.makeTempDir({ dir: configDir }));
    await using queue = await openQueue({ configDir, slotRules: one, cutLengths: CUT_LENGTHS, env });
    const first = await queue.until(
      id,
      (job) => job.status === "encoding" && job.progress !== undefined,
    );
    assert((first.progress?.percent ?? 0) > 0);
    const job = await queue.finished(id);
    same([job.status, job.error], ["done", undefined]);
  });

Deno.test("slow: only unfinished segments are encoded again after a restart of the program", () =>
  partsAfterAnEnd(() => ({})));

Deno.test("slow: segments in the earlier location of the segments folder are reused from there", () =>
  partsAfterAnEnd((folder) => ({ SERVICE_TRANSCODE_DIR: folder })));

Deno.test("slow: an unverified part from before a restart is verified then, and encoded again if it is incomplete", () =>
  withFolders(async ({ media, configDir }) => {
    const film = await makeShortFilm(media);
    const options = { configDir, slotRules: { ...WIDE, maxSlots: 1 }, cutLengths: CUT_LENGTHS };
    const { id, whole, cutOff } = await (async () => {
      await using queue = await openQueue(options);
      const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: configDir }), 1);
      await queue.settings.update({ ffmpegPath });
      const { id } = await queue.create(film, await queue.quickProfile({ output: { segments: "on" } }));
      await partsVerified(queue, 2);
      const [one, other] = await segmentRepository(queue.store).all();
      assert(one && other);
      await segmentRepository(queue.store).remove([one.key, other.key]);
      return { id, whole: one.path, cutOff: other.path };
    })();
    for (const path of [whole, cutOff]) await Deno.rename(path, `${path}.${id}.encoded`);
    const { ino, size } = await Deno.stat(`${whole}.${id}.encoded`);
    await Deno.truncate(`${cutOff}.${id}.encoded`, Math.floor(size / 2));
    await Deno.copyFile(`${whole}.${id}.encoded`, `${whole}.nobody.encoded`);
    await using queue = await openQueue(options);
    const seen = new Set<number | null>();
    const job = await queue.until(id, ({ status }) => {
      if (existsSync(whole)) seen.add(Deno.statSync(whole).ino);
      return ["done", "failed"].includes(status);
    });
    same([job.status, job.error, [...seen]], ["done", undefined, [ino]]);
    same(await Array.fromAsync(Deno.readDir(dirname(whole))), []);
  }));

Deno.test("slow: segments of a cancelled encode stay for its next attempt, and are removed with the job", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, slotRules: { ...WIDE, maxSlots: 1 }, cutLengths: CUT_LENGTHS });
    const film = await makeShortFilm(media);
    const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: configDir }), 1);
    await queue.settings.update({ ffmpegPath });
    const profile = await queue.quickProfile({ output: { segments: "on" } });
    const { id } = await queue.create(film, profile);
    await partsVerified(queue, 1);
    same((await queue.jobs.cancel(id)).status, "cancelled");
    const folder = join(queue.storage.folders.transcodes, "segments");
    const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
    same(names, (await segmentRepository(queue.store).all()).map(({ key }) => `${key}.mp4`).sort());
    assert(names.length > 0);
    await queue.jobs.remove(id);
    same(await Array.fromAsync(Deno.readDir(folder)), []);
    same(await segmentRepository(queue.store).all(), []);
  }));

Deno.test("slow: a movie that two jobs encode in segments keeps the segments of one when the other is removed", () =>
  withFolders(async ({ media, configDir }) => {
    const slotRules: SlotRules = { ...WIDE, maxSlots: 1 };
    const settings = { concurrency: 2 };
    await using queue = await openQueue({ configDir, settings, slotRules, cutLengths: CUT_LENGTHS });
    const film = await makeShortFilm(media);
    const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: configDir }), 1);
    await queue.settings.update({ ffmpegPath });
    const profile = await queue.quickProfile({ output: { segments: "on", suffix: " one" } });
    const { id } = await queue.create(film, profile);
    await partsVerified(queue, 1);
    const other = await queue.quickProfile({ container: "mp4", output: { segments: "on", suffix: " other" } });
    const second = await queue.create(film, other);
    await queue.until(second.id, ({ progress }) => (progress?.percent ?? 0) > 0);
    await queue.jobs.cancel(second.id);
    is((await queue.finished(second.id)).status, "cancelled");
    await queue.jobs.remove(second.id);
    const { status, error } = await queue.finished(id);
    same([status, error], ["done", undefined]);
    same(await segmentRepository(queue.store).all(), []);
  }));

Deno.test("slow: segments that were joined to a damaged movie are encoded again by the next attempt", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, slotRules: { ...WIDE, maxSlots: 1 }, cutLengths: CUT_LENGTHS });
    const film = await makeShortFilm(media);
    const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: configDir }), 1);
    await queue.settings.update({ ffmpegPath, transcoding: { verify: "full" } });
    const { id } = await queue.create(film, await queue.quickProfile({ output: { segments: "on" } }));
    await partsVerified(queue, 1);
    await queue.jobs.cancel(id);
    const [part] = await segmentRepository(queue.store).all();
    assert(part);
    await damage(part.path, 0.5);
    await queue.jobs.retry(id);
    const failed = await queue.finished(id);
    same([failed.status, failed.errorCode], ["failed", "verification_failed"]);
    same(await segmentRepository(queue.store).all(), []);
    await queue.jobs.retry(id);
    is((await queue.finished(id)).status, "done");
  }));
