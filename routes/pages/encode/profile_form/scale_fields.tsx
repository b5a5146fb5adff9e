import type { ProfileInput } from "../../../../lib/encode/profiles/schema.ts";
import { NumberField, TextField } from "../../../../lib/ui/field.tsx";
import { encoderScale } from "../../../../lib/ui/profiles/encoder_scales.ts";
import { LEVELS, qualityLevel, qualityWord, sliderStep } from "../../../../lib/ui/profiles/quality_slider.ts";

type Video = ProfileInput["video"];

/** Video quality: a slider whose levels have names, with the encoder's value beside it. */
export function QualityField({ video }: { video: Video }) {
  const { quality } = encoderScale(video.encoder);
  const level = quality ? qualityLevel(quality, video.quality) : 0;
  return (
    <div class="scale" data-scale="quality">
      <NumberField
        name="video.quality"
        label={`Quality (${quality?.label ?? "CRF"})`}
        value={video.quality}
        min={0}
        max={255}
        step="any"
        help={qualityHelp(video)}
      />
      <input
        type="range"
        class="scripted"
        aria-label="Quality from smaller to transparent"
        aria-valuetext={qualityWord(level)}
        min={LEVELS.smallest}
        max={LEVELS.best}
        step={quality ? sliderStep(quality) : 0.1}
        value={level}
        autocomplete="off"
      />
      <p class="scale-ends scripted small quiet">
        <span>smaller</span>
        <output>{qualityWord(level)}</output>
        <span>transparent</span>
      </p>
    </div>
  );
}

/** Returns a hint below the slider: which direction means better quality, or that the quality has no effect. */
function qualityHelp({ bitrate, targetMetric }: Video): string {
  if (bitrate > 0) return "Not used because the profile sets a bit rate.";
  if (targetMetric !== "none") {
    return "Starting value: the quality that reaches the target is determined for each file.";
  }
  return "Lower is better, except for VideoToolbox.";
}

/** Encoder preset: a slider with one step per preset, and the name of the preset beside it. */
export function PresetField({ video }: { video: Video }) {
  const { presets } = encoderScale(video.encoder);
  return (
    <div class="scale" data-scale="preset">
      <TextField
        name="video.preset"
        label="Speed (preset)"
        value={video.preset}
        help={presets.length > 0 ? presets.join(", ") : "Preset names are defined by the encoder"}
      />
      <input
        type="range"
        class="scripted"
        aria-label="Preset from faster to smaller"
        aria-valuetext={video.preset}
        min={0}
        max={Math.max(0, presets.length - 1)}
        step={1}
        value={presets.indexOf(video.preset)}
        autocomplete="off"
      />
      <p class="scale-ends scripted small quiet">
        <span>faster</span>
        <span>smaller</span>
      </p>
    </div>
  );
}
