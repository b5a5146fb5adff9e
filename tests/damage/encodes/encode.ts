import type { Plan } from "../../../lib/encode/plan/model.ts";
import { toArgs } from "../../../lib/encode/args/args.ts";
import { plan, type PlanOptions } from "../../../lib/encode/plan/plan.ts";
import { makeSideFiles } from "../../../lib/encode/args/side_files.ts";
import type { Probe } from "../../../lib/media/probe/model.ts";
import { capabilities, read, recipe, tools } from "../../fixtures/encode.ts";
import { join } from "node:path";
import { makeSource, type SourceSpec } from "../content/source.ts";
import { cachedFile } from "../../kit/cached_files.ts";
import { run } from "../tools.ts";

/** A good result of Lathe's pipeline, on which damages are based. */
export interface GoodEncode {
  name: string;
  /** Probe of the source. */
  probe: Probe;
  plan: Plan;
  /** Path of the result, which is never modified. */
  path: string;
  result: Probe;
}

export interface EncodeSpec {
  source: SourceSpec;
  recipe: Record<string, unknown>;
  options?: PlanOptions;
}

/** Runs probe, plan and ffmpeg as Lathe does. The result is cached while source and command stay the same. */
export async function makeEncode(name: string, { source, recipe: parts, options }: EncodeSpec): Promise<GoodEncode> {
  const probe = await read(await makeSource(source));
  return await encodeProbe(name, probe, plan(probe, recipe(parts), await capabilities(), options));
}

/** Encodes a source with an existing plan. The result is cached as in `makeEncode`. */
export async function encodeProbe(name: string, probe: Probe, decided: Plan): Promise<GoodEncode> {
  const displayed = toArgs(probe, decided, { output: "result" });
  const path = await cachedFile(["encode-1", ...displayed], async (folder) => {
    const side = await makeSideFiles({ ...tools, probe, plan: decided, folder });
    const output = join(folder, "result.bin");
    await run("ffmpeg", ["-v", "error", ...toArgs(probe, decided, { output, side })]);
    return output;
  });
  return { name, probe, plan: decided, path, result: await read(path) };
}
