import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { allPresets } from "../profiles/presets.ts";
import { ProfileInput, type Recipe } from "../profiles/schema.ts";
import { estimateSize } from "./estimate.ts";
import { plan } from "../plan/plan.ts";
import { sampleCapabilities, sampleProbe } from "./sample.ts";

const recipe = (parts: Record<string, unknown> = {}): Recipe => ({
  ...ProfileInput.parse({ name: "x", ...parts }),
  id: "x",
});
const estimate = (chosen: Recipe, probe: Probe = sampleProbe(), options = {}) =>
  estimateSize(probe, plan(probe, chosen, sampleCapabilities()), options);

Deno.test("the reference point of x265 is 0.05 bits a pixel at CRF 20", () => {
  const { parts, videoKbps } = estimate(recipe({ video: { quality: 20 } }));
  const bits = 0.05 * 3840 * 2160 * (24_000 / 1001) * 7260;
  equal(Math.round(parts.video / 1e6), Math.round(bits / 8 / 1e6));
  equal(videoKbps, Math.round(bits / 7260 / 1000));
});

Deno.test("six more CRF halve x265, ten halve AV1", () => {
  const video = (encoder: string, quality: number) =>
    estimate(recipe({ video: { encoder, quality, preset: encoder === "libx265" ? "slow" : "6" } })).parts.video;
  ok(Math.abs(video("libx265", 20) / video("libx265", 26) - 2) < 0.01);
  ok(Math.abs(video("libsvtav1", 28) / video("libsvtav1", 38) - 2) < 0.01);
});

Deno.test("animation needs less, grain more", () => {
  const plain = estimate(recipe()).parts.video;
  ok(Math.abs(estimate(recipe({ video: { tune: "animation" } })).parts.video / plain - 0.7) < 0.01);
  ok(Math.abs(estimate(recipe({ video: { tune: "grain" } })).parts.video / plain - 1.5) < 0.01);
  ok(Math.abs(estimate(recipe(), sampleProbe(), { animation: true }).parts.video / plain - 0.7) < 0.01);
});

Deno.test("a copy is exact and as large as the streams that are kept", () => {
  const copy = estimate(recipe({ video: { encoder: "copy" }, audio: { dropCommentary: false } }));
  equal(copy.exact, true);
  const kbps = 58_000 + 4200 + 640 + 1509 + 192;
  const streams = (kbps * 1000 * 7260) / 8;
  ok(Math.abs(copy.bytes / streams - 1) < 0.01, `${copy.bytes} against ${streams}`);
});

Deno.test("a bitrate is exact too", () => {
  const { exact, parts } = estimate(recipe({ video: { bitrate: 8000 }, audio: { encoder: "libopus", bitrate: 128 } }));
  deepEqual([exact, parts.video, parts.audio], [true, (8000 * 1000 * 7260) / 8, (3 * 128 * 1000 * 7260) / 8]);
});

Deno.test("the result never takes more than 95 % of the source's video, with a note", () => {
  const probe = sampleProbe();
  probe.streams[0] = { ...(probe.streams[0] as VideoStream), bitrateKbps: 2000 };
  const { parts, notes } = estimate(recipe({ video: { quality: 10 } }), probe);
  equal(parts.video, Math.round((0.95 * 2000 * 1000 * 7260) / 8));
  equal(notes.length, 1);
});

Deno.test("hardware quality values are converted to the software scale", () => {
  const video = (encoder: string, quality: number, preset: string) =>
    estimate(recipe({ video: { encoder, quality, preset } })).parts.video;
  const x265 = video("libx265", 20, "slow");
  for (
    const [encoder, quality] of [["hevc_nvenc", 23], ["hevc_qsv", 22], ["hevc_vaapi", 23], [
      "hevc_videotoolbox",
      60,
    ]] as const
  ) {
    ok(Math.abs(video(encoder, quality, "") / x265 - 1.3) < 0.01, encoder);
  }
});

Deno.test("every estimate adds up and is within its range", () => {
  const presets = allPresets().filter((p) => p.mediaType !== "music");
  fc.assert(
    fc.property(
      fc.constantFrom(...presets),
      fc.integer({ min: 1, max: 40_000 }),
      fc.integer({ min: 0, max: 51 }),
      (preset, seconds, quality) => {
        const probe = { ...sampleProbe(), durationSeconds: seconds };
        const { bytes, low, high, parts } = estimate({ ...preset, video: { ...preset.video, quality } }, probe);
        equal(parts.video + parts.audio + parts.subtitles + parts.other, bytes);
        ok(low <= bytes && bytes <= high && low > 0);
      },
    ),
  );
});
