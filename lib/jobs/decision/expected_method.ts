import { encodersOf } from "../../encode/hardware/choose.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { Method } from "../../encode/profiles/encoders/methods.ts";
import { type AnyRecipe, isSmart } from "../../encode/profiles/smart/schema.ts";

/**
 * Returns the hardware method that a recipe is expected to use, or null if it depends on the file. An attempt corrects
 * it.
 */
export function expectedMethod(
  recipe: AnyRecipe,
  { audioOnly, chosen }: { audioOnly: boolean; chosen: Method },
): Method | null {
  if (audioOnly) return "none";
  if (isSmart(recipe)) return null;
  const { codec, method, standInPreset } = videoEncoder(recipe.video.encoder);
  if (chosen === "none" || standInPreset === undefined || recipe.video.hwMode === "software") return method;
  return encodersOf(chosen).some((name) => videoEncoder(name).codec === codec) ? chosen : method;
}
