import * as z from "zod";

/** Video encoders that a profile may use. */
export const VIDEO_ENCODERS = [
  "copy",
  "libx264",
  "libx265",
  "libsvtav1",
  "libaom-av1",
  "libvpx-vp9",
  "h264_videotoolbox",
  "hevc_videotoolbox",
  "h264_nvenc",
  "hevc_nvenc",
  "av1_nvenc",
  "h264_qsv",
  "hevc_qsv",
  "av1_qsv",
  "h264_vaapi",
  "hevc_vaapi",
  "av1_vaapi",
  "h264_amf",
  "hevc_amf",
  "av1_amf",
  "h264_rkmpp",
  "hevc_rkmpp",
  "h264_v4l2m2m",
  "hevc_v4l2m2m",
] as const;
/** ffmpeg's encoder name, or `copy`. Each has a row in `VIDEO_ENCODER_FACTS`. */
export type VideoEncoder = (typeof VIDEO_ENCODERS)[number];

/** Audio encoders that a profile may use: ffmpeg's names, except `ape`, which the encoder tool provides. */
export const AUDIO_ENCODERS = [
  "copy",
  "aac",
  "libopus",
  "eac3",
  "ac3",
  "flac",
  "alac",
  "truehd",
  "libmp3lame",
  "libvorbis",
  "wavpack",
  "ape",
] as const;
/** ffmpeg's encoder name, `copy` or `ape`. Each has a row in `AUDIO_ENCODER_FACTS`. */
export type AudioEncoder = (typeof AUDIO_ENCODERS)[number];

/** Containers that a profile may use, by file extension. */
export const CONTAINERS = ["mkv", "mp4", "webm", "mov", "flac", "mp3", "opus", "ogg", "wv", "ape", "m4a"] as const;
/** Each container has a row in `CONTAINER_FACTS` with the codecs that it supports. */
export type Container = (typeof CONTAINERS)[number];

/** Values of `mediaType` in profiles and smart profiles. */
export const MEDIA_TYPES = ["any", "movie", "tv", "anime", "music"] as const;
/** Media type for which a profile is intended. With `any`, rules use the type that the manager reports for the file. */
export type MediaType = (typeof MEDIA_TYPES)[number];

const language = z.string().regex(/^[a-z]{2,3}$/, "Use a language code such as eng or jpn.");

/**
 * Part `video` of a profile. Presets, tunes and qualities are checked against the encoder when the profile is saved.
 */
export const VideoRecipe = z.object({
  encoder: z.enum(VIDEO_ENCODERS).default("libx265"),
  quality: z.number().min(0).max(255).default(20).describe("CRF, CQ, ICQ, QP or quality, by encoder family"),
  preset: z.string().regex(/^[a-z0-9]{0,12}$/).default("slow"),
  pixelFormat: z.enum(["auto", "yuv420p", "yuv420p10le", "p010le", "nv12"]).default("yuv420p10le"),
  tune: z.enum(["none", "animation", "film", "grain", "fastdecode", "zerolatency"]).default("none"),
  maxHeight: z.int().min(0).max(8640).default(0).describe("Downscale to this height; 0 = keep the source height"),
  hdrPassthrough: z.boolean().default(true),
  hdrToSdr: z.enum(["off", "hable", "bt2390"]).default("off"),
  bitrate: z.int().min(0).max(400_000).default(0).describe("kbit/s; 0 = quality based"),
  targetMetric: z.enum(["none", "auto", "vmaf", "xpsnr", "ssim"]).default("none")
    .describe("Search for the quality that scores `targetScore`; auto = the best metric this ffmpeg has"),
  targetScore: z.number().min(0).max(100).default(93)
    .describe("Score that 95 % of the frames reach: VMAF points (also for auto), XPSNR in dB, or SSIM between 0 and 1"),
  deinterlace: z.enum(["off", "auto", "on", "field-rate"]).default("auto")
    .describe("auto and field-rate analyse the video and undo telecine; field-rate outputs one frame per field"),
  crop: z.enum(["off", "auto"]).default("off"),
  extraArgs: z.string().max(2000).default(""),
  hwMode: z.enum(["auto", "software"]).default("auto"),
}).meta({ id: "VideoRecipe" });

/** Part `audio` of a profile. For channels, sample rate (Hz) and bit depth, 0 keeps the value of the source. */
export const AudioRecipe = z.object({
  encoder: z.enum(AUDIO_ENCODERS).default("copy"),
  bitrate: z.int().min(0).max(6000).default(0).describe("kbit/s per stream; 0 = the encoder's default"),
  channels: z.union([z.literal(0), z.literal(2), z.literal(6), z.literal(8)]).default(0),
  languages: z.array(language).max(50).default([]),
  ownLanguages: z.boolean().default(false)
    .describe("The languages from the settings, if any, replace `languages`"),
  firstMatchOnly: z.boolean().default(false),
  dropCommentary: z.boolean().default(true),
  keepLossless: z.boolean().default(false),
  keepOriginalLanguage: z.boolean().default(true),
  addStereo: z.boolean().default(false),
  vbrQuality: z.number().min(0).max(10).optional(),
  maxSampleRate: z.int().min(0).max(768_000).default(0),
  bitDepth: z.union([z.literal(0), z.literal(16), z.literal(24)]).default(0),
  compressionLevel: z.int().min(0).max(12).default(8),
  opusComplexity: z.int().min(0).max(10).default(10),
  preserveMqa: z.boolean().default(false),
  replayGain: z.boolean().default(false),
  embedCover: z.boolean().default(false),
}).meta({ id: "AudioRecipe" });

