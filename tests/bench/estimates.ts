import { join } from "node:path";
import { toArgs } from "../../lib/encode/args.ts";
import { decide, resolveFor } from "../../lib/encode/decide.ts";
import { withSample } from "../../lib/encode/sample_size.ts";
import { sampleSize } from "../../lib/encode/sampling.ts";
import { quantile } from "../../lib/jobs/outcomes.ts";
import { runProcess } from "../../lib/kit/process.ts";
import { capabilities, read, tools } from "../fixtures/encode.ts";
import { FILM_CLIPS, makeFilmClip } from "../fixtures/film_clips.ts";
import { recipe } from "../fixtures/plans.ts";
import type { Figure } from "./report.ts";

const SECONDS = 60;
const VIDEO = [
  { encoder: "libx264", preset: "veryfast", quality: 23, pixelFormat: "yuv420p" },
  { encoder: "libx265", preset: "superfast", quality: 24, pixelFormat: "yuv420p10le" },
  { encoder: "libsvtav1", preset: "12", quality: 35, pixelFormat: "yuv420p10le" },
] as const;

/** How far estimates are off on ten very different clips with three encoders, by the model and by samples. */
export async function measureEstimates(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const can = await capabilities();
  const errors = { model: [] as number[], sample: [] as number[] };
  let within = 0;
  let times = 0;
  try {
    for (const name of Object.keys(FILM_CLIPS)) {
      const probe = await read(await makeFilmClip(folder, name, SECONDS));
      for (const video of VIDEO) {
        const chosen = recipe({ video });
        const { plan, estimate } = decide(probe, resolveFor(probe, chosen, can), can);
        if (!plan.video) throw new Error(name);
        const sampled = withSample(
          estimate,
          await sampleSize({ ...tools, probe, plan: { ...plan, video: plan.video }, folder }),
        );
        const output = join(folder, "out.mkv");
        const args = toArgs(probe, plan, { output });
        const started = performance.now();
        const { code, stderr } = await runProcess({ path: tools.ffmpegPath, args, timeoutMs: 600_000 });
        if (code !== 0) throw new Error(stderr);
        const seconds = (performance.now() - started) / 1000;
        const { size } = await Deno.stat(output);
        errors.model.push(Math.abs(estimate.bytes / size - 1) * 100);
        errors.sample.push(Math.abs(sampled.bytes / size - 1) * 100);
        if (size >= sampled.low && size <= sampled.high) within++;
        times += Math.abs((sampled.encodeSeconds ?? 0) / seconds - 1) * 100;
        const off = (bytes: number) => `${((bytes / size - 1) * 100).toFixed(0)} %`;
        console.log(`  ${name} ${video.encoder}: model ${off(estimate.bytes)}, sample ${off(sampled.bytes)}`);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const at = (values: number[], part: number) => quantile(values.toSorted((a, b) => a - b), part);
  const runs = errors.sample.length;
  return [
    { name: "sampled, median error", value: at(errors.sample, 0.5), unit: "%", limit: 10, note: `${runs} encodes` },
    { name: "sampled, 90th percentile", value: at(errors.sample, 0.9), unit: "%", limit: 25, note: "" },
    { name: "outside the stated bounds", value: (1 - within / runs) * 100, unit: "%", limit: 10, note: "" },
    { name: "sampled, mean error of the time", value: times / runs, unit: "%", limit: 100, note: "" },
    {
      name: "model alone, median error",
      value: at(errors.model, 0.5),
      unit: "%",
      limit: 1000,
      note: "synthetic clips",
    },
    { name: "model alone, 90th percentile", value: at(errors.model, 0.9), unit: "%", limit: 10_000, note: "" },
  ];
}
