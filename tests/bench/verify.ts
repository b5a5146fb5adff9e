import { join } from "node:path";
import { verifyOutput } from "../../lib/encode/verify/verify.ts";
import { encodeFile, recipe, tools } from "../fixtures/encode.ts";
import { type Figure, median } from "./report.ts";
import { makeLongClip } from "./overhead.ts";

const MINUTES = 5;
const FILM_MINUTES = 100;
const ROUNDS = 3;

/**
 * Measures the cost of sampled verification in one run: its wall time relative to that of the encode it verifies (x265
 * medium, five minutes of 720p), to the same encode of a whole movie, and for a stream copy. The movie is encoded with
 * x264's fastest preset, because its verification reads as many packets and decodes as many frames. The x265 time is
 * extrapolated from the five minutes.
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
      `  encode ${x265.encode.toFixed(1)} s, check ${x265.check.toFixed(1)} s; check of a copy ${
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
        note: `${film.check.toFixed(1)} s for ${FILM_MINUTES} min of 720p; of a stream copy ${
          filmCopy.check.toFixed(1)
        } s`,
      },
      {
        name: "comparison of every frame over one ffmpeg that decodes both and measures SSIM",
        value: full.check / full.ssim,
        unit: "x",
        limit: 1.5,
        note: `${full.check.toFixed(1)} s for 40 s of 854x480 by x264 medium`,
      },
      {
        name: "check of a stream copy over reading its file with ffprobe",
        value: copy.check / copy.reading,
        unit: "x",
        limit: 6,
        note: `${copy.check.toFixed(1)} s for ${MINUTES} min of 720p`,
      },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Compares a full verification of a short movie with the cheapest comparison of all frames. */
async function fullRatio(folder: string): Promise<{ check: number; ssim: number }> {
  const graph = "testsrc2=s=854x480:r=24:d=40,noise=alls=6:allf=t";
  const source = join(folder, "short.mkv");
  const inputs = ["-f", "lavfi", "-i", graph, "-f", "lavfi", "-i", "anoisesrc=d=40:c=pink:a=0.05"];
  await ffmpeg(...inputs, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", source);
  const video = { encoder: "libx264", preset: "medium", pixelFormat: "yuv420p" };
  const { probe, decided, output } = await encodeFile(folder, source, recipe({ video, audio: { encoder: "aac" } }));
  const [checks, ssims]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const verdict = await verifyOutput({ ...tools, path: output, probe, plan: decided, mode: "full" });
    if (!verdict.ok) throw new Error(`A good encode was refused: ${verdict.problems.join(" ")}`);
    checks.push(verdict.seconds);
    const began = performance.now();
    await ffmpeg("-i", source, "-i", output, "-filter_complex", "[0:v][1:v]ssim", "-f", "null", "-");
    ssims.push((performance.now() - began) / 1000);
  }
  await Deno.remove(output);
  return { check: median(checks), ssim: median(ssims) };
}

async function ffmpeg(...args: string[]): Promise<void> {
  const command = new Deno.Command(tools.ffmpegPath, { args: ["-v", "error", "-nostdin", "-y", ...args] });
  if (!(await command.output()).success) throw new Error(`ffmpeg failed: ${args.join(" ")}`);
}

async function timed(folder: string, source: string, parts: Record<string, unknown>) {
  const started = performance.now();
  const { probe, decided, output } = await encodeFile(folder, source, recipe(parts));
  const encode = (performance.now() - started) / 1000;
  const checks: number[] = [];
  const readings: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const verdict = await verifyOutput({ ...tools, path: output, probe, plan: decided, mode: "windows" });
    if (!verdict.ok) throw new Error(`A good encode was refused: ${verdict.problems.join(" ")}`);
    checks.push(verdict.seconds);
    const began = performance.now();
    await new Deno.Command(tools.ffprobePath, {
      args: ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv", output],
    })
      .output();
    readings.push((performance.now() - began) / 1000);
  }
  await Deno.remove(output);
  return { encode, check: median(checks), reading: median(readings) };
}
