import { JobFailure } from "../../../kit/fault.ts";
import type { Probe, VideoStream } from "../model.ts";
import type { PacketTime } from "./track_clocks.ts";
import { ask, placesOf, type ProbeOptions } from "../run_ffprobe.ts";

/** Codecs of broadcasts and discs, which may have captions that are missing in the first frames of a movie. */
const CAPTIONED = new Set(["mpeg2video", "h264"]);
const CAPTION_PLACES = [0.3, 0.6];
const CAPTION_SECONDS = 60;
/**
 * Positions in a broadcast or DVD that are read in addition to its beginning, as fractions of its duration. Captions,
 * size and aspect ratio may change within it.
 */
const BROADCAST_PLACES = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
/** Maximum GOP size in broadcasts and on DVDs. Without an index, a seek may end anywhere within a GOP. */
const GROUP_FRAMES = 16;

/**
 * Returns the intervals that ffprobe reads in addition to the beginning. Each one needs a seek and a few decoded
 * frames. Pure.
 */
function laterPlaces({ startSeconds, durationSeconds, format }: Probe, codec: string): string[] {
  const at = (from: number, part: number, count: number): string =>
    `${(from + part * durationSeconds).toFixed(2)}%+#${count}`;
  if (/mpeg/.test(format)) return BROADCAST_PLACES.map((part) => at(startSeconds, part, GROUP_FRAMES));
  const mayHaveCaptions = CAPTIONED.has(codec) && durationSeconds > CAPTION_SECONDS;
  return mayHaveCaptions ? CAPTION_PLACES.map((part) => at(0, part, 2)) : [];
}

/**
 * Reads data for which frames must be decoded: HDR metadata in the bitstream, field order, captions, changes of the
 * frame size. Empty if they cannot be decoded.
 */
export function someFrames(
  probe: Probe,
  { index, codec }: VideoStream,
  options: ProbeOptions,
): Promise<unknown> {
  const entries =
    "frame=width,height,sample_aspect_ratio,interlaced_frame,color_primaries,color_transfer,color_space:" +
    "frame_side_data";
  const wanted = [
    "-select_streams",
    String(index),
    "-read_intervals",
    ["%+#4", ...(options.depth === "frames" ? [] : laterPlaces(probe, codec))].join(","),
    "-show_frames",
    "-show_entries",
    entries,
  ];
  return ask(probe.path, wanted, options).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    if (error instanceof JobFailure) return {};
    throw error;
  });
}

/** Number of packets of the main video per position. */
const SAMPLED_PACKETS = 60;
/** Number of packets of each other track per packet of the main video, and the maximum for all tracks per position. */
const OTHER_PACKETS = 2;
const MAX_PACKETS = 1500;

/**
 * Reads packet timestamps at five positions, for the main video only, or for all tracks in Matroska files. The headers
 * of variable-frame-rate files usually contain a constant rate.
 */
export async function packetTimes(
  { path, format, streams, durationSeconds }: Probe,
  index: number,
  options: ProbeOptions,
): Promise<PacketTime[]> {
  const isMatroska = /\bmatroska\b/.test(format);
  const others = streams.filter(({ kind }) => kind === "audio" || kind === "video").length - 1;
  const count = isMatroska ? Math.min(MAX_PACKETS, SAMPLED_PACKETS * (1 + OTHER_PACKETS * others)) : SAMPLED_PACKETS;
  const answer = await ask(path, [
    ...(isMatroska ? [] : ["-select_streams", String(index)]),
    ...["-read_intervals", placesOf(durationSeconds, `+#${count}`).join(",")],
    ...["-show_entries", "packet=stream_index,pts_time,pos,flags"],
  ], options).catch(() => ({}));
  options.signal?.throwIfAborted();
  const { packets = [] } = answer as { packets?: Record<"stream_index" | "pts_time" | "pos" | "flags", string>[] };
  return packets
    .map((packet) => ({
      stream: Number(packet.stream_index),
      seconds: Number(packet.pts_time),
      position: Number(packet.pos),
      key: packet.flags?.startsWith("K") ?? false,
    }))
    .filter(({ seconds }) => Number.isFinite(seconds));
}

/**
 * Returns the differences between consecutive presentation times. Jumps of 2 seconds or more are gaps between samples
 * and are omitted.
 */
function stepsOf(times: number[]): number[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  return sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0)).filter((step) => step < 2);
}

/** Durations of three and of two fields of 1001/60000 s. Frames alternate between them. */
const THREE_FIELDS = 3003 / 60_000;
const TWO_FIELDS = 2002 / 60_000;

/** True if frames alternately last three and two fields, which means film frames in a stream with video timing. */
export function softTelecine(times: number[]): boolean {
  const steps = stepsOf(times);
  if (steps.length < 8) return false;
  const near = (step: number | undefined, length: number) => Math.abs((step ?? 0) - length) < 0.003;
  const pairs = steps.slice(1).filter((step, i) =>
    near(step, TWO_FIELDS) && near(steps[i], THREE_FIELDS) || near(step, THREE_FIELDS) && near(steps[i], TWO_FIELDS)
  );
  return pairs.length >= 0.8 * (steps.length - 1);
}

/** True if the steps between consecutive presentation times clearly differ. */
export function spacingVaries(times: number[]): boolean {
  const steps = stepsOf(times);
  if (steps.length < 8) return false;
  const median = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  // Matroska rounds to 1 ms, and a few missing frames do not make the rate variable.
  const odd = steps.filter((step) => Math.abs(step - median) > Math.max(0.003, median * 0.2)).length;
  return odd > steps.length * 0.05;
}
