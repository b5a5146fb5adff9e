import { join } from "node:path";
import { verifyOutput } from "../../lib/encode/verify/verify.ts";
import { encodeFile, recipe, tools } from "../fixtures/encode.ts";
import { processorSeconds } from "../kit/processor_time.ts";
import { type Figure, median } from "./report.ts";
import { makeLongClip } from "./overhead.ts";

const MINUTES = 5;
const FILM_MINUTES = 100;
const ROUNDS = 3;

/**
 * Measures the processor time of sampled verification: relative to the verified encode (x265 medium, five minutes of
 * 720p), relative to the same encode of a whole movie, and for a stream copy. Other programs on the machine hardly
 * change the processor time. The notes contain the wall time. The movie is encoded with x264's fastest preset, because
 * its verification reads as many packets and decodes as many frames. Its x265 time is extrapolated from the five
 * minutes.
 */
export async function measureVerify(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    const source = join(folder, "film.mkv");
    await makeLongClip(tools.ffmpegPath, source);
    const x265 = await timed(folder, source, {
      video: { encoder: "libx265", preset: "medium" },
      audio: { encoder: "libopus" },
    });
    const copy = await timed(folder, source, { video: { encoder: "copy" }, audio: {} });
    const long = join(folder, "long.mkv");
    await makeLongClip(tools.ffmpegPath, long, FILM_MINUTES);
    const film = await timed(folder, long, {
      video: { encoder: "libx264", preset: "ultrafast" },
      audio: { encoder: "libopus" },
    });
    const filmCopy = await timed(folder, long, { video: { encoder: "copy" }, audio: {} });
    const full = await fullRatio(folder);
    console.log(
      `  processor time: encode ${x265.encode.toFixed(1)} s, check ${x265.check.toFixed(1)} s; check of a copy ${
        copy.check.toFixed(1)
      } s`,
    );
    return [
      {
        name: "check in places over x265 medium",
        value: x265.check / x265.encode * 100,
        unit: "%",
        limit: 3,
        note: `${MINUTES} min of 720p with one track of sound`,
      },
      {
        name: "check in places of a film over x265 medium",
        value: film.check / (x265.encode * FILM_MINUTES / MINUTES) * 100,
        unit: "%",
        limit: 3,
        note: `${film.wall.toFixed(1)} s on the clock for ${FILM_MINUTES} min of 720p; of a stream copy ${
          filmCopy.wall.toFixed(1)
        } s`,
      },
      {
        name: "comparison of every frame over one ffmpeg that decodes both and measures SSIM",
        value: full.check / full.ssim,
        unit: "x",
        limit: 1.5,
        note: `${full.wall.toFixed(1)} s on the clock for 40 s of 854x480 by x264 medium`,
      },
      {
        name: "check of a stream copy over reading its file with ffprobe",
        value: copy.check / copy.reading,
        unit: "x",
        limit: 6,
        note: `${copy.wall.toFixed(1)} s on the clock for ${MINUTES} min of 720p`,
      },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Compares a full verification of a short movie with the fastest possible comparison of all frames. */
async function fullRatio(folder: string): Promise<{ check: number; wall: number; ssim: number }> {
  const graph = "testsrc2=s=854x480:r=24:d=40,noise=alls=6:allf=t";
  const source = join(folder, "short.mkv");
  const inputs = ["-f", "lavfi", "-i", graph, "-f", "lavfi", "-i", "anoisesrc=d=40:c=pink:a=0.05"];
  await ffmpeg(...inputs, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", source);
  const video = { encoder: "libx264", preset: "medium", pixelFormat: "yuv420p" };
  const encoded = await encodeFile(folder, source, recipe({ video, audio: { encoder: "aac" } }));
  const rounds: { check: Cost; ssim: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const check = await costOf(() => verified(encoded, "full"));
    const graph = ["-filter_complex", "[0:v][1:v]ssim", "-f", "null", "-"];
    rounds.push({ check, ssim: await costOf(() => ffmpeg("-i", source, "-i", encoded.output, ...graph)) });
  }
  await Deno.remove(encoded.output);
  return {
    check: median(rounds.map(({ check }) => check.processor)),
    wall: median(rounds.map(({ check }) => check.wall)),
    ssim: median(rounds.map(({ ssim }) => ssim.processor)),
  };
}

async function ffmpeg(...args: string[]): Promise<void> {
  const command = new Deno.Command(tools.ffmpegPath, { args: ["-v", "error", "-nostdin", "-y", ...args] });
  if (!(await command.output()).success) throw new Error(`ffmpeg failed: ${args.join(" ")}`);
}

/**
 * Returns the processor time of an encode, its verification and one run of ffprobe, and the wall time of the
 * verification, in seconds.
 */
async function timed(folder: string, source: string, parts: Record<string, unknown>) {
  const before = processorSeconds("self");
  const encoded = await encodeFile(folder, source, recipe(parts));
  const encode = processorSeconds("self") - before;
  const rounds: { check: Cost; reading: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const check = await costOf(() => verified(encoded, "windows"));
    const args = ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv", encoded.output];
    rounds.push({ check, reading: await costOf(() => new Deno.Command(tools.ffprobePath, { args }).output()) });
  }
  await Deno.remove(encoded.output);
  return {
    encode,
    check: median(rounds.map(({ check }) => check.processor)),
    wall: median(rounds.map(({ check }) => check.wall)),
    reading: median(rounds.map(({ reading }) => reading.processor)),
  };
}

/** Wall time, and processor time of this process and its child processes, in seconds. */
interface Cost {
  wall: number;
  processor: number;
}

async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const [began, before] = [performance.now(), processorSeconds("self")];
  await run();
  return { wall: (performance.now() - began) / 1000, processor: processorSeconds("self") - before };
}

async function verified(
  { probe, decided, output }: Awaited<ReturnType<typeof encodeFile>>,
  mode: "windows" | "full",
): Promise<void> {
  const verdict = await verifyOutput({ ...tools, path: output, probe, plan: decided, mode });
  if (!verdict.ok) throw new Error(`A good encode was refused: ${verdict.problems.join(" ")}`);
}
