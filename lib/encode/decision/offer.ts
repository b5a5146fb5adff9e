import { dirname, join } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { AnyRecipe } from "../profiles/smart/schema.ts";
import { toArgs } from "../args/args.ts";
import { commandText } from "../args/command_text.ts";
import { decide, type DecideOptions, resolveFor } from "./decide.ts";
import type { SizeEstimate } from "../sampling/estimate.ts";
import type { Plan, SmartDecision, StreamDecision } from "../plan/model.ts";

/** Preview of a recipe's effect on a file, shown before anything is changed. */
export interface Offer {
  /** ffmpeg command for display. `args` contains the argument list. */
  command: string;
  args: string[];
  /** Path of the result. */
  output: string;
  summary: string[];
  warnings: string[];
  streams: StreamDecision[];
  estimate: SizeEstimate;
  nothingToDo: boolean;
  /** Rules of a smart profile that matched, and the resulting recipe. */
  smart?: SmartDecision;
  plan: Plan;
}

/** Plans a file without running anything. Pure. Throws `JobFailure` if the recipe cannot be used for it. */
export function offer(
  probe: Probe,
  chosen: AnyRecipe,
  capabilities: Capabilities,
  options: DecideOptions = {},
): Offer {
  const { recipe, plan, outputName, estimate } = decide(
    probe,
    resolveFor(probe, chosen, capabilities, options),
    capabilities,
    options,
  );
  const folder = recipe.output.directory || dirname(probe.path);
  const output = join(folder, outputName);
  const args = toArgs(probe, plan, { output });
  return {
    command: commandText(capabilities.ffmpegPath, args),
    args,
    output,
    summary: plan.summary,
    warnings: plan.warnings,
    streams: plan.streams,
    estimate,
    nothingToDo: plan.nothingToDo,
    ...(plan.smart ? { smart: plan.smart } : {}),
    plan,
  };
}

/** Returns the message if a recipe does not fit. Undefined for other errors. */
export const refusal = (error: unknown): string | undefined => error instanceof JobFailure ? error.message : undefined;
