import * as z from "zod";
import { BackgroundRun } from "../estimate_schema.ts";
import { METRICS } from "../../encode/metric.ts";
import { Overrides } from "../../encode/profiles/overrides.ts";
import { Estimate } from "../estimate_schema.ts";

/** Schemas of previews in the API. A preview shows the same scenes with several profiles before anything is queued. */

/** Maximum number of profiles in a comparison. A comparison of more profiles is not useful. */
export const MAX_PREVIEW_PROFILES = 4;

/** Request for a comparison. */
export const PreviewInput = z.object({
  localPath: z.string().min(1).max(4096),
  profileIds: z.array(z.string().min(1).max(64)).min(1).max(MAX_PREVIEW_PROFILES)
    .refine((ids) => new Set(ids).size === ids.length, { error: "List each profile only once." }),
  scenes: z.int().min(1).max(6).default(4).describe("Number of scenes spread over the video, four seconds each"),
  atSeconds: z.number().min(0).max(1_000_000).optional().describe("Position of an additional scene, in seconds"),
  overrides: Overrides.optional().describe("Changes for this file, applied to every profile"),
}).meta({ id: "PreviewInput" });
/** A short video may have fewer `scenes` than requested. */
export type PreviewInput = z.infer<typeof PreviewInput>;

const Score = z.number().describe("Score in the metric of the side; higher is closer to the source");

/** Scene of the video. */
const PreviewScene = z.object({
  atSeconds: z.number().describe("Start of the scene, from the start of the video"),
  seconds: z.number(),
  frames: z.int().describe("Frames in the scene, at the frame rate of the source"),
  chosen: z.boolean().describe("True if the request specified this position"),
});

/** Result of one profile in a preview. */
export const PreviewSide = z.object({
  profileId: z.string(),
  profileName: z.string(),
  copied: z.boolean().describe("The profile copies the video: its frames are those of the source"),
  width: z.int(),
  height: z.int(),
  video: z.string().describe("Encoder, quality and preset in words"),
  estimate: Estimate.describe("For the whole video, based on the scenes if nothing better is known"),
  metric: z.enum(METRICS).optional().describe("Absent if no quality is measured"),
  score: Score.optional().describe("Mean score of the scenes that are ready"),
  worst: z.object({ scene: z.int(), frame: z.int(), score: Score }).optional().describe(
    "The frame with the lowest score",
  ),
  scenes: z.array(
    z.object({
      bytes: z.int(),
      score: Score.optional(),
      error: z.string().optional().describe("Reason that the scene could not be encoded or scored"),
    }).nullable(),
  ).describe("One entry per scene; null until the scene is encoded"),
}).meta({ id: "PreviewSide" });
/** `estimate` applies to the whole video. Sizes are in bytes. */
export type PreviewSide = z.infer<typeof PreviewSide>;

/** Contents of a preview. */
export const Preview = z.object({
  path: z.string(),
  durationSeconds: z.number(),
  sourceBytes: z.int(),
  width: z.int(),
  height: z.int(),
  frameRate: z.number(),
  scenes: z.array(PreviewScene),
  sides: z.array(PreviewSide),
  errors: z.array(z.object({ profileId: z.string(), code: z.string(), message: z.string() })),
}).meta({ id: "Preview" });
/** `errors` contains the profiles that cannot be applied to the file. */
export type Preview = z.infer<typeof Preview>;

/** Side of a preview: the source, or a profile index starting at 0. */
const ClipSide = z.union([z.literal("source"), z.int().min(0).max(MAX_PREVIEW_PROFILES - 1)]);

/** Scene to play, and the sides to compare. */
export const PreviewClipsInput = z.object({
  scene: z.int().min(0).max(99),
  sides: z.array(ClipSide).min(1).max(2).describe("One side, or both compared sides"),
}).meta({ id: "PreviewClipsInput" });
/** The source is cropped in the same way as the other side. */
export type PreviewClipsInput = z.infer<typeof PreviewClipsInput>;

/** Time from which a finished job is played. */
export const JobClipsInput = z.object({
  atSeconds: z.number().min(0).max(1_000_000).describe("Start of the clips in the video"),
}).meta({ id: "JobClipsInput" });

/** Scene of one side in a format that browsers can play. */
export const PreviewClip = z.object({
  side: ClipSide,
  like: ClipSide.describe("The side whose crop the clips use"),
  type: z.enum(["video/webm", "video/mp4"]),
  bytes: z.int(),
}).meta({ id: "PreviewClip" });
/** A clip is served at the URL of the clips, with the parameters `side`, `like` and the scene. */
export type PreviewClip = z.infer<typeof PreviewClip>;

/** Clips of a scene that are being created or are complete. */
export const PreviewClipsRun = BackgroundRun.extend({
  result: z.object({ clips: z.array(PreviewClip) }).optional().describe("Present once the preview is done"),
}).meta({ id: "PreviewClipsRun" });
/** The run is kept only in memory. Its clips are stored with the samples of the preview. */
export type PreviewClipsRun = z.infer<typeof PreviewClipsRun>;

/** Preview that is being created or is complete. */
export const PreviewRun = BackgroundRun.extend({
  result: Preview.optional().describe("The scenes and sides that are ready so far"),
}).meta({ id: "PreviewRun" });
/** The run is kept only in memory. Its samples are kept for a day. */
export type PreviewRun = z.infer<typeof PreviewRun>;
