import { join } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import { finished } from "../kit/jobs.ts";
import { pacedEnv } from "../kit/paced_ffmpeg.ts";
import { NO_LIMIT_MS } from "../bench/report.ts";
import { run } from "../kit/run.ts";
import { api, type RunningService, startService } from "../kit/service.ts";
import { hashes, toolsWorkingOn } from "./checker.ts";

/**
 * Kills the complete service at random moments while it encodes a movie in segments. Finished segments must not change,
 * and the result must equal the result of an undisturbed encode: `deno run -A tests/soak/parts.ts [kills = 200]`. Exits
 * with 1 if a check fails.
 */
const kills = Number(Deno.args[0] ?? 200);
const FILM_SECONDS = 300;
const PART_SECONDS = 60;
/** Encoding speed as a multiple of playback speed. A one-minute segment takes three seconds. */
const PACE = 20;
/** Maximum time from the start of a segment to the kill, in multiples of the encode time of a segment. */
const LONGEST_LIFE_PARTS = 3;
/** Share of kills while a segment is in progress. The others happen at any moment after a start. */
const WHILE_ENCODING = 0.8;

const base = await Deno.makeTempDir({ prefix: "lathe_kill_parts_" });
const problems: string[] = [];
const expect = (holds: boolean, what: string) => holds || problems.push(what);
const env = await pacedEnv(await Deno.makeTempDir({ dir: base }), PACE);
const film = join(base, "Film.mkv");
await makeFilm(film);
const { outputPath, partMs } = await encodeWithoutKills();
const wanted = await packetsOf(outputPath);
console.log(`A part takes ${(partMs / 1000).toFixed(1)} s here.`);
let killed = 0;
let keptParts = 0;
let lostParts = 0;
let mostLost = 0;
for (let round = 0; killed < kills && problems.length === 0; round++) {
  await runRound(join(base, `round${round}`));
  console.log(
    `Round ${round + 1}: ${killed} kills, ${keptParts} finished parts seen after them, ` +
      `${lostParts} begun ones lost (at most ${mostLost} at once), ${problems.length} problems.`,
  );
}
await Deno.remove(base, { recursive: true });
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${killed} kills survived.` : "FAILED");
Deno.exit(problems.length === 0 ? 0 : 1);

async function makeFilm(path: string): Promise<void> {
  const { code, stderr } = await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `testsrc2=s=256x144:r=24000/1001:d=${FILM_SECONDS}`],
    ...["-f", "lavfi", "-i", `sine=f=440:d=${FILM_SECONDS}`, "-filter:v", "noise=alls=6:allf=t"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-g", "48", "-c:a", "ac3", "-metadata:s:a:0", "language=eng", path],
  ]);
  if (code !== 0) throw new Error(stderr);
}

/** Returns every packet of a file with timestamps and hash, without container data that differs in each run. */
async function packetsOf(path: string): Promise<string> {
  const { code, stdout, stderr } = await run("ffmpeg", [
    "-v",
    "error",
    "-i",
    path,
    "-map",
    "0",
    "-c",
    "copy",
    "-f",
    "framemd5",
    "-",
  ]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

async function createJob(service: RunningService, source: string): Promise<Job> {
  const profile = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name: "Parts",
      video: { encoder: "libx264", preset: "veryfast", quality: 24, pixelFormat: "yuv420p" },
      audio: { encoder: "copy" },
      output: { segments: "on" },
    },
  });
  const job = await api<Job>(service, "/api/jobs", {
    body: { profileId: profile.body.id, source: { localPath: source } },
  });
  if (job.status !== 201) throw new Error(`No job: ${JSON.stringify(job.body)}`);
  return job.body;
}

async function encodeWithoutKills(): Promise<{ outputPath: string; partMs: number }> {
  const folder = join(base, "whole");
  await Deno.mkdir(folder);
  const source = join(folder, "Film.mkv");
  await Deno.copyFile(film, source);
  await using service = await startService({ env });
  const began = performance.now();
  const job = await finished(service, (await createJob(service, source)).id, NO_LIMIT_MS);
  if (job.status !== "done") throw new Error(`The encode without kills ended ${job.status}: ${job.error}`);
  return { outputPath: job.outputPath ?? "", partMs: (performance.now() - began) / (FILM_SECONDS / PART_SECONDS) };
}

async function runRound(folder: string): Promise<void> {
  const configDir = join(folder, "config");
  await Deno.mkdir(configDir, { recursive: true });
  const source = join(folder, "Film.mkv");
  await Deno.copyFile(film, source);
  const parts = join(configDir, "cache/transcodes/segments");
  let service = await startService({ configDir, env });
  const { id } = await createJob(service, source);
  let known = new Map<string, string>();
  let job = await jobOf(service, id);
  while (killed < kills) {
    const follow = async (isOver: () => boolean) => {
      while (!isOver() && !hasEnded(job)) {
        job = await jobOf(service, id);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    if (Math.random() < WHILE_ENCODING) {
      await follow(() => job.status === "encoding" && (job.parts ?? []).some(({ state }) => state === "encoding"));
    }
    const deadline = Date.now() + Math.random() * LONGEST_LIFE_PARTS * partMs;
    await follow(() => Date.now() >= deadline);
    if (hasEnded(job)) break;
    await service.kill();
    killed++;
    const found = await finishedParts(parts);
    for (const [path, hash] of known) {
      const now = found.get(path);
      expect(
        now === hash || found.size === 0,
        `${path} was finished and is ${now === undefined ? "gone" : "another"}.`,
      );
    }
    known = found;
    keptParts += found.size;
    const lost = await partsBegun(parts);
    lostParts += lost;
    mostLost = Math.max(mostLost, lost);
    service = await startService({ configDir, env });
    job = await jobOf(service, id);
  }
  job = await finished(service, id, NO_LIMIT_MS);
  expect(job.status === "done", `The job ended ${job.status}: ${job.error ?? ""}`);
  if (job.status === "done") {
    expect(
      await packetsOf(job.outputPath ?? "") === wanted,
      `${job.outputPath} is not what one run without kills makes.`,
    );
  }
  expect((await finishedParts(parts)).size === 0, "Parts were left behind.");
  await service.stop();
  const working = await toolsWorkingOn(folder);
  expect(working.length === 0, `Still running: ${working.join(", ")}`);
}

async function jobOf(service: RunningService, id: string): Promise<Job> {
  return (await api<Job>(service, `/api/jobs/${id}`)).body;
}

function hasEnded({ status }: Job): boolean {
  return ["done", "failed", "cancelled"].includes(status);
}

/** Returns the segments that have their final name, by path. */
async function finishedParts(folder: string): Promise<Map<string, string>> {
  const all = await hashes(folder).catch(() => new Map<string, string>());
  return new Map([...all].filter(([path]) => path.endsWith(".mp4")));
}

/** Returns the number of segments in progress when the program ended. */
async function partsBegun(folder: string): Promise<number> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch(() => []);
  return names.filter((name) => name.endsWith(".partial")).length;
}
