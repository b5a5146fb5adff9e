import { deepStrictEqual as same } from "node:assert/strict";
import { allPresets } from "../profiles/presets.ts";
import { type Recipe, VIDEO_ENCODERS } from "../profiles/schema.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { canBeSmaller, withSmallerVideo } from "./smaller_video.ts";

const [preset] = allPresets();
const recipe = (video: Partial<Recipe["video"]>): Recipe => {
  if (preset === undefined) throw new TypeError("There are no presets.");
  return { ...preset, video: { ...preset.video, targetMetric: "none", bitrate: 0, ...video } };
};

Deno.test("a step to a smaller file is 3 CRF, three quarters of a bit rate, or two points of a target", () => {
  same(withSmallerVideo(recipe({ encoder: "libx265", quality: 20 }), 2).video.quality, 26);
  same(withSmallerVideo(recipe({ encoder: "hevc_videotoolbox", quality: 60 }), 1).video.quality, 54);
  same(withSmallerVideo(recipe({ bitrate: 8000 }), 1).video.bitrate, 6000);
  same(withSmallerVideo(recipe({ targetMetric: "auto", targetScore: 95 }), 1).video.targetScore, 93);
  same(withSmallerVideo(recipe({ targetMetric: "ssim", targetScore: 0.99 }), 1).video.targetScore, 0.986);
  same(withSmallerVideo(recipe({ quality: 20 })).video.quality, 20);
});

for (const encoder of VIDEO_ENCODERS) {
  const scale = videoEncoder(encoder).quality;
  Deno.test(`no step leaves the scale of ${encoder}, and the last one cannot be followed by another`, () => {
    const end = scale && (scale.factor > 0 ? scale.max : scale.min);
    const least = recipe({ encoder, quality: end ?? 0 });
    same([withSmallerVideo(least, 5).video.quality, canBeSmaller(least, 0)], [end ?? 0, false]);
    same(canBeSmaller(recipe({ encoder, quality: scale ? (scale.min + scale.max) / 2 : 0 }), 0), scale !== undefined);
  });
}
