import type { Recipe } from "../schema.ts";
import type { SmartRule } from "./schema.ts";

/** Returns the recipe with the changes of one rule. Pure. */
export function applyRule(recipe: Recipe, { set }: SmartRule): Recipe {
  return {
    ...recipe,
    container: set.container ?? recipe.container,
    video: { ...recipe.video, ...set.video },
    audio: { ...recipe.audio, ...set.audio },
    subtitles: { ...recipe.subtitles, ...set.subtitles },
    output: { ...recipe.output, ...set.output },
  };
}
