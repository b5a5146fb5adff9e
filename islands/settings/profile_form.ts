import type { EncoderScale } from "../../lib/ui/profiles/encoder_scales.ts";
import {
  qualityAt,
  qualityLevel,
  type QualitySlider,
  qualityText,
  qualityWord,
  sliderStep,
} from "../../lib/ui/profiles/quality_slider.ts";

/** Form of a profile: shows the fields that the selected encoders support, and sliders for quality and preset. */
export function profileForm(form: HTMLElement): void {
  const scales: Partial<Record<string, EncoderScale>> = JSON.parse(form.dataset.scales ?? "{}");
  for (const select of form.querySelectorAll<HTMLSelectElement>("select[name]")) {
    const show = () => showFieldsOf(form, select);
    select.addEventListener("change", show);
    // The user may have selected another value before this script was loaded.
    show();
  }
  // A field in a collapsed section cannot receive focus, so the browser could not report that it is invalid.
  form.addEventListener("invalid", ({ target }) => {
    if (target instanceof Element) target.closest("details")?.setAttribute("open", "");
  }, true);
  const encoder = form.querySelector<HTMLSelectElement>('[name="video.encoder"]');
  const quality = sliderOf(form, "quality");
  const preset = sliderOf(form, "preset");
  if (encoder === null || quality === undefined || preset === undefined) return;
  let scale = scales[encoder.value];
  const draw = () => {
    if (scale?.quality) drawQuality(quality, scale.quality);
    if (scale) drawPreset(preset, scale.presets);
  };
  encoder.addEventListener("change", () => {
    const next = scales[encoder.value];
    if (scale && next) convert({ quality, preset }, scale, next);
    scale = next;
    draw();
  });
  quality.range.addEventListener("input", () => {
    if (scale?.quality) enter(quality, String(qualityAt(scale.quality, Number(quality.range.value))));
  });
  preset.range.addEventListener("input", () => enter(preset, scale?.presets[Number(preset.range.value)] ?? ""));
  for (const { field } of [quality, preset]) field.addEventListener("input", draw);
  draw();
}

/** Hides the fields that do not apply to the selected value. They are still sent, so that no input is lost. */
function showFieldsOf(form: HTMLElement, { name, value }: HTMLSelectElement): void {
  for (const part of form.querySelectorAll<HTMLElement>(`[data-of="${name}"]`)) {
    part.hidden = !(part.dataset.values ?? "").split(" ").includes(value);
  }
}

/** A slider, the field whose value it sets, and the element that shows the name of this value. */
interface Slider {
  range: HTMLInputElement;
  field: HTMLInputElement;
  box: HTMLElement;
}

function sliderOf(form: HTMLElement, name: string): Slider | undefined {
  const box = form.querySelector<HTMLElement>(`[data-scale="${name}"]`);
  const range = box?.querySelector<HTMLInputElement>("[type=range]");
  const field = box?.querySelector<HTMLInputElement>("[name]");
  return box && range && field ? { box, range, field } : undefined;
}

/** Enters a value in the field as a user would, so that the preview follows. */
function enter({ field }: Slider, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function drawQuality({ range, field, box }: Slider, scale: QualitySlider): void {
  const level = qualityLevel(scale, Number(field.value));
  range.step = String(sliderStep(scale));
  range.value = String(level);
  range.setAttribute("aria-valuetext", qualityText(scale, Number(field.value)));
  const label = box.querySelector("label");
  const word = box.querySelector("output");
  if (label) label.textContent = `Quality (${scale.label})`;
  if (word) word.textContent = qualityWord(level);
}

function drawPreset({ range, field, box }: Slider, presets: readonly string[]): void {
  range.max = String(Math.max(0, presets.length - 1));
  range.value = String(presets.indexOf(field.value));
  range.setAttribute("aria-valuetext", field.value);
  const help = box.querySelector(".help");
  if (help) help.textContent = presets.join(", ");
}

/**
 * Keeps quality and speed when another encoder is selected: sets the values of the new encoder that are at the same
 * quality level and the same position of the speed slider.
 */
function convert({ quality, preset }: { quality: Slider; preset: Slider }, from: EncoderScale, to: EncoderScale): void {
  if (from.quality && to.quality) {
    quality.field.value = String(qualityAt(to.quality, qualityLevel(from.quality, Number(quality.field.value))));
  }
  if (to.presets.includes(preset.field.value) || to.presets.length === 0) return;
  const place = from.presets.indexOf(preset.field.value);
  const part = place < 0 || from.presets.length < 2 ? 0.5 : place / (from.presets.length - 1);
  preset.field.value = to.presets[Math.round(part * (to.presets.length - 1))] ?? "";
}
