import { type AnyRecipe, isSmart } from "./schema.ts";

/**
 * Minimum level of film grain, see the measurements in `docs/presets.md`. Clean animation, digital cameras in good
 * light and compression artifacts have lower levels.
 */
export const GRAINY = 2;

/** True if a rule of the profile uses grain. */
export const asksForGrain = (recipe: AnyRecipe): boolean =>
  isSmart(recipe) && recipe.smart.rules.some(({ when }) => when.some(({ fact }) => fact === "grain"));
