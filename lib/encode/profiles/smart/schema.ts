import * as z from "zod";
import {
  AUDIO_ENCODERS,
  AudioRecipe,
  CONTAINERS,
  MEDIA_TYPES,
  OutputRecipe,
  partly,
  type Recipe,
  SubtitleRecipe,
  VideoRecipe,
} from "../schema.ts";

/** API types of smart profiles. */

export const OPERATORS = ["is", "not", "in", "notIn", "lt", "lte", "gt", "gte", "has"] as const;
/** Operator of a condition. The operators of a fact depend on its kind. `has` searches for a list entry. */
export type Operator = (typeof OPERATORS)[number];

/** Kind of a fact, which determines the operators. */
export type FactKind = "text" | "number" | "flag" | "list";

/** Facts about the whole file. */
export const FILE_FACTS = {
  mediaType: "text",
  anime: "flag",
  genre: "list",
  year: "number",
  videoCodec: "text",
  width: "number",
  height: "number",
  fps: "number",
  bitDepth: "number",
  hdr: "text",
  dolbyVision: "flag",
  interlaced: "flag",
  animated: "flag",
  videoKbps: "number",
  videoKbpsPerMegapixel: "number",
  grain: "number",
  sizeBytes: "number",
  durationSeconds: "number",
  sourceKind: "text",
  originalLanguage: "text",
  audioLanguages: "list",
  subtitleKinds: "list",
  path: "text",
  arr: "text",
  tags: "list",
} as const satisfies Record<string, FactKind>;

/** Facts about one audio stream. */
export const AUDIO_FACTS = {
  codec: "text",
  lossless: "flag",
  channels: "number",
  language: "text",
  original: "flag",
  commentary: "flag",
  atmos: "flag",
  dtsx: "flag",
  kbps: "number",
  index: "number",
} as const satisfies Record<string, FactKind>;

/** Facts about one subtitle stream. */
export const SUBTITLE_FACTS = {
  kind: "text",
  language: "text",
  forced: "flag",
  sdh: "flag",
  commentary: "flag",
} as const satisfies Record<string, FactKind>;

const FactValue = z.union([
  z.string().max(500),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string().max(500), z.number()])).max(100),
]);
/** Value to compare with. `in` and `notIn` require a list. */
export type FactValue = z.infer<typeof FactValue>;

const condition = <F extends Record<string, FactKind>>(facts: F, id: string) =>
  z.object({
    fact: z.enum(Object.keys(facts) as (keyof F & string)[]),
    op: z.enum(OPERATORS),
    value: FactValue,
  }).meta({ id });

const rules = <T extends z.ZodType>(rule: T) => z.array(rule).max(100).default([]);

/** Entry of `rules` in a smart profile. It validates both API requests and the copy in a job. */
export const SmartRule = z.object({
  name: z.string().trim().min(1).max(200),
  when: z.array(condition(FILE_FACTS, "SmartCondition")).max(20).default([]).describe("All must match; empty = always"),
  set: z.object({
    container: z.enum(CONTAINERS).optional(),
    video: partly(VideoRecipe).optional(),
    audio: partly(AudioRecipe).optional(),
    subtitles: partly(SubtitleRecipe).optional(),
    output: partly(OutputRecipe).optional(),
  }),
}).meta({ id: "SmartRule" });
/**
 * Conditions on the whole file, and the parts of the recipe that are replaced. Fields that are not in `set` are not
 * changed.
 */
export type SmartRule = z.infer<typeof SmartRule>;

/** Entry of `audioRules`. `encoder`, `bitrate` (kbit/s) and `channels` only apply to the action `encode`. */
export const SmartAudioRule = z.object({
  when: z.array(condition(AUDIO_FACTS, "SmartAudioCondition")).max(20).default([]),
  action: z.enum(["copy", "encode", "drop"]),
  encoder: z.enum(AUDIO_ENCODERS).optional(),
  bitrate: z.int().min(0).max(6000).optional(),
  channels: z.union([z.literal(0), z.literal(2), z.literal(6), z.literal(8)]).optional(),
}).meta({ id: "SmartAudioRule" });
/** Conditions on one audio stream, and the resulting action. Omitted values are taken from the recipe. */
export type SmartAudioRule = z.infer<typeof SmartAudioRule>;

/** Entry of `subtitleRules` in a smart profile. */
export const SmartSubtitleRule = z.object({
  when: z.array(condition(SUBTITLE_FACTS, "SmartSubtitleCondition")).max(20).default([]),
  action: z.enum(["copy", "ocr", "burn", "drop"]),
}).meta({ id: "SmartSubtitleRule" });
/** Conditions on one subtitle stream, and the resulting action. */
export type SmartSubtitleRule = z.infer<typeof SmartSubtitleRule>;

/** Editable part of a smart profile. */
export const SmartProfileInput = z.object({
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2000).default(""),
  mediaType: z.enum(MEDIA_TYPES).default("any"),
  baseProfileId: z.string().min(1).max(64).describe("The profile that supplies all values that no rule sets"),
  rules: rules(SmartRule).describe("Every matching rule applies; a later one overrides an earlier one"),
  audioRules: rules(SmartAudioRule).describe("Per audio stream, the first match wins"),
  subtitleRules: rules(SmartSubtitleRule).describe("Per subtitle stream, the first match wins"),
  skip: z.object({
    minSavingPercent: z.number().min(0).max(99).default(15).describe(
      "Minimum savings in percent; if they are smaller, the file is not encoded",
    ),
    keepCodecs: z.array(z.string().regex(/^[a-z0-9_]{1,30}$/)).max(20).default([])
      .describe("Video in these codecs is copied when its bit rate is low enough"),
    maxVideoKbpsPerMegapixel: z.int().min(0).max(1_000_000).default(0)
      .describe("kbit/s per million pixels at 24 FPS; 0 = any bit rate"),
  }).prefault({}),
  onNothing: z.enum(["skip", "rename-only"]).default("skip"),
}).meta({ id: "SmartProfileInput" });
/** Smart profile without ID and computed fields. `onNothing` is used if an encode would not be worthwhile. */
export type SmartProfileInput = z.infer<typeof SmartProfileInput>;

/** Smart profile as returned by the API. */
export const SmartProfile = SmartProfileInput.extend({
  id: z.string(),
  builtin: z.boolean(),
  usedBy: z.array(z.string()),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
}).meta({ id: "SmartProfile" });
/**
 * `usedBy` contains the dotted keys of the settings that refer to the profile. Built-in profiles have no timestamps.
 */
export type SmartProfile = z.infer<typeof SmartProfile>;

/** Smart profile with its base profile. A job can store it, because it contains everything needed for a decision. */
export interface SmartRecipe {
  id: string;
  name: string;
  mediaType: Recipe["mediaType"];
  smart: Omit<SmartProfileInput, "name" | "description" | "mediaType" | "baseProfileId">;
  base: Recipe;
}

/** Any recipe that a job can use. */
export type AnyRecipe = Recipe | SmartRecipe;

/** True for smart recipes, which have a field `smart`. */
export const isSmart = (recipe: AnyRecipe): recipe is SmartRecipe => "smart" in recipe;
