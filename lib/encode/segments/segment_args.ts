import { fileInput, fileOperand, type MediaInput } from "../../media/probe/input_args.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { VideoPlan } from "../plan/model.ts";
import { encodedVideoArgs } from "../args/encoded_video_args.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { METHOD_FACTS } from "../profiles/encoders/methods.ts";
import { type LivePreview, previewArgs } from "../args/preview_args.ts";
import type { Segment } from "./model.ts";

/** Options for the command of a segment, in addition to the plan and the segment. */
export interface SegmentArgOptions {
  /** Absolute path of the output file. */
  output: string;
  livePreview?: LivePreview;
  /** Stops after this many frames. */
  pictures?: number;
  /** Maximum number of encoder threads. */
  threads?: number;
  /** GPU index or render node. Absent for the first GPU. */
  device?: string | undefined;
  /** Input to read from. By default, the probed file. */
  input?: MediaInput;
}

/**
 * Returns the ffmpeg arguments to encode one segment, without the binary. The output contains only video, starts at 0,
 * and is MP4, which can use the time base of the video. Pure.
 */
export function segmentArgs(
  probe: Probe,
  video: VideoPlan,
  segment: Segment,
  { output, livePreview, pictures, threads, device, input = fileInput(probe.path) }: SegmentArgOptions,
): string[] {
  const videoArgs = encodedVideoArgs(probe, video, {
    container: "mp4",
    range: segment,
    threads,
    device,
  });
  return [
    ...["-hide_banner", "-nostdin", "-y", "-nostats", "-stats_period", "1", "-progress", "pipe:1"],
    ...(METHOD_FACTS[videoEncoder(video.encoder).method].deviceArgs?.(device) ?? []),
    // Frames keep the timestamps of the file, by which they are selected.
    ...["-copyts", ...(segment.seekSeconds > 0 ? ["-noaccurate_seek", "-ss", segment.seekSeconds.toFixed(6)] : [])],
    ...input.guards,
    ...["-i", input.operand],
    ...videoArgs.graph,
    ...videoArgs.map,
    ...videoArgs.args,
    ...["-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-video_track_timescale", String(segment.unitsPerSecond)],
    ...(pictures === undefined ? [] : ["-frames:v:0", String(pictures)]),
    // ffmpeg writes flags for 360° and 3D video to MP4 only with this option.
    ...["-f_strict", "experimental"],
    ...["-f", "mp4", fileOperand(output)],
    ...(livePreview ? previewArgs(probe, video, livePreview, { range: segment }) : []),
  ];
}

/** Returns the start time of the joined video, in seconds of the result. */
export const startSecondsOf = ({ times: { start }, unitsPerSecond }: Segment): number => start / unitsPerSecond;

/**
 * Returns the segment list for ffmpeg's `concat`. The duration of each segment is the time until the next one starts,
 * in microseconds, which is more precise than half a unit of any video. `paths` must be absolute and in the order of
 * the segments.
 */
export function joinList(segments: readonly Segment[], paths: readonly string[]): string {
  const [first] = segments;
  if (first === undefined) return "ffconcat version 1.0\n";
  const begins = segments.map(({ times, unitsPerSecond }) =>
    Math.round((times.start - first.times.start) * 1e6 / unitsPerSecond)
  );
  const lines = paths.flatMap((path, i) => {
    const next = begins[i + 1];
    return [
      `file 'file:${path.replaceAll("'", "'\\''")}'`,
      ...(next === undefined ? [] : [`duration ${microseconds(next - (begins[i] ?? 0))}`]),
    ];
  });
  return ["ffconcat version 1.0", ...lines, ""].join("\n");
}

const microseconds = (count: number): string => `${Math.floor(count / 1e6)}.${String(count % 1e6).padStart(6, "0")}`;
