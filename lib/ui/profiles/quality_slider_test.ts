import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import { VIDEO_ENCODERS } from "../../encode/profiles/schema.ts";
import { allPresets } from "../../encode/profiles/presets.ts";
import { encoderScale } from "./encoder_scales.ts";
import { LEVELS, qualityAt, qualityLevel, qualityText } from "./quality_slider.ts";

Deno.test("the quality of presets is named by words that mean the same for every encoder", () => {
  const text = (id: string) => {
    const video = allPresets().find((preset) => preset.id === id)?.video;
    const scale = video && encoderScale(video.encoder).quality;
    return scale && qualityText(scale, video.quality);
  };
  is(text("builtin-archive"), "CRF 14, transparent");
  is(text("builtin-movie-1080p"), "CRF 20, high");
  is(text("builtin-phone"), "CRF 22, balanced");
  is(text("builtin-tv-av1"), "CRF 30, balanced");
  is(text("builtin-hw-videotoolbox"), "quality 60, high");
});

Deno.test("the slider reaches only values that the encoder supports, better to the right", () => {
  for (const encoder of VIDEO_ENCODERS) {
    const { quality } = encoderScale(encoder);
    const facts = videoEncoder(encoder).quality;
    same(quality === undefined, facts === undefined);
    if (quality === undefined || facts === undefined) continue;
    fc.assert(fc.property(fc.double({ min: LEVELS.smallest, max: LEVELS.best, noNaN: true }), (level) => {
      const value = qualityAt(quality, level);
      return value >= facts.min && value <= facts.max &&
          Math.abs(qualityLevel(quality, value) - level) <= 1.01 * facts.step / Math.abs(quality.halving) ||
        value === facts.min || value === facts.max;
    }));
  }
});
