import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { run } from "../../../tests/kit/run.ts";
import { makePacedFfmpeg } from "../../../tests/kit/paced_ffmpeg.ts";
import { segmentRepository } from "../../../db/jobs/segments.ts";
import type { LaneRules } from "./machine_room.ts";

const SECONDS = 210;

/** A film with sound, long enough for three parts. */
async function makeFilm(path: string): Promise<void> {
  const { code, stderr } = await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `testsrc2=s=160x90:r=24000/1001:d=${SECONDS}`],
    ...["-f", "lavfi", "-i", `sine=f=440:d=${SECONDS}`, "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2"],
    ...["-g", "120", "-c:a", "ac3", "-metadata:s:a:0", "language=eng", path],
  ]);
  same([code, stderr], [0, ""]);
}

const pictureTimes = async (path: string): Promise<number[]> =>
  (await run("ffprobe", [
    ...["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts", "-of", "csv=p=0", path],
  ])).stdout.split("\n").map(Number).sort((a, b) => a - b);

/** Everything at once. */
const WIDE: LaneRules = { atMost: 4, pause: () => Promise.resolve(), hasRoom: () => Promise.resolve(true) };

Deno.test("a film that is encoded in parts is the film that one process makes", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, laneRules: WIDE });
    const film = join(media, "Film.mkv");
    await makeFilm(film);
    const results = [];
    for (const segments of ["on", "off"]) {
      const profile = await queue.quickProfile({ output: { segments, suffix: `.${segments}` } });
      const job = await queue.finished((await queue.create(film, profile)).id);
      same([job.status, job.error, job.warnings], ["done", undefined, []]);
      results.push(job.outputPath ?? "");
    }
    const [parts = "", whole = ""] = results;
    same(await pictureTimes(parts), await pictureTimes(whole));
    same(await segmentRepository(queue.store).all(), []);
    same(await Array.fromAsync(Deno.readDir(join(queue.storage.folders.transcodes, "segments"))), []);
  }));

Deno.test("after an end of the program only what was not finished is encoded again", () =>
  withFolders(async ({ media, configDir }) => {
    const film = join(media, "Film.mkv");
    await makeFilm(film);
    const one: LaneRules = { ...WIDE, atMost: 1 };
    let id = "";
    let made: string[] = [];
    {
      await using queue = await openQueue({ configDir, laneRules: one });
      const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: configDir }), 20);
      await queue.settings.update({ ffmpegPath });
      const profile = await queue.quickProfile({ output: { segments: "on" } });
      id = (await queue.create(film, profile)).id;
      await queue.until(id, (job) => (job.progress?.percent ?? 0) > 50);
      assert((await queue.jobs.log(id)).lines.length > 0, "the log of the part that is encoded");
      made = (await segmentRepository(queue.store).all()).map(({ key }) => key);
      assert(made.length > 0);
    }
    await using queue = await openQueue({ configDir, laneRules: one });
    const first = await queue.until(
      id,
      (job) => job.status === "encoding" && job.progress !== undefined,
    );
    assert((first.progress?.percent ?? 0) > 0);
    const job = await queue.finished(id);
    same([job.status, job.error], ["done", undefined]);
  }));

Deno.test("parts of a cancelled encode stay for its next attempt, and go with the job", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, laneRules: { ...WIDE, atMost: 1 } });
    const film = join(media, "Film.mkv");
    await makeFilm(film);
    const ffmpegPath = await makePacedFfmpeg(await Deno.makeTempDir({ dir: configDir }), 20);
    await queue.settings.update({ ffmpegPath });
    const profile = await queue.quickProfile({ output: { segments: "on" } });
    const { id } = await queue.create(film, profile);
    await queue.until(id, (job) => (job.progress?.percent ?? 0) > 50);
    same((await queue.jobs.cancel(id)).status, "cancelled");
    const folder = join(queue.storage.folders.transcodes, "segments");
    const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
    same(names, (await segmentRepository(queue.store).all()).map(({ key }) => `${key}.mp4`).sort());
    assert(names.length > 0);
    await queue.jobs.remove(id);
    same(await Array.fromAsync(Deno.readDir(folder)), []);
    same(await segmentRepository(queue.store).all(), []);
  }));
