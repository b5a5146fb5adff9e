import { videoEncoder } from "../profiles/encoders.ts";
import type { Recipe } from "../profiles/schema.ts";

/** The same recipe on the CPU, after its hardware failed; quality by the table of hardware scales, read backwards. Pure. */
export function softwareRecipe(recipe: Recipe): Recipe | undefined {
  const { hardware, codec, family } = videoEncoder(recipe.video.encoder);
  if (!hardware) return undefined;
  const { quality } = recipe.video;
  const clamp = (value: number, max: number) => Math.min(max, Math.max(0, Math.round(value)));
  const crf = family === "videotoolbox" ? (100 - quality) / 2 : family === "qsv" ? quality - 2 : quality - 3;
  const video = { ...recipe.video, hwMode: "software" as const, extraArgs: "" };
  switch (codec) {
    case "h264":
      return { ...recipe, video: { ...video, encoder: "libx264", preset: "medium", quality: clamp(crf, 51) } };
    case "hevc":
      return { ...recipe, video: { ...video, encoder: "libx265", preset: "medium", quality: clamp(crf, 51) } };
    case "av1":
      return { ...recipe, video: { ...video, encoder: "libsvtav1", preset: "6", quality: clamp(quality - 4, 63) } };
    default:
      return undefined;
  }
}
