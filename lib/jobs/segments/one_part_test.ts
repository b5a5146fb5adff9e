import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../../build/needs.ts";
import { packetsOf } from "../../../tests/farm/world.ts";
import { encodeElsewhere, farmOf, LANES } from "../../../tests/fixtures/machine.ts";
import { openQueue, type Queue, type QueueOptions, withFolders } from "../../../tests/fixtures/queue.ts";
import { run } from "../../../tests/kit/run.ts";
import type { Job } from "../schema.ts";
import { RemoteFailure, type RemoteMachine } from "./remote_machines.ts";
import { PART_TIMES } from "./schedule/model.ts";

/** A film with B-frames and sound that begins late, with a key picture every two seconds. */
async function makeFilm(path: string, picture: string, seconds: number): Promise<void> {
  const { code, stderr } = await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `${picture}=s=160x90:r=24000/1001:d=${seconds}`],
    ...["-itsoffset", "0.3", "-f", "lavfi", "-i", `sine=f=440:d=${seconds}`, "-c:v", "libx264", "-preset", "ultrafast"],
    ...["-bf", "2", "-g", "48", "-pix_fmt", "yuv420p", "-c:a", "ac3", "-metadata:s:a:0", "language=eng", path],
  ]);
  same([code, stderr], [0, ""]);
}

interface Wanted {
  keepLocal?: number;
  seconds?: number;
  segments?: "auto" | "on" | "off";
  encoder?: string;
  bitrate?: number;
  enabled?: boolean;
}

interface Found {
  job: Job;
  rejected: string[];
  encoded: number[];
  log: string[];
  parts: Job["parts"];
}

interface World {
  film: string;
  other: string;
}

const TIMES = { ...PART_TIMES, backOff: { firstMs: 1, longestMs: 1 }, graceMs: 0, lookEveryMs: 200 };

const open = (configDir: string, more: Partial<QueueOptions>): Promise<Queue> =>
  openQueue({ ...{ configDir, laneRules: LANES, drawPart: () => false, partTimes: TIMES }, ...more });

function profileOf(queue: Queue, { encoder = "libx264", bitrate = 0, segments = "auto" }: Wanted, suffix: string) {
  const preset = encoder === "libsvtav1" ? "12" : "ultrafast";
  // More threads move a few bits now and then.
  const extraArgs = encoder === "libx264" ? "-threads:v 1" : "";
  return queue.quickProfile({ video: { encoder, preset, extraArgs, bitrate }, output: { segments, suffix } });
}

/** Encodes a film by one process, and then with that machine; both must be one film. */
async function encodeWith(encode: (world: World) => RemoteMachine["encode"], wanted: Wanted = {}): Promise<Found> {
  const { keepLocal = 0, seconds = 20, encoder = "libx264", enabled = true } = wanted;
  const found: Partial<Found> = {};
  await withFolders(async ({ media, configDir }) => {
    const world = { film: join(media, "Film.mkv"), other: join(configDir, "Other.mkv") };
    await makeFilm(world.film, "testsrc2", seconds);
    await makeFilm(world.other, "testsrc", seconds);
    const { machines, rejected, encoded } = farmOf(encode(world));
    await using queue = await open(configDir, { remoteMachines: machines, settings: { agents: { enabled: false } } });
    queue.bus.on("job", ({ job }) => {
      if (job.parts) found.parts = job.parts;
    });
    const make = async (suffix: string) => {
      const job = await queue.finished((await queue.create(world.film, await profileOf(queue, wanted, suffix))).id);
      same([job.status, job.error, job.warnings], ["done", undefined, []]);
      return job;
    };
    const alone = await make(".alone");
    same([encoded, found.parts], [[], undefined]);
    await queue.settings.update({ agents: { enabled, keepLocal } });
    const job = await make(".farm");
    const [one, other] = [await packetsOf(alone.outputPath ?? ""), await packetsOf(job.outputPath ?? "")];
    same(timesIn(other), timesIn(one));
    if (encoder === "libx264") same(await picturesIn(job.outputPath), await picturesIn(alone.outputPath));
    const folder = join(queue.storage.folders.transcodes, "segments");
    same(await Array.fromAsync(Deno.readDir(folder)).catch(() => []), []);
    Object.assign(found, { job, rejected, encoded, log: (await queue.jobs.log(job.id)).lines });
  });
  return found as Found;
}

