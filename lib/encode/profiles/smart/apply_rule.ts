import type { Recipe } from "../schema.ts";
import type { SmartRule } from "./schema.ts";

/** A recipe with what one rule sets. Pure. */
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