/**
 * Part `subtitles` of a profile. An empty `languages` list keeps all subtitles. An empty `burnLanguage` matches any
 * language.
 */
export const SubtitleRecipe = z.object({
  mode: z.enum(["copy", "copy-text", "burn", "none"]).default("copy"),
  languages: z.array(language).max(50).default([]),
  ownLanguages: z.boolean().default(false)
    .describe("The languages from the settings, if any, replace `languages`"),
  burnLanguage: z.string().regex(/^([a-z]{2,3})?$/).default(""),
  burnForcedOnly: z.boolean().default(false),
  keepFonts: z.boolean().default(true),
  pictureSubtitles: z.enum(["copy", "ocr", "ocr-keep", "drop"]).default("copy"),
  dropCommentary: z.boolean().default(false),
}).meta({ id: "SubtitleRecipe" });

/** Part `output` of a profile. If `keepOriginalDays` is null, the value from the settings is used. */
export const OutputRecipe = z.object({
  directory: z.string().max(4000).default("").describe("Empty = next to the source"),
  suffix: z.string().max(60).default(""),
  replaceOriginal: z.boolean().default(false),
  notifyArr: z.boolean().default(true),
  renameTokens: z.boolean().default(true),
  cleanMetadata: z.boolean().default(true),
  checkSource: z.boolean().default(false)
    .describe("Decode the whole source first; a damaged source is not encoded"),
  replaceDamaged: z.boolean().default(false)
    .describe("Replace an original even if decoding it caused errors"),
  keepOriginalDays: z.int().min(0).max(3650).nullable().default(null),
  segments: z.enum(["auto", "on", "off"]).default("auto")
    .describe("Encode in segments that survive a restart; auto: videos longer than ten minutes"),
}).meta({ id: "OutputRecipe" });
/** Part `output` of a profile. */
export type OutputRecipe = z.infer<typeof OutputRecipe>;

/** Editable part of a profile: the whole recipe of one encode. Every part has defaults. */
export const ProfileInput = z.object({
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2000).default(""),
  mediaType: z.enum(MEDIA_TYPES).default("any"),
  container: z.enum(CONTAINERS).default("mkv"),
  video: VideoRecipe.prefault({}),
  audio: AudioRecipe.prefault({}),
  subtitles: SubtitleRecipe.prefault({}),
  output: OutputRecipe.prefault({}),
  clonedFrom: z.string().max(64).optional().describe("The preset it was cloned from"),
}).meta({ id: "ProfileInput" });
/** Profile without ID and computed fields, as used by forms, `POST` and exports. */
export type ProfileInput = z.infer<typeof ProfileInput>;

/** Makes all fields optional. Unlike in a profile, defaults are not applied. */
export const partly = <T extends z.ZodObject>(schema: T) => {
  const shape = Object.entries(schema.shape).map(([key, field]) => {
    const bare = field instanceof z.ZodDefault ? field.unwrap() as z.ZodType : field as z.ZodType;
    return [key, bare.optional()] as const;
  });
  return z.object(Object.fromEntries(shape) as { [K in keyof T["shape"]]: z.ZodOptional<T["shape"][K]> }).partial();
};

/** Change of a profile. Omitted fields are unchanged. */
export const ProfileChange = partly(ProfileInput.omit({ video: true, audio: true, subtitles: true, output: true }))
  .extend({
    video: partly(VideoRecipe).optional(),
    audio: partly(AudioRecipe).optional(),
    subtitles: partly(SubtitleRecipe).optional(),
    output: partly(OutputRecipe).optional(),
  }).meta({ id: "ProfileChange" });
/** Partial change on both levels. Omitted fields are not changed. */
export type ProfileChange = z.infer<typeof ProfileChange>;

/** Profile as returned by the API. */
export const Profile = ProfileInput.extend({
  id: z.string(),
  builtin: z.boolean(),
  missingEncoders: z.array(z.string()),
  usedBy: z.array(z.string()),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
}).meta({ id: "Profile" });
/**
 * `missingEncoders` lists encoders that this ffmpeg lacks. `usedBy` contains dotted keys of settings. Presets have no
 * timestamps.
 */
export type Profile = z.infer<typeof Profile>;

/** Profile as used by the planner, without computed fields. */
export type Recipe = ProfileInput & { id: string };
