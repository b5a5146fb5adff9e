import * as z from "zod";

/** Wire schemas of disc titles. */

const text = z.string().max(1000);

/** An audio track of a title. */
export const DiscAudioTrack = z.object({
  index: z.int().min(0).describe("Position among the title's audio tracks. The ripped file has them in the same order"),
  codec: text,
  language: text.describe("ISO 639-2/T; und if the disc specifies none"),
  languageName: text.optional(),
  channels: z.int().optional(),
  bitrateKbps: z.number().optional(),
  name: text.optional(),
  lossless: z.boolean(),
  commentary: z.boolean(),
  label: text,
}).meta({ id: "DiscAudioTrack" });
/** `label` is the display text: language, codec and channels. */
export type DiscAudioTrack = z.infer<typeof DiscAudioTrack>;

/** `index` is the position among the subtitle tracks of the title, from 0. */
export const DiscSubtitleTrack = z.object({
  index: z.int().min(0),
  codec: text,
  language: text,
  languageName: text.optional(),
  forced: z.boolean(),
  hearingImpaired: z.boolean(),
  commentary: z.boolean(),
  label: text,
}).meta({ id: "DiscSubtitleTrack" });
/** `index` counts the title's subtitle tracks from 0. */
export type DiscSubtitleTrack = z.infer<typeof DiscSubtitleTrack>;

/** Reasons why a title is not selected automatically. */
export const TITLE_FLAGS = ["playAll", "duplicate", "specialOrExtra", "obfuscated"] as const;

/** A title of a scanned disc. */
export const DiscTitle = z.object({
  id: z.int().min(0),
  name: text,
  artist: text.optional().describe("Artist of a CD track, if it differs from the album artist"),
  durationSeconds: z.number().min(0),
  sizeBytes: z.number().min(0),
  chapters: z.int().min(0),
  fileName: text,
  sourceFile: text.optional().describe("Playlist of a Blu-ray, title number of a DVD"),
  segmentMap: z.string().max(20_000).optional(),
  angle: z.int().optional(),
  videoCodec: text.optional(),
  resolution: text.optional(),
  frameRate: z.number().optional(),
  audio: z.array(text),
  audioTracks: z.array(DiscAudioTrack),
  subtitles: z.array(text),
  subtitleTracks: z.array(DiscSubtitleTrack),
  short: z.boolean().optional(),
  flags: z.array(z.enum(TITLE_FLAGS)),
  problem: text.optional().describe("Reason why the title cannot be copied completely"),
}).meta({ id: "DiscTitle" });
/** `id` is the index in the scan. After another scan, it may be different. */
export type DiscTitle = z.infer<typeof DiscTitle>;
