import * as z from "zod";
import { MORE_CHAPTERS } from "./long_answer.ts";

/** The part of `ffprobe -print_format json` we read. Everything may be missing: damaged files answer half of it. */

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
/** A stream as ffprobe prints it: numbers are often texts, and any field may be absent. */
export type RawStream = z.infer<typeof RawStream>;
/** An entry of `side_data_list`, of a stream or of a frame: HDR metadata, rotation and the like. */
export type RawSideData = z.infer<typeof sideData>;

/** What `-show_format -show_streams -show_chapters` answers. */
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
/** Times are seconds as text; `programs` are those of transport streams. */
export type RawProbe = z.infer<typeof RawProbe>;

/** The answer of `-show_frames` about some frames: HDR facts that only the bit stream carries, fields, and sizes. */
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
/** Some frames of the main video stream; what their bit stream does not say is absent. */
export type RawFrames = z.infer<typeof RawFrames>;

/** A decimal number out of ffprobe's text; undefined for `N/A` and nothing. */
export function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** `24000/1001`, `64:45` or `0.708` as a fraction; undefined when it is not one or is zero. */
export function fractionOf(text: unknown): [number, number] | undefined {
  const [left, right = "1"] = String(text ?? "").split(/[/:]/);
  const [numerator, denominator] = [Number(left), Number(right)];
  return numerator > 0 && denominator > 0 ? [numerator, denominator] : undefined;
}

/** `01:02:03.456` (Matroska's DURATION tag) in seconds. */
export function clockOf(text: string | undefined): number | undefined {
  const match = /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(text ?? "");
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined;
}

/** A tag by name whatever its case, also with a language ending (`BPS-eng`). */
export function tagOf(all: Record<string, string>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(all)) {
    const lower = key.toLowerCase();
    if (lower === wanted || lower.startsWith(`${wanted}-`)) return value;
  }
  return undefined;
}
