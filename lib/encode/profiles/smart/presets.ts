import { once } from "../../../kit/lazy.ts";
import type { Recipe } from "../schema.ts";
import { X265 } from "../encoder_parameters.ts";
import { findPreset } from "../presets.ts";
import { GRAINY } from "./grain.ts";
import { SmartProfileInput, type SmartRecipe } from "./schema.ts";

/** Built-in smart profile. It is read-only, but can be cloned. */
export type SmartPreset = SmartProfileInput & { id: string };

const KEPT = ["jpn", "eng"];
const kept = {
  name: "The original language and the listed languages are kept, commentary is removed",
  when: [],
  set: {
    audio: { languages: KEPT, ownLanguages: true, keepOriginalLanguage: true, dropCommentary: true },
    subtitles: { mode: "copy", languages: KEPT, ownLanguages: true, keepFonts: true, pictureSubtitles: "ocr-keep" },
  },
};
const tall = { fact: "height", op: "gt", value: 1440 };
const sdr = { fact: "hdr", op: "is", value: "sdr" };
const deep = { fact: "bitDepth", op: "gte", value: 10 };
/** Bitrate in kbit/s per million pixels at 24 fps. Above this, even HDR from a disc is encoded. */
const FRUGAL_KBPS = 6000;
const lossless = { fact: "lossless", op: "is", value: true };

/** Returns the built-in smart profiles. The reasons for the values are documented in `docs/presets.md`. */
export const allSmartPresets = once((): readonly SmartPreset[] => [
  preset("builtin-smart-remux", {
    name: "Smart remux",
    description:
      "Shrinks large files and leaves small files of good quality unchanged. HDR stays HDR, surround audio stays lossless.",
    mediaType: "any",
    baseProfileId: "builtin-movie-4k-hdr",
    rules: [
      kept,
      { name: "x265 10-bit, CRF 20", when: [], set: { video: { quality: 20, preset: "slow", hdrToSdr: "off" } } },
      { name: "Dark parts of SDR video get more bits", when: [sdr], set: { video: { extraArgs: X265.film } } },
      { name: "Higher quality for large SDR video", when: [tall, sdr], set: { video: { quality: 19 } } },
      {
        name: "The movie is grainy: its grain is kept",
        when: [{ fact: "grain", op: "gte", value: GRAINY }, { fact: "anime", op: "is", value: false }],
        set: { video: { tune: "grain", extraArgs: "" } },
      },
    ],
    audioRules: [
      { when: [{ fact: "codec", op: "has", value: "pcm_" }], action: "encode", encoder: "flac" },
      { when: [{ fact: "codec", op: "is", value: "flac" }], action: "copy" },
      { when: [lossless, { fact: "channels", op: "gte", value: 6 }], action: "copy" },
      { when: [lossless, { fact: "channels", op: "lte", value: 2 }], action: "encode", encoder: "flac" },
      { when: [], action: "copy" },
    ],
    subtitleRules: [{ when: [{ fact: "kind", op: "is", value: "picture" }], action: "ocr" }],
    skip: { minSavingPercent: 15, keepCodecs: ["hevc", "av1"], maxVideoKbpsPerMegapixel: FRUGAL_KBPS },
  }),
  preset("builtin-smart-anime", {
    name: "Smart anime",
    description: "10-bit HEVC and AV1 of a reasonable size are kept, everything else becomes x265 for animation.",
    mediaType: "anime",
    baseProfileId: "builtin-anime-x265",
    rules: [
      kept,
      { name: "x265 10-bit for animation, CRF 18", when: [], set: { video: { quality: 18, tune: "animation" } } },
      {
        name: "10-bit HEVC and AV1 that are already small are copied",
        when: [
          { fact: "videoCodec", op: "in", value: ["hevc", "av1"] },
          deep,
          { fact: "videoKbpsPerMegapixel", op: "lt", value: FRUGAL_KBPS },
        ],
        set: { video: { encoder: "copy" } },
      },
    ],
    audioRules: [
      { when: [{ fact: "codec", op: "is", value: "flac" }], action: "copy" },
      { when: [lossless, { fact: "channels", op: "lte", value: 2 }], action: "encode", encoder: "flac" },
      { when: [], action: "copy" },
    ],
    subtitleRules: [{ when: [{ fact: "kind", op: "is", value: "picture" }], action: "ocr" }],
    skip: { minSavingPercent: 15, keepCodecs: [], maxVideoKbpsPerMegapixel: 0 },
  }),
]);

/** Returns a built-in smart profile by ID. Undefined if there is none. */
export const findSmartPreset = (id: string): SmartPreset | undefined => allSmartPresets().find((one) => one.id === id);

/** Combines a smart profile with its base. */
export function smartRecipe(id: string, input: SmartProfileInput, base: Recipe): SmartRecipe {
  const { name, mediaType, rules, audioRules, subtitleRules, skip, onNothing } = input;
  return { id, name, mediaType, smart: { rules, audioRules, subtitleRules, skip, onNothing }, base };
}

/** Returns a built-in smart profile as a recipe. Its base is also built in. Undefined for an unknown ID. */
export function smartPresetRecipe(id: string): SmartRecipe | undefined {
  const found = findSmartPreset(id);
  const base = found && findPreset(found.baseProfileId);
  return found && base && smartRecipe(id, found, base);
}

function preset(id: string, input: unknown): SmartPreset {
  return { ...SmartProfileInput.parse(input), id };
}
