import { JobFailure } from "../../../kit/fault.ts";
import type { Probe, VideoStream } from "../model.ts";
import { ask, placesOf, type ProbeOptions } from "../run_ffprobe.ts";

/** Places beside the beginning, as parts of the whole: captions may begin late, and size and shape may change. */
const PLACES = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9];

/** Frames of a group in broadcasts and on DVDs, at the most. */
const GROUP_FRAMES = 16;

/**
 * Facts that only decoded frames show: HDR metadata inside the bit stream, field order, captions, changes of the frame
 * size. Nothing when they cannot be decoded.
 */
export function someFrames(
  { path, startSeconds, durationSeconds, format }: Probe,
  { index }: VideoStream,
  options: ProbeOptions,
): Promise<unknown> {
  const entries =
    "frame=width,height,sample_aspect_ratio,interlaced_frame,color_primaries,color_transfer,color_space:" +
    "frame_side_data";
  // Without an index a seek ends somewhere in a group of frames, by the clock of the file.
  const [from, count] = /mpeg/.test(format) ? [startSeconds, GROUP_FRAMES] : [0, 1];
  const places = PLACES.map((part) => `${(from + part * durationSeconds).toFixed(2)}%+#${count}`);
  const wanted = [
    "-select_streams",
    String(index),
    "-read_intervals",
    ["%+#4", ...(options.depth === "pictures" ? [] : places)].join(","),
    "-show_frames",
    "-show_entries",
    entries,
  ];
  return ask(path, wanted, options).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    if (error instanceof JobFailure) return {};
    throw error;
  });
}

/** Packet spacing at five places: headers of files with a variable rate usually claim a constant one. */
export async function pictureTimes(
  path: string,
  index: number,
  duration: number,
  options: ProbeOptions,
): Promise<number[]> {
  const places = placesOf(duration, "+#60");
  const packets = await ask(path, [
    "-select_streams",
    String(index),
    "-read_intervals",
    places.join(","),
    "-show_entries",
    "packet=pts_time",
  ], options).catch(() => ({}));
  options.signal?.throwIfAborted();
  const times = (packets as { packets?: { pts_time?: string }[] }).packets?.map((p) => Number(p.pts_time)) ?? [];
  return times.filter(Number.isFinite);
}

/** Steps between consecutive presentation times. Jumps over 2 s are the places between samples. */
function stepsOf(times: number[]): number[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  return sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0)).filter((step) => step < 2);
}

/** Three and two fields of 1001/60000 s, in turns. */
const THREE_FIELDS = 3003 / 60_000;
const TWO_FIELDS = 2002 / 60_000;

/** Whether pictures last three and two fields in turns: whole pictures of film in a stream that is timed as video. */
export function softTelecine(times: number[]): boolean {
  const steps = stepsOf(times);
  if (steps.length < 8) return false;
  const near = (step: number | undefined, length: number) => Math.abs((step ?? 0) - length) < 0.003;
  const pairs = steps.slice(1).filter((step, i) =>
    near(step, TWO_FIELDS) && near(steps[i], THREE_FIELDS) || near(step, THREE_FIELDS) && near(steps[i], TWO_FIELDS)
  );
  return pairs.length >= 0.8 * (steps.length - 1);
}

/** Whether consecutive presentation times differ by clearly unequal steps. */
export function spacingVaries(times: number[]): boolean {
  const steps = stepsOf(times);
  if (steps.length < 8) return false;
  const median = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  // Matroska rounds to 1 ms; a missing picture here and there is no variable rate.
  const odd = steps.filter((step) => Math.abs(step - median) > Math.max(0.003, median * 0.2)).length;
  return odd > steps.length * 0.05;
}
