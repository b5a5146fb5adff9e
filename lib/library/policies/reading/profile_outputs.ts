import { isSmart } from "../../../encode/profiles/smart/schema.ts";
import type { PolicyDeps } from "../deps.ts";
import type { ProfileOutput, Resources } from "../planning/resources.ts";
import type { Snapshot } from "./snapshot.ts";

/** Reads what each profile does with the originals, the machines that can encode for it, and the limit of the bin. */
export async function readResources(
  { profiles, settings, machines }: Pick<PolicyDeps, "profiles" | "settings" | "machines">,
  snapshot: Pick<Snapshot, "profiles">,
): Promise<Resources> {
  const { transcoding } = settings.current();
  const outputs = new Map<string, ProfileOutput>();
  for (const id of snapshot.profiles.keys()) {
    const recipe = await profiles.recipe(id);
    const { output, video } = isSmart(recipe) ? recipe.base : recipe;
    outputs.set(id, {
      replaces: output.replaceOriginal,
      keepDays: output.keepOriginalDays ?? transcoding.keepOriginalDays,
      machines: (await machines?.({ encoder: video.encoder }))?.length ?? 0,
    });
  }
  return { outputs, maxBinBytes: transcoding.bin.maxBytes };
}
