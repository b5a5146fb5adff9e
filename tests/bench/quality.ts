import { join } from "node:path";
import { toArgs } from "../../lib/encode/args/args.ts";
import { decide, resolveFor } from "../../lib/encode/decision/decide.ts";
import type { Plan, VideoPlan } from "../../lib/encode/plan/model.ts";
import { measureEncode, searchQuality } from "../../lib/encode/sampling/sampling.ts";
import { lowScore } from "../../lib/encode/sampling/score.ts";
import { runProcess } from "../../lib/kit/process/process.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import { capabilities, read, tools } from "../fixtures/encode.ts";
import { FILM_CLIPS, makeFilmClip } from "../fixtures/film_clips.ts";
import { recipe } from "../fixtures/plans.ts";
import { type Figure, NO_LIMIT_MS } from "./report.ts";

const SECONDS = 60;
const TARGET = 0.98;
/** Tolerance below the target in SSIM. It corresponds to about half a point of VMAF. */
const ALLOWED = 0.005;

interface Trial {
  probe: Probe;
  plan: Plan & { video: VideoPlan };
}

async function planned(path: string): Promise<Trial> {
  const can = await capabilities();
  const probe = await read(path);
  const video = {
    encoder: "libx264",
    preset: "medium",
    quality: 23,
    pixelFormat: "yuv420p",
    targetMetric: "ssim",
    targetScore: TARGET,
  } as const;
  const { plan } = decide(probe, resolveFor(probe, recipe({ video }), can), can);
  if (!plan.video) throw new Error(path);
  return { probe, plan: { ...plan, video: plan.video } };
}

async function encode({ probe, plan }: Trial, output: string): Promise<number> {
  const started = performance.now();
  const args = toArgs(probe, plan, { output });
  const { code, stderr } = await runProcess({ path: tools.ffmpegPath, args, timeoutMs: NO_LIMIT_MS });
  if (code !== 0) throw new Error(stderr);
  return (performance.now() - started) / 1000;
}

/**
 * Measures the deviation of encodes from their target score, the number of trials, and the cost of the search on an
 * eleven-minute movie.
 */
export async function measureQuality(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const output = join(folder, "out.mkv");
  const misses: number[] = [];
  let most = 0;
  try {
    for (const name of Object.keys(FILM_CLIPS)) {
      const trial = await planned(await makeFilmClip(folder, name, SECONDS));
      const search = { ...tools, ...trial, folder, metric: "ssim" as const };
      const found = await searchQuality({ ...search, target: TARGET });
      const made = { ...trial, plan: { ...trial.plan, video: { ...trial.plan.video, quality: found.quality } } };
      await encode(made, output);
      // The measurement compares every frame, not only samples.
      const score = lowScore(await measureEncode({ ...search, plan: made.plan, path: output, places: SECONDS }));
      misses.push(Math.abs(score - TARGET));
      most = Math.max(most, found.trials.length);
      console.log(`  ${name}: CRF ${found.quality}, ${found.trials.length} trials, SSIM ${score.toFixed(4)}`);
    }
    const film = await planned(await makeFilmClip(folder, "pattern", 660));
    const found = await searchQuality({ ...tools, ...film, folder, metric: "ssim", target: TARGET });
    const seconds = await encode({
      ...film,
      plan: { ...film.plan, video: { ...film.plan.video, quality: found.quality } },
    }, output);
    return [
      {
        name: "farthest from the target",
        value: Math.max(...misses),
        unit: "SSIM",
        limit: ALLOWED,
        note: `${misses.length} clips`,
      },
      { name: "most trials", value: most, unit: "trials", limit: 5, note: "" },
      {
        name: "search over encode, 11 min",
        value: (found.seconds / seconds) * 100,
        unit: "%",
        limit: 20,
        note: `${found.trials.length} trials`,
      },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
