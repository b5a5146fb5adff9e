import { type AnyRecipe, isSmart } from "./schema.ts";

/**
 * Threshold above which grain counts as film grain; see the measurements in `docs/presets.md`. Clean animation, digital
 * cameras in good light and encoder artifacts are below it.
 */
export const GRAINY = 2;

/** True if a rule of the profile depends on grain. */
export const asksForGrain = (recipe: AnyRecipe): boolean =>
  isSmart(recipe) && recipe.smart.rules.some(({ when }) => when.some(({ fact }) => fact === "grain"));
