import { deepStrictEqual as same } from "node:assert/strict";
import { allPresets } from "../../encode/profiles/presets.ts";
import { ProfileInput } from "../../encode/profiles/schema.ts";
import { profileDifference } from "./profile_difference.ts";
import { PROFILE_LABELS } from "./profile_texts.ts";

const recipe = (changes: object) => ProfileInput.parse({ name: "A", ...changes });

Deno.test("a recipe does not differ from itself, whatever its name", () => {
  for (const preset of allPresets()) same(profileDifference(preset, { ...preset, name: "Other" }), []);
});

Deno.test("changed fields are listed by label, in words", () => {
  const before = recipe({ video: { quality: 20, crop: "off" }, audio: { languages: [] } });
  const after = recipe({ video: { quality: 23, crop: "auto" }, audio: { languages: ["eng"], addStereo: true } });
  same(profileDifference(before, after), [
    { path: "video.quality", label: "Video quality", before: "20", after: "23" },
    { path: "video.crop", label: "Crop black bars", before: "off", after: "automatic" },
    { path: "audio.languages", label: "Audio languages to keep", before: "all", after: "eng" },
    { path: "audio.addStereo", label: "Add a stereo AAC track", before: "off", after: "on" },
  ]);
});

Deno.test("every field of a recipe has a unique label", () => {
  const { clonedFrom: _, ...shape } = ProfileInput.shape;
  const parsed: Record<string, unknown> = ProfileInput.parse({ name: "A" });
  const paths = Object.keys(shape).flatMap((key) => {
    const part = parsed[key];
    return typeof part === "object" && part !== null ? Object.keys(part).map((field) => `${key}.${field}`) : [key];
  });
  same(paths.filter((path) => !(path in PROFILE_LABELS)), []);
  const labels = Object.values(PROFILE_LABELS);
  same(new Set(labels).size, labels.length);
});
