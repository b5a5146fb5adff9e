import { basename, dirname, join } from "node:path";
import { JobFailure } from "../kit/fault.ts";
import type { Capabilities, Probe } from "../media/model.ts";
import type { Recipe } from "../profiles/schema.ts";
import { toArgs } from "./args.ts";
import { commandText } from "./command_text.ts";
import { estimateSize, type SizeEstimate } from "./estimate.ts";
import type { StreamDecision } from "./model.ts";
import { outputName } from "./output_name.ts";
import { plan } from "./plan.ts";

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
}

/** Plans a file without running anything. Pure. Throws `JobFailure` when the recipe cannot be used on it. */
export function offer(
  probe: Probe,
  recipe: Recipe,
  capabilities: Capabilities,
  { audioOnly = false, animation }: { audioOnly?: boolean; animation?: boolean } = {},
): Offer {
  const decided = plan(probe, recipe, capabilities, { audioOnly });
  const folder = recipe.output.directory || dirname(probe.path);
  const output = join(folder, outputName(basename(probe.path), probe, decided, recipe));
  const args = toArgs(probe, decided, { output });
  return {
    command: commandText(capabilities.ffmpegPath, args),
    args,
    output,
    summary: decided.summary,
    warnings: decided.warnings,
    streams: decided.streams,
    estimate: estimateSize(probe, decided, { animation: animation ?? recipe.mediaType === "anime" }),
    nothingToDo: decided.nothingToDo,
  };
}

/** The sentence of a recipe that does not fit, or undefined for anything else. */
export const refusal = (error: unknown): string | undefined => error instanceof JobFailure ? error.message : undefined;
