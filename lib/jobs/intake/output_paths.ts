import { dirname, join } from "node:path";
import type { Recipe } from "../../encode/profiles/schema.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import { binPath, isSameName, partialPathBeside, partialPathIn } from "../delivery/file_names.ts";

/** The paths of one encode. Plain data: journalled, so its fields keep their names. */
export interface OutputPaths {
  /** The final path. */
  target: string;
  /** Where the tool writes. */
  partial: string;
  /** The original's place in the bin, when it is replaced. */
  bin?: string;
  /** The profile writes into a folder of its own. */
  elsewhere: boolean;
  keepDays: number;
  /** The original may go although it is damaged. */
  replaceDamaged?: boolean;
}

/** What the paths of an encode depend on. */
export interface OutputPathsInput {
  source: string;
  outputName: string;
  jobId: string;
  recipe: Pick<Recipe, "output">;
  settings: Pick<Settings, "transcodeTemp" | "transcoding">;
  transcodes: string;
  day: Date;
}

/** Decides every path of an encode. Pure. */
export function outputPaths(
  { source, outputName, jobId, recipe, settings, transcodes, day }: OutputPathsInput,
): OutputPaths {
  const home = dirname(source);
  const folder = recipe.output.directory === "" ? home : recipe.output.directory;
  const named = join(folder, outputName);
  const replaces = recipe.output.replaceOriginal;
  // A name that differs in letter case only is the same file on some disks: then the original's spelling stays.
  const target = replaces && folder === home && isSameName(named, source) ? source : named;
  return {
    target,
    partial: settings.transcodeTemp === "output"
      ? partialPathBeside(target, jobId)
      : partialPathIn(transcodes, outputName, jobId),
    ...(replaces ? { bin: binPath(source, jobId, "original", day) } : {}),
    elsewhere: folder !== home,
    replaceDamaged: recipe.output.replaceDamaged,
    keepDays: recipe.output.keepOriginalDays ?? settings.transcoding.keepOriginalDays,
  };
}
