import * as z from "zod";
import { MORE_CHAPTERS } from "./long_answer.ts";

/**
 * The parts of `ffprobe -print_format json` that are used. All fields are optional, because the output for damaged
 * files is incomplete.
 */

const tags = z.record(z.string(), z.string()).catch({}).default({});
const sideData = z.looseObject({ side_data_type: z.string().default("") });
const flags = z.record(z.string(), z.number()).catch({}).default({});

const RawStream = z.object({
  index: z.int(),
  codec_name: z.string().optional(),
  codec_type: z.string().optional(),
  profile: z.union([z.string(), z.number()]).optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  pix_fmt: z.string().optional(),
  bits_per_raw_sample: z.string().optional(),
  bits_per_sample: z.number().optional(),
  field_order: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  color_space: z.string().optional(),
  color_range: z.string().optional(),
  chroma_location: z.string().optional(),
  closed_captions: z.number().optional(),
  has_b_frames: z.int().optional(),
  channels: z.int().optional(),
  channel_layout: z.string().optional(),
  sample_rate: z.string().optional(),
  sample_fmt: z.string().optional(),
  bit_rate: z.string().optional(),
  start_time: z.string().optional(),
  duration: z.string().optional(),
  nb_frames: z.string().optional(),
  disposition: flags,
  tags,
  side_data_list: z.array(sideData).catch([]).default([]),
});
/** A stream as printed by ffprobe. Numbers are often strings, and all fields may be absent. */
export type RawStream = z.infer<typeof RawStream>;
/** An entry of `side_data_list` of a stream or frame: HDR metadata, rotation and others. */
export type RawSideData = z.infer<typeof sideData>;

/** Output of ffprobe with `-show_format -show_streams -show_chapters`. */
export const RawProbe = z.object({
  format: z.object({
    format_name: z.string().default(""),
    duration: z.string().optional(),
    start_time: z.string().optional(),
    bit_rate: z.string().optional(),
    tags,
  }),
  streams: z.array(RawStream).default([]),
  programs: z.array(z.object({
    program_id: z.number(),
    streams: z.array(z.looseObject({ index: z.int() })).default([]),
  })).catch([]).default([]),
  chapters: z.array(z.object({
    start_time: z.string().default("0"),
    end_time: z.string().default("0"),
    tags,
  })).default([]),
  [MORE_CHAPTERS]: z.boolean().default(false),
});
/** Times are in seconds, as strings. `programs` are the programmes of transport streams. */
export type RawProbe = z.infer<typeof RawProbe>;

/**
 * Output of ffprobe with `-show_frames` for a few frames: HDR data that is only in the bitstream, fields, and sizes.
 */
export const RawFrames = z.object({
  frames: z.array(z.object({
    width: z.int().optional(),
    height: z.int().optional(),
    sample_aspect_ratio: z.string().optional(),
    interlaced_frame: z.number().optional(),
    color_primaries: z.string().optional(),
    color_transfer: z.string().optional(),
    color_space: z.string().optional(),
    side_data_list: z.array(sideData).catch([]).default([]),
  })).default([]),
});
/** A few frames of the main video stream. Data that the bitstream does not contain is absent. */
export type RawFrames = z.infer<typeof RawFrames>;

/** Parses a decimal number. Undefined for `N/A` and missing values. */
export function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Parses `24000/1001`, `64:45` or `0.708` as a fraction. Undefined if it is invalid or zero. */
export function fractionOf(text: unknown): [number, number] | undefined {
  const [left, right = "1"] = String(text ?? "").split(/[/:]/);
  const [numerator, denominator] = [Number(left), Number(right)];
  return numerator > 0 && denominator > 0 ? [numerator, denominator] : undefined;
}

/** Parses `01:02:03.456` (Matroska's DURATION tag) as seconds. */
export function clockOf(text: string | undefined): number | undefined {
  const match = /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(text ?? "");
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined;
}

/** Finds a tag by name, ignoring case. The name may have a language suffix (`BPS-eng`). */
export function tagOf(all: Record<string, string>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(all)) {
    const lower = key.toLowerCase();
    if (lower === wanted || lower.startsWith(`${wanted}-`)) return value;
  }
  return undefined;
}
