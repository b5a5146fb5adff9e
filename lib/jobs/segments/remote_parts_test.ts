import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { segmentRepository } from "../../../db/jobs/segments.ts";
import { damage } from "../../../tests/fixtures/damaged_file.ts";
import { makeClip, X264 } from "../../../tests/fixtures/media.ts";
import { rowsOfRun } from "../../../tests/kit/all_rows.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { run } from "../../../tests/kit/run.ts";
import { encodeElsewhere, farmOf, ONE_SLOT, pictureTimes } from "../../../tests/fixtures/machine.ts";
import type { CutLengths } from "../../encode/segments/cuts.ts";
import {
  RemoteFailure,
  type RemoteMachine,
  type RemoteMachines,
  type RemotePart,
} from "../capacity/remote_machines.ts";
import { PART_TIMES } from "../capacity/schedule_model.ts";
import { encodedPath } from "./segment_files.ts";

/** Length of a movie with three segments: a machine with two slots has two of them, and one waits. */
const SECONDS = 3;
/**
 * Length of a movie with segments that are long enough to be compared with the source in samples instead of completely.
 */
const LONG_SECONDS = 15;
const cutLengths = (seconds: number): CutLengths => ({ about: seconds / 3, shortest: seconds / 6 });
const makeFilm = (folder: string, name: string, seconds: number, filters = ""): Promise<string> =>
  makeClip(folder, name, {
    ...{ seconds, width: 160, height: 90, rate: "24000/1001", filters, audio: [] },
    video: [...X264, "-threads", "1", "-bf", "2", "-g", String(seconds * 4)],
  });

interface World {
  film: string;
  other: string;
}

/** Encodes a movie with the given machine and `keepLocal`, and compares the timestamps with those of the movie. */
async function encodeWith(
  encode: (world: World) => RemoteMachine["encode"],
  { keepLocal, seconds = SECONDS, draw = false, encoder, silenceMs = PART_TIMES.silenceMs }: {
    keepLocal: number;
    seconds?: number;
    draw?: boolean;
    encoder?: string;
    silenceMs?: number;
  },
) {
  const found: Omit<ReturnType<typeof farmOf>, "machines"> & { status?: string; error?: string | undefined } = {
    rejected: [],
    encoded: [],
    done: [],
  };
  await withFolders(async ({ media, configDir }) => {
    const world = {
      film: await makeFilm(media, "Film.mkv", seconds),
      other: await makeFilm(configDir, "Other.mkv", seconds, "hflip"),
    };
    const { machines, ...seen } = farmOf(encode(world));
    await using queue = await openQueue({
      ...{
        configDir,
        slotRules: ONE_SLOT,
        cutLengths: cutLengths(seconds),
        remoteMachines: machines,
        drawPart: () => draw,
      },
      partTimes: {
        ...PART_TIMES,
        backOff: { firstMs: 1, longestMs: 1 },
        graceMs: 0,
        silenceMs,
        updateEveryMs: 200,
      },
      settings: { agents: { enabled: true, keepLocal } },
    });
    const profile = await queue.quickProfile({
      output: { segments: "on" },
      ...(encoder ? { video: { encoder, preset: encoder === "libsvtav1" ? "12" : "ultrafast" } } : {}),
    });
    const job = await queue.finished((await queue.create(world.film, profile)).id);
    Object.assign(found, { ...seen, status: job.status, error: job.error });
    same([job.status, job.error, job.warnings], ["done", undefined, []]);
    is((await pictureTimes(job.outputPath ?? "")).length, seconds * 24);
    const parts = join(queue.storage.folders.transcodes, "segments");
    same(await Array.fromAsync(Deno.readDir(parts)), []);
  });
  return found;
}

for (const encoder of rowsOfRun(["libx264", "libsvtav1", "libx265"], 1)) {
  Deno.test(`slow: a movie whose segments all come from another machine by ${encoder} equals the local encode`, async () => {
    const seconds = encoder === "libx264" ? LONG_SECONDS : SECONDS;
    const { rejected, encoded, done } = await encodeWith(() => (part, { signal }) => encodeElsewhere(part, signal), {
      ...{ keepLocal: 0, seconds, encoder },
    });
    same(rejected, []);
    same(new Set(encoded), new Set([0, 1, 2]));
    is(done.reduce((sum, { pictures }) => sum + pictures, 0), seconds * 24);
    ok(done.every(({ seconds = 0, sizeBytes }) => seconds > 0 && sizeBytes > 0), JSON.stringify(done));
  });
}

const truncated = async (part: RemotePart, signal: AbortSignal) => {
  await encodeElsewhere(part, signal);
  await Deno.truncate(part.partial, Math.floor((await Deno.stat(part.partial)).size / 2));
};
const short = async (part: RemotePart, signal: AbortSignal) => {
  const whole = `${part.partial}.mp4`;
  await encodeElsewhere({ ...part, partial: whole }, signal);
  const cut = await run("ffmpeg", [
    ...["-v", "error", "-y", "-i", whole, "-c", "copy", "-frames:v", "10", "-f", "mp4", part.partial],
  ]);
  await Deno.remove(whole);
  is(cut.code, 0);
};

