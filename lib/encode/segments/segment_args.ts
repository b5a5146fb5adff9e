import { fileInput, fileOperand, type MediaInput } from "../../media/probe/input_args.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { VideoPlan } from "../plan/model.ts";
import { pictureArgs } from "../args/picture_args.ts";
import { type LivePreview, previewArgs } from "../args/preview_args.ts";
import type { Segment } from "./model.ts";

/** What a part's command needs beside plan and part. */
export interface SegmentArgOptions {
  /** Absolute path of the file to write. */
  output: string;
  livePreview?: LivePreview;
  /** Ends after so many pictures. */
  pictures?: number;
  /** Upper bound of encoder threads. */
  threads?: number;
  /** Where the source is read; the file that was probed when absent. */
  input?: MediaInput;
}

/**
 * Spells the encode of one part as ffmpeg arguments, without the binary: its picture alone, beginning at 0, in MP4, whose
 * unit of time can be that of the film. Pure.
 */
export function segmentArgs(
  probe: Probe,
  video: VideoPlan,
  segment: Segment,
  { output, livePreview, pictures, threads, input = fileInput(probe.path) }: SegmentArgOptions,
): string[] {
  const picture = pictureArgs(probe, video, {
    container: "mp4",
    range: segment,
    ...(threads === undefined ? {} : { threads }),
  });
  return [
    ...["-hide_banner", "-nostdin", "-y", "-nostats", "-stats_period", "1", "-progress", "pipe:1"],
    // The pictures keep the times of the file, by which they are chosen.
    ...["-copyts", ...(segment.seekSeconds > 0 ? ["-noaccurate_seek", "-ss", segment.seekSeconds.toFixed(6)] : [])],
    ...input.guards,
    ...["-i", input.operand],
    ...picture.graph,
    ...picture.map,
    ...picture.args,
    ...["-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-video_track_timescale", String(segment.unitsPerSecond)],
    ...(pictures === undefined ? [] : ["-frames:v:0", String(pictures)]),
    // Marks of 360° and 3D pictures are not written into MP4 without it.
    ...["-f_strict", "experimental"],
    ...["-f", "mp4", fileOperand(output)],
    ...(livePreview ? previewArgs(probe, video, livePreview, { range: segment }) : []),
  ];
}

/** When the joined picture begins, in seconds of the result. */
export const startSecondsOf = ({ times: { start }, unitsPerSecond }: Segment): number => start / unitsPerSecond;

/**
 * The list that joins the parts, for ffmpeg's `concat`: each part lasts until the next one begins, to the microsecond,
 * which is nearer than half a unit of any film. `paths` must be absolute and in the order of the segments.
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
