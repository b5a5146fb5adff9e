import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { FFMPEG } from "../../../tests/kit/ffmpeg.ts";
import { packetsOf } from "../../../tests/farm/world.ts";
import { makeClip, X264 } from "../../../tests/fixtures/media.ts";
import { encodeElsewhere, farmOf, ONE_SLOT } from "../../../tests/fixtures/machine.ts";
import { rowsOfRun } from "../../../tests/kit/all_rows.ts";
import { openQueue, type Queue, type QueueOptions, withFolders } from "../../../tests/fixtures/queue.ts";
import { run } from "../../../tests/kit/run.ts";
import type { CutLengths } from "../../encode/segments/cuts.ts";
import { remembered } from "../../kit/lazy.ts";
import type { Job } from "../schema.ts";
import { RemoteFailure, type RemoteMachine } from "../capacity/remote_machines.ts";
import { PART_TIMES } from "../capacity/schedule_model.ts";

/** Creates three seconds with B-frames, audio that starts late, and a keyframe every half second. */
const makeFilm = (folder: string, name: string, filters = ""): Promise<string> =>
  makeClip(folder, name, {
    ...{ seconds: 3, width: 160, height: 90, rate: "24000/1001", filters },
    video: [...X264, "-threads", "1", "-bf", "2", "-g", "12"],
    audio: [{ args: ["ac3", "-af", "asetpts=PTS+0.3/TB"], language: "eng" }],
  });

interface Wanted {
  /** Segment lengths. By default, those that Lathe uses. */
  cutLengths?: CutLengths;
  segments?: "auto" | "on" | "off";
  encoder?: string;
  bitrate?: number;
}

const SHORT: Wanted = {};

interface Found {
  rejected: string[];
  encoded: number[];
  log: string[];
  parts: Job["parts"];
  /** Timestamps of every packet of the result. */
  times: string[];
  /** Every decoded frame. Empty if the encoder's threads cause differences of a few bits. */
  pictures: string[];
}

interface World {
  film: string;
  other: string;
}

const TIMES = { ...PART_TIMES, backOff: { firstMs: 1, longestMs: 1 }, graceMs: 0, updateEveryMs: 200 };

const open = (configDir: string, more: Partial<QueueOptions>): Promise<Queue> =>
  openQueue({ ...{ configDir, slotRules: ONE_SLOT, drawPart: () => false, partTimes: TIMES }, ...more });

function profileOf(queue: Queue, { encoder = "libx264", bitrate = 0, segments = "auto" }: Wanted, suffix: string) {
  const preset = encoder === "libsvtav1" ? "12" : "ultrafast";
  // More threads occasionally change a few bits.
  const extraArgs = encoder === "libx264" ? "-threads:v 1" : "";
  return queue.quickProfile({ video: { encoder, preset, extraArgs, bitrate }, output: { segments, suffix } });
}

interface Machine {
  encode: (world: World) => RemoteMachine["encode"];
  keepLocal: number;
}

/** Encodes a movie with the given machine, enabled while the program runs. Without a machine, agents stay disabled. */
async function encodeBy(by: Machine | undefined, wanted: Wanted): Promise<Found> {
  const { encoder = "libx264", cutLengths } = wanted;
  const found: Partial<Found> = {};
  await withFolders(async ({ media, configDir }) => {
    const world = {
      film: await makeFilm(media, "Film.mkv"),
      other: await makeFilm(configDir, "Other.mkv", "hflip"),
    };
    const { machines, rejected, encoded } = farmOf((by?.encode ?? faithful)(world));
    const settings = { agents: { enabled: false } };
    await using queue = await open(configDir, { remoteMachines: machines, settings, cutLengths });
    queue.bus.on("job", ({ job }) => {
      if (job.parts) found.parts = job.parts;
    });
    if (by) await queue.settings.update({ agents: { enabled: true, keepLocal: by.keepLocal } });
    const profile = await profileOf(queue, wanted, ".small");
    const job = await queue.finished((await queue.create(world.film, profile)).id);
    same([job.status, job.error, job.warnings], ["done", undefined, []]);
    const folder = join(queue.storage.folders.transcodes, "segments");
    same(await Array.fromAsync(Deno.readDir(folder)).catch(() => []), []);
    const path = job.outputPath ?? "";
    const times = timesIn(await packetsOf(path));
    const pictures = encoder === "libx264" ? await picturesIn(path) : [];
    Object.assign(found, { rejected, encoded, times, pictures, log: (await queue.jobs.log(job.id)).lines });
  });
  return found as Found;
}

/** Encodes the movie in a single process although there is a machine, because agents are disabled. */
async function encodeAlone(wanted: Wanted): Promise<Found> {
  const alone = await encodeBy(undefined, wanted);
  same([alone.encoded, alone.parts], [[], undefined]);
  return alone;
}

const shortFilm = remembered(() => encodeAlone(SHORT));

/** Encodes a movie with the given machine. The result must equal that of a single process. */
async function encodeWith(
  encode: Machine["encode"],
  { wanted = SHORT, keepLocal = 0 }: { wanted?: Wanted; keepLocal?: number } = {},
): Promise<Found> {
  const alone = await (wanted === SHORT ? shortFilm.get() : encodeAlone(wanted));
  const found = await encodeBy({ encode, keepLocal }, wanted);
  same([found.times, found.pictures], [alone.times, alone.pictures]);
  return found;
}