const another = ({ other }: World): RemoteMachine["encode"] => (part, { signal }) =>
  encodeElsewhere(part, signal, { source: other });

/** Wrong results. `one_part_test.ts` tests invalid data and a different quality. */
const FAULTY_ENCODES: Record<string, (world: World) => RemoteMachine["encode"]> = {
  "a short part": () => (part, { signal }) => short(part, signal),
  "another film's part": another,
  "a file that is cut off": () => (part, { signal }) => truncated(part, signal),
  nothing: () => () => Promise.resolve(),
};
for (const [name, encode] of rowsOfRun(Object.entries(FAULTY_ENCODES), 1)) {
  Deno.test(`slow: a machine that delivers ${name} is refused, and the movie is still correct`, async () => {
    const { rejected, done } = await encodeWith(encode, { keepLocal: 0 });
    is(rejected.length, 1);
    same(done, [], "none of it counts for the machine");
  });
}

Deno.test("slow: a machine that delivers a long part of another movie is refused, and the movie is still correct", async () => {
  const { rejected } = await encodeWith(another, { keepLocal: 0, seconds: LONG_SECONDS });
  is(rejected.length, 1);
});

Deno.test("slow: a failing machine, and one that never responds, cost a movie only time", async () => {
  const failing = await encodeWith(() => () => Promise.reject(new RemoteFailure("cut off")), { keepLocal: 0 });
  same(failing.rejected, []);
  ok(failing.encoded.length > 0);
  const silent = await encodeWith(() => () => new Promise<void>(() => {}), {
    keepLocal: 1,
    silenceMs: 1000,
  });
  same(silent.rejected, []);
});

Deno.test("slow: a segment that is encoded twice looks the same on any machine", async () => {
  const { rejected } = await encodeWith(() => (part, { signal }) => encodeElsewhere(part, signal), {
    keepLocal: 1,
    draw: true,
  });
  same(rejected, []);
});

/** Places a delivered but unverified segment that must not be accepted. */
const SPOILT: Record<string, (path: string, job: string) => Promise<void>> = {
  "of one that is not let in any more": (path, job) => Deno.rename(path, encodedPath(path, job, "cellar")),
  "what is damaged": async (path, job) => {
    await damage(path, 0.5);
    await Deno.rename(path, encodedPath(path, job, "attic"));
  },
};
for (const [what, spoil] of Object.entries(SPOILT)) {
  Deno.test(`slow: delivered parts count after a restart of the program, but not ${what}`, () =>
    withFolders(async ({ media, configDir }) => {
      const film = await makeFilm(media, "Film.mkv", SECONDS);
      const open = (remoteMachines: RemoteMachines) =>
        openQueue({
          ...{ configDir, slotRules: ONE_SLOT, cutLengths: cutLengths(SECONDS), drawPart: () => false, remoteMachines },
          machineName: (id) => Promise.resolve(id === "attic" ? "Attic" : undefined),
          partTimes: { ...PART_TIMES, graceMs: 0, updateEveryMs: 200 },
          settings: { agents: { enabled: true, keepLocal: 0 } },
        });
      /** Reports progress for the third segment until it is aborted. */
      const firstTwo: RemoteMachine["encode"] = async (part, { signal, onProgress }) => {
        if (part.segment.number < 2) return await encodeElsewhere(part, signal);
        const report = { frame: 1, fps: 1, sizeBytes: 1, speedFactor: 1 };
        const timer = setInterval(() => onProgress(report), 200);
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
          .finally(() => clearInterval(timer));
      };
      const { id, paths } = await (async () => {
        await using queue = await open(farmOf(firstTwo).machines);
        const { id } = await queue.create(film, await queue.quickProfile({ output: { segments: "on" } }));
        await queue.until(id, (job) => job.parts?.filter(({ state }) => state === "done").length === 2);
        const rows = await segmentRepository(queue.store).all();
        await segmentRepository(queue.store).remove(rows.map(({ key }) => key));
        return { id, paths: rows.map(({ path }) => path) };
      })();
      const [good = "", spoilt = ""] = paths;
      await Deno.rename(good, encodedPath(good, id, "attic"));
      await spoil(spoilt, id);
      const { ino } = await Deno.stat(encodedPath(good, id, "attic"));
      const { machines, rejected, encoded, done } = farmOf((part, { signal }) => encodeElsewhere(part, signal));
      await using queue = await open(machines);
      const inodes = new Set<number | null>();
      const job = await queue.until(id, ({ status }) => {
        if (existsSync(good)) inodes.add(Deno.statSync(good).ino);
        return ["done", "failed"].includes(status);
      });
      same([job.status, job.error, [...inodes], rejected], ["done", undefined, [ino], []]);
      ok(encoded.length <= 2);
      is(done.filter(({ seconds }) => seconds === undefined).length, 1, "it counts for the machine as well");
      same(await Array.fromAsync(Deno.readDir(dirname(good))), []);
    }));
}
