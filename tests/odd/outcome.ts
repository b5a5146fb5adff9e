import { join } from "node:path";
import { capabilities, recipe, tools } from "../fixtures/encode.ts";
import { needsSideFiles, toArgs } from "../../lib/encode/args/args.ts";
import { makeSideFiles } from "../../lib/encode/args/side_files.ts";
import { decide, resolveFor } from "../../lib/encode/decision/decide.ts";
import type { Plan } from "../../lib/encode/plan/model.ts";
import { videoEncoder } from "../../lib/encode/profiles/encoders.ts";
import { smartPresetRecipe } from "../../lib/encode/profiles/smart/presets.ts";
import type { AnyRecipe } from "../../lib/encode/profiles/smart/schema.ts";
import { runFfmpeg } from "../../lib/encode/run/run.ts";
import { verifyOutput } from "../../lib/encode/verify/verify.ts";
import { JobFailure } from "../../lib/kit/fault.ts";
import type { Probe } from "../../lib/media/probe/model.ts";

/** Plans, encodes and verifies one source with several profiles, and counts the decoded frames. */

const FAST = { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 };

/** Profiles of the table, by name. */
export const PROFILES: Record<string, AnyRecipe> = {
  remux: recipe({ container: "mkv", video: { encoder: "copy" }, audio: { encoder: "copy" } }),
  mkv: recipe({ container: "mkv", video: FAST, audio: { encoder: "aac" } }),
  mp4: recipe({ container: "mp4", video: FAST, audio: { encoder: "aac" }, subtitles: { mode: "copy-text" } }),
  "mp4 copy": recipe({ container: "mp4", video: { encoder: "copy" }, audio: { encoder: "copy" } }),
  smart: smartPresetRecipe("builtin-smart-remux") ?? recipe({}),
};

/** Outcome of one source with one profile. */
export type Outcome =
  | { kind: "refused"; text: string }
  | { kind: "left"; text: string }
  | { kind: "failed"; text: string; warnings: string[] }
  | Made;

/** A verified result. `warnings` are from the plan and the verification. */
export interface Made {
  kind: "made";
  warnings: string[];
  result: Probe;
  frames: number;
}

/** Returns the plan with the fastest encoder preset. */
function hurried(plan: Plan): Plan {
  if (!plan.video || plan.video.encoder === "copy") return plan;
  return { ...plan, video: { ...plan.video, preset: videoEncoder(plan.video.encoder).presets[0] ?? "" } };
}

/** Plans, encodes and verifies a source with a profile. */
export async function outcomeOf(probe: Probe, chosen: AnyRecipe, folder: string): Promise<Outcome> {
  const can = await capabilities();
  let plan: Plan;
  try {
    plan = hurried(decide(probe, resolveFor(probe, chosen, can), can).plan);
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return { kind: "refused", text: error.message };
  }
  if (plan.nothingToDo) return { kind: "left", text: plan.summary.join(" ") };
  const work = await Deno.makeTempDir({ dir: folder });
  try {
    const output = join(work, "output.bin");
    const side = needsSideFiles(probe, plan) ? await makeSideFiles({ ...tools, probe, plan, folder: work }) : {};
    const args = toArgs(probe, plan, { output, side });
    const signal = new AbortController().signal;
    const failed = await runFfmpeg({ ...tools, args, stallMs: 60_000, signal }).then(() => undefined, String);
    if (failed) return { kind: "failed", text: failed, warnings: plan.warnings };
    const { ok, problems, warnings, result } = await verifyOutput({
      ...tools,
      path: output,
      probe,
      plan,
      mode: "windows",
    });
    const all = [...plan.warnings, ...warnings];
    if (!ok || !result) return { kind: "failed", text: problems.join(" "), warnings: all };
    return { kind: "made", warnings: all, result, frames: await framesOf(output) };
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Returns the number of decoded frames of the first video stream. */
async function framesOf(path: string): Promise<number> {
  const { stdout } = await new Deno.Command(tools.ffprobePath, {
    args: [
      "-v",
      "quiet",
      "-select_streams",
      "v:0",
      "-count_frames",
      "-show_entries",
      "stream=nb_read_frames",
      "-of",
      "csv=p=0",
      path,
    ],
  }).output();
  return parseInt(new TextDecoder().decode(stdout));
}
