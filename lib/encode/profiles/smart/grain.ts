import { type AnyRecipe, isSmart } from "./schema.ts";

/**
 * From here on grain counts as the film's own: see the measurements in `docs/presets.md`. Below lie clean animation,
 * digital cameras in good light and what encoders add.
 */
export const GRAINY = 2;

/** Whether a rule of the profile asks how grainy the picture is. */
export const asksForGrain = (recipe: AnyRecipe): boolean =>
  isSmart(recipe) && recipe.smart.rules.some(({ when }) => when.some(({ fact }) => fact === "grain"));
