import { dirname, join } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import type { Capabilities, Probe } from "../../media/probe/model.ts";
import type { AnyRecipe } from "../profiles/smart/schema.ts";
import { toArgs } from "../args/args.ts";
import { commandText } from "../args/command_text.ts";
import { decide, type DecideOptions, resolveFor } from "./decide.ts";
import type { SizeEstimate } from "../sampling/estimate.ts";
import type { Plan, SmartDecision, StreamDecision } from "./model.ts";

/** What a recipe would do to a file: shown before anything is touched. */
export interface Offer {
  /** The ffmpeg command as people read it; the list is in `args`. */
  command: string;
  args: string[];
  /** Path of the result. */
  output: string;
  summary: string[];
  warnings: string[];
  streams: StreamDecision[];
  estimate: SizeEstimate;
  nothingToDo: boolean;
  /** Which rules of a smart profile fired, and the recipe they led to. */
  smart?: SmartDecision;
  plan: Plan;
}

/** Plans a file without running anything. Pure. Throws `JobFailure` when the recipe cannot be used on it. */
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

/** The sentence of a recipe that does not fit, or undefined for anything else. */
export const refusal = (error: unknown): string | undefined => error instanceof JobFailure ? error.message : undefined;
