import { crfOfQuality, qualityOfCrf, videoEncoder, videoEncodersWith } from "../profiles/encoders.ts";
import type { Recipe } from "../profiles/schema.ts";

/** Returns the same recipe for the CPU, to use after hardware encoding failed. Pure. */
export function softwareRecipe(recipe: Recipe): Recipe | undefined {
  const { encoder: failed, quality } = recipe.video;
  const { hardware, codec } = videoEncoder(failed);
  const [encoder] = videoEncodersWith((facts) => facts.codec === codec && facts.standInPreset !== undefined);
  if (!hardware || !encoder) return undefined;
  const preset = videoEncoder(encoder).standInPreset ?? "";
  const crf = qualityOfCrf(encoder, crfOfQuality(failed, quality));
  return { ...recipe, video: { ...recipe.video, encoder, preset, hwMode: "software", extraArgs: "", quality: crf } };
}
