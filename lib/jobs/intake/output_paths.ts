import { dirname, join } from "node:path";
import type { Recipe } from "../../encode/profiles/schema.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import { binPath, isSameName, partialPathBeside, partialPathIn } from "../delivery/file_names.ts";

/** Paths of an encode, as plain data. They are stored in the journal, so the names of the fields must not change. */
export interface OutputPaths {
  /** Final path. */
  target: string;
  /** Path to which the tool writes. */
  partial: string;
  /** Path of the original in the recycle bin, if it is replaced. */
  bin?: string;
  /** True if the profile writes to a separate folder. */
  elsewhere: boolean;
  keepDays: number;
  /** True if the original may be replaced although it is damaged. */
  replaceDamaged?: boolean;
}

/** Inputs that determine the paths of an encode. */
export interface OutputPathsInput {
  source: string;
  outputName: string;
  jobId: string;
  recipe: Pick<Recipe, "output">;
  settings: Pick<Settings, "transcodeTemp" | "transcoding">;
  transcodes: string;
  day: Date;
}

/** Returns every path of an encode. Pure. */
export function outputPaths(
  { source, outputName, jobId, recipe, settings, transcodes, day }: OutputPathsInput,
): OutputPaths {
  const home = dirname(source);
  const folder = recipe.output.directory === "" ? home : recipe.output.directory;
  const named = join(folder, outputName);
  const replaces = recipe.output.replaceOriginal;
  // Names that differ only in case are the same file on some disks, so the spelling of the original is kept.
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