const packetsIn = (text: string): string[] => text.split("\n").filter((line) => /^\d/.test(line));

/** Which stream, decoding and presentation time, length: what does not depend on an encoder's threads. */
const timesIn = (text: string): string[] => packetsIn(text).map((line) => line.split(",").slice(0, 4).join());

/** Every decoded picture. Packets differ: joining writes what decoders are told into key pictures as well. */
async function picturesIn(path = ""): Promise<string[]> {
  const args = ["-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-"];
  const { code, stdout, stderr } = await run("ffmpeg", args);
  same([code, stderr], [0, ""]);
  return packetsIn(stdout);
}

const faithful = () => (part: Parameters<RemoteMachine["encode"]>[0], { signal }: { signal: AbortSignal }) =>
  encodeElsewhere(part, signal);

for (
  const [name, wanted] of Object.entries<Wanted>({
    "a short film": {},
    "a short film by libx265": { encoder: "libx265" },
    "a short film by libsvtav1": { encoder: "libsvtav1" },
    "a film that the profile does not cut": { segments: "off", seconds: 130 },
    "a film without a place for a cut": { segments: "on" },
    "a film with a bit rate": { bitrate: 100 },
  })
) {
  Deno.test(`${name} is one part for another machine, and the film that one process makes`, async () => {
    const { rejected, encoded, log, parts } = await encodeWith(faithful, wanted);
    same([rejected, encoded], [[], [0]]);
    ok(log.includes("Part 1 was made by Attic."), log.join("\n"));
    same(parts?.map(({ number, count, fromSeconds, machine }) => [number, count, fromSeconds, machine?.name]), [
      [0, 1, 0, "Attic"],
    ]);
  });
}

const LIES: Record<string, (world: World) => RemoteMachine["encode"]> = {
  garbage: () => (part) => Deno.writeFile(part.partial, crypto.getRandomValues(new Uint8Array(50_000))),
  "another film": ({ other }) => (part, { signal }) => encodeElsewhere(part, signal, { source: other }),
  "another quality": () => (part, { signal }) => encodeElsewhere(part, signal, { quality: 45 }),
};
for (const [name, encode] of Object.entries(LIES)) {
  Deno.test(`a machine that brings ${name} for a whole film is told so, and the film is made here`, async () => {
    const { rejected, encoded, log } = await encodeWith(encode);
    same([rejected.length, encoded], [1, [0]]);
    ok(log.some((line) => line.startsWith("Part 1 was not made by Attic: ")), log.join("\n"));
  });
}

Deno.test("a machine that fails at a whole film is asked twice at most, then the film is made here", async () => {
  const { rejected, encoded, log } = await encodeWith(() => () =>
    Promise.reject(new RemoteFailure("The link was cut."))
  );
  same([rejected, new Set(encoded)], [[], new Set([0])]);
  ok(encoded.length <= 2);
  is(log.filter((line) => line === "Part 1 was not made by Attic: The link was cut.").length, encoded.length);
});

Deno.test("what may be made here is not made elsewhere as well", async () => {
  const { rejected, encoded, parts } = await encodeWith(faithful, { keepLocal: 1 });
  same([rejected, encoded, parts?.length], [[], [], 1]);
});

Deno.test("without agents a short film is encoded by one process", async () => {
  const { encoded, parts, log } = await encodeWith(faithful, { enabled: false });
  same([encoded, parts], [[], undefined]);
  ok(log.every((line) => !line.startsWith("Part ")));
});

Deno.test("a whole film that another machine brought is not made again after an end of the program", () =>
  withFolders(async ({ media, configDir }) => {
    const film = join(media, "Film.mkv");
    await makeFilm(film, "testsrc2", 20);
    const tool = join(configDir, "ffmpeg");
    const write = (joins: string) =>
      Deno.writeTextFile(
        tool,
        `#!/bin/sh\ncase " $* " in *" -f concat "*) ${joins} ;; esac\nexec '${findProgram("ffmpeg")}' "$@"\n`,
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
    // Nobody is there yet when the program begins.
    const nobody = { ...machines, available: () => Promise.resolve([]) };
    await using queue = await open(configDir, { remoteMachines: nobody });
    const job = await queue.finished(id);
    same([job.status, job.error, encoded], ["done", undefined, []]);
    ok((await queue.jobs.log(id)).lines.includes("Part 1 was made by Attic before."));
  }));
