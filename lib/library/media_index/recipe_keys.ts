import { createHash } from "node:crypto";
import type { DecideOptions } from "../../encode/decision/decide.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import { Fault } from "../../kit/fault.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";

/** Everything on this machine that affects decisions about all files. */
export interface DecisionMachine {
  capabilities: Capabilities;
  context: DecideOptions;
}

/** A recipe, with the key of the evaluations that depend on it. */
export interface KeyedRecipe {
  key: string;
  recipe: AnyRecipe;
}

/**
 * Returns the recipes of profiles with their keys. Profiles that do not exist or cannot be used are omitted. A key
 * changes with the recipe, the tools and the settings, but not with the corrections of the size model.
 */
export async function keyedRecipes(
  profiles: Pick<Profiles, "recipe">,
  profileIds: readonly string[],
  { capabilities, context: { corrections: _, ...context } }: DecisionMachine,
): Promise<Map<string, KeyedRecipe>> {
  const found = new Map<string, KeyedRecipe>();
  for (const id of new Set(profileIds)) {
    try {
      const recipe = await profiles.recipe(id);
      const key = createHash("sha1").update(JSON.stringify([{ ...recipe, name: undefined }, capabilities, context]))
        .digest("base64url");
      found.set(id, { key, recipe });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  return found;
}