const packetsIn = (text: string): string[] => text.split("\n").filter((line) => /^\d/.test(line));

/**
 * Returns stream, decoding and presentation time, and duration of each packet, which do not depend on an encoder's
 * threads.
 */
const timesIn = (text: string): string[] => packetsIn(text).map((line) => line.split(",").slice(0, 4).join());

/** Returns every decoded frame. Packets differ, because joining also writes decoder parameters into keyframes. */
async function picturesIn(path: string): Promise<string[]> {
  const args = ["-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-"];
  const { code, stdout, stderr } = await run("ffmpeg", args);
  same([code, stderr], [0, ""]);
  return packetsIn(stdout);
}

const faithful = () => (part: Parameters<RemoteMachine["encode"]>[0], { signal }: { signal: AbortSignal }) =>
  encodeElsewhere(part, signal);

for (
  const [name, wanted] of rowsOfRun(
    Object.entries<Wanted>({
      "a short film": SHORT,
      "a film that the profile does not cut": { segments: "off", cutLengths: { about: 1, shortest: 0.5 } },
      "a film with a bit rate": { bitrate: 100 },
      "a film without a place for a cut": { segments: "on" },
      "a short film by libsvtav1": { encoder: "libsvtav1" },
    }),
    2,
  )
) {
  Deno.test(`slow: ${name} is one part for another machine, and equals the local encode`, async () => {
    const { rejected, encoded, log, parts } = await encodeWith(faithful, { wanted });
    same([rejected, encoded], [[], [0]]);
    ok(log.includes("Segment 1 was encoded by Attic."), log.join("\n"));
    same(parts?.map(({ number, count, fromSeconds, machine }) => [number, count, fromSeconds, machine?.name]), [
      [0, 1, 0, "Attic"],
    ]);
  });
}

const FAULTY_ENCODES: Record<string, (world: World) => RemoteMachine["encode"]> = {
  garbage: () => (part) => Deno.writeFile(part.partial, crypto.getRandomValues(new Uint8Array(50_000))),
  "another film": ({ other }) => (part, { signal }) => encodeElsewhere(part, signal, { source: other }),
  "another quality": () => (part, { signal }) => encodeElsewhere(part, signal, { quality: 45 }),
};
for (const [name, encode] of Object.entries(FAULTY_ENCODES)) {
  Deno.test(`slow: a machine that delivers ${name} for a whole movie is refused, and the movie is encoded locally`, async () => {
    const { rejected, encoded, log } = await encodeWith(encode);
    same([rejected.length, encoded], [1, [0]]);
    ok(
      log.some((line) =>
        /^Segment 1 (was not completed by Attic: |from Attic may be faulty and will be encoded again\. )/.test(line)
      ),
      log.join("\n"),
    );
  });
}

Deno.test("slow: a machine that fails on a whole movie gets it twice at most, then the movie is encoded locally", async () => {
  const { rejected, encoded, log } = await encodeWith(() => () =>
    Promise.reject(new RemoteFailure("The link was cut."))
  );
  same([rejected, new Set(encoded)], [[], new Set([0])]);
  ok(encoded.length <= 2);
  is(log.filter((line) => line === "Segment 1 was not completed by Attic: The link was cut.").length, encoded.length);
});

Deno.test("slow: a part that may be encoded locally is not encoded elsewhere too", async () => {
  const { rejected, encoded, parts } = await encodeWith(faithful, { keepLocal: 1 });
  same([rejected, encoded, parts?.length], [[], [], 1]);
});

Deno.test("without agents a short movie is encoded by one process", async () => {
  const { encoded, parts, log } = await shortFilm.get();
  same([encoded, parts], [[], undefined]);
  ok(log.every((line) => !line.startsWith("Segment ")));
});

Deno.test("slow: a whole movie that another machine delivered is not encoded again after a restart of the program", () =>
  withFolders(async ({ media, configDir }) => {
    const film = await makeFilm(media, "Film.mkv");
    const tool = join(configDir, "ffmpeg");
    const write = (joins: string) =>
      Deno.writeTextFile(
        tool,
        `#!/bin/sh\ncase " $* " in *" -f concat "*) ${joins} ;; esac\nexec '${FFMPEG}' "$@"\n`,
        { mode: 0o755 },
      );
    const agents = { enabled: true, keepLocal: 0 };
    let id = "";
    {
      await write("exec sleep 1000");
      const { machines } = farmOf(faithful());
      await using queue = await open(configDir, { remoteMachines: machines, settings: { agents, ffmpegPath: tool } });
      id = (await queue.create(film, await profileOf(queue, {}, ".small"))).id;
      await queue.until(id, ({ message }) => message?.startsWith("Joining") === true);
    }
    await write("");
    const { machines, encoded } = farmOf(faithful());
    // No machine is present when the program starts.
    const nobody = { ...machines, available: () => Promise.resolve([]) };
    await using queue = await open(configDir, { remoteMachines: nobody });
    const job = await queue.finished(id);
    same([job.status, job.error, encoded], ["done", undefined, []]);
    ok((await queue.jobs.log(id)).lines.includes("Segment 1 was already encoded by Attic."));
  }));
