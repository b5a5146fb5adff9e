import { crfOfQuality, qualityOfCrf, type VideoCodec, videoEncoder } from "../profiles/encoders.ts";
import type { Recipe, VideoEncoder } from "../profiles/schema.ts";

/** The software encoder of a codec, and the preset in the middle of its speeds. */
const SOFTWARE: Partial<Record<VideoCodec, { encoder: VideoEncoder; preset: string }>> = {
  h264: { encoder: "libx264", preset: "medium" },
  hevc: { encoder: "libx265", preset: "medium" },
  av1: { encoder: "libsvtav1", preset: "6" },
};

/** The same recipe on the CPU, after its hardware failed. Pure. */
export function softwareRecipe(recipe: Recipe): Recipe | undefined {
  const { encoder, quality } = recipe.video;
  const { hardware, codec } = videoEncoder(encoder);
  const software = SOFTWARE[codec];
  if (!hardware || !software) return undefined;
  const crf = qualityOfCrf(software.encoder, crfOfQuality(encoder, quality));
  return { ...recipe, video: { ...recipe.video, ...software, hwMode: "software", extraArgs: "", quality: crf } };
}
