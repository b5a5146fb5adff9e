import { join } from "node:path";
import { toArgs } from "../../lib/encode/args/args.ts";
import { decide, resolveFor } from "../../lib/encode/decision/decide.ts";
import { withSample } from "../../lib/encode/sampling/sample_size.ts";
import { sampleSize } from "../../lib/encode/sampling/sampling.ts";
import { quantile } from "../../lib/kit/quantile.ts";
import { runProcess } from "../../lib/kit/process/process.ts";
import type { Capabilities } from "../../lib/media/tools/capabilities.ts";
import { capabilities, read, tools } from "../fixtures/encode.ts";
import { makeMixedFilm } from "../fixtures/mixed_films.ts";
import { recipe } from "../fixtures/plans.ts";
import { type Figure, NO_LIMIT_MS } from "./report.ts";

const SECONDS = 180;
const FILMS = 20;
const VIDEO = [
  { encoder: "libx264", preset: "veryfast", quality: 23, pixelFormat: "yuv420p" },
  { encoder: "libx265", preset: "superfast", quality: 24, pixelFormat: "yuv420p10le" },
  { encoder: "libsvtav1", preset: "12", quality: 35, pixelFormat: "yuv420p10le" },
] as const;

interface Outcome {
  modelError: number;
  sampleError: number;
  inside: boolean;
  /** Ratio of estimated and actual time, or its inverse if it is below 1. */
  timeFactor: number;
}

/**
 * Measures the error of model-based and sample-based estimates on movies with strong changes. The encoders alternate.
 */
export async function measureEstimates(
  { films = FILMS, firstSeed = Math.floor(Math.random() * 1e6) }: { films?: number; firstSeed?: number } = {},
): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const can = await capabilities();
  const outcomes: Outcome[] = [];
  try {
    for (let i = 0; i < films; i++) {
      const path = await makeMixedFilm(folder, firstSeed + i, SECONDS);
      outcomes.push(await measureFilm(path, i, folder, can));
      await Deno.remove(path);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const at = (of: (one: Outcome) => number, part: number) => quantile(outcomes.map(of).sort((a, b) => a - b), part);
  const outside = outcomes.filter(({ inside }) => !inside).length;
  const note = `${films} films of ${SECONDS} s from seed ${firstSeed}`;
  return [
    { name: "sampled, median error", value: at((one) => one.sampleError, 0.5), unit: "%", limit: 10, note },
    { name: "sampled, 90th percentile", value: at((one) => one.sampleError, 0.9), unit: "%", limit: 25, note: "" },
    { name: "outside the stated bounds", value: (outside / films) * 100, unit: "%", limit: 10, note: "" },
    { name: "time, median factor", value: at((one) => one.timeFactor, 0.5), unit: "x", limit: 1.5, note: "" },
    { name: "time, 90th percentile", value: at((one) => one.timeFactor, 0.9), unit: "x", limit: 1.5, note: "" },
    { name: "model alone, median error", value: at((one) => one.modelError, 0.5), unit: "%", limit: 1000, note: "" },
  ];
}

async function measureFilm(path: string, index: number, folder: string, can: Capabilities): Promise<Outcome> {
  const probe = await read(path);
  const video = VIDEO[index % VIDEO.length] ?? VIDEO[0];
  const { plan, estimate } = decide(probe, resolveFor(probe, recipe({ video }), can), can);
  if (!plan.video) throw new Error(`${path} has no picture`);
  const sample = await sampleSize({ ...tools, probe, plan: { ...plan, video: plan.video }, folder });
  const sampled = withSample(estimate, sample);
  const output = join(folder, "out.mkv");
  const started = performance.now();
  // The priority is as low as for the samples and encodes of jobs.
  const { code, stderr } = await runProcess({
    path: tools.ffmpegPath,
    args: toArgs(probe, plan, { output }),
    timeoutMs: NO_LIMIT_MS,
    nice: 10,
  });
  if (code !== 0) throw new Error(stderr);
  const seconds = (performance.now() - started) / 1000;
  const { size } = await Deno.stat(output);
  const ratio = sample.encodeSeconds / seconds;
  const off = (bytes: number) => `${((bytes / size - 1) * 100).toFixed(1)} %`;
  const [load = 0] = Deno.loadavg();
  console.log(
    `  film ${index + 1} ${video.encoder}: model ${off(estimate.bytes)}, sample ${off(sampled.bytes)} ` +
      `(range ${off(sampled.low)} to ${off(sampled.high)}), time x${ratio.toFixed(2)}, load ${load.toFixed(1)}`,
  );
  return {
    modelError: Math.abs(estimate.bytes / size - 1) * 100,
    sampleError: Math.abs(sampled.bytes / size - 1) * 100,
    inside: size >= sampled.low && size <= sampled.high,
    timeFactor: Math.max(ratio, 1 / ratio),
  };
}
