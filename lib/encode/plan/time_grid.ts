import type { HeldFrame } from "../../media/probe/model.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { Container } from "../profiles/schema.ts";
import type { VideoPlan } from "./model.ts";

/** Creates ffmpeg arguments for the timestamps of the frames in the result. */

/** Options for the timestamps of frames. */
export interface TimingOptions {
  container: Container;
  /** Position of a segment in the whole video. Also set if a single segment covers all of it. */
  part?: PartTimes;
}

/**
 * Returns the timing options of the first video stream. Timestamps are aligned after the encoder. A filter that sets
 * timestamps would remove the frame rate, so that encoders assume one frame per time unit, and ffmpeg 6 and newer
 * reject `-r` if frames may be neither dropped nor duplicated.
 */
export function timing(video: VideoPlan, { container, part }: TimingOptions): string[] {
  const units = unitsOf(video, container);
  const moves = movesOf(video, container, part);
  return [
    ...["-fps_mode:v:0", "vfr"],
    ...(units === undefined ? [] : ["-enc_time_base:v:0", `1:${units}`]),
    ...(moves.length === 0 ? [] : ["-bsf:v:0", `setts=${moves.join(":")}`]),
    ...(video.rateOption ? ["-r:v:0", video.frameRate.join("/")] : []),
  ];
}

/**
 * Returns the timing options for copied video, which preserve the duration of a last frame that is held, because
 * Matroska does not store it. QuickTime files keep the time base of the source, because older ffmpeg versions write
 * durations in the units of the source.
 */
export const copyTiming = ({ heldFrame }: VideoPlan, { container }: TimingOptions): string[] =>
  heldFrame === undefined ? [] : [
    ...["-bsf:v:0", `setts=${heldDuration(heldFrame)}`],
    ...(isMatroska(container) ? [] : ["-video_track_timescale", String(heldFrame.unitsPerSecond)]),
  ];

const MIN_UNITS_PER_SECOND = 20_000;
const MAX_UNITS_PER_SECOND = 1_000_000;

/** Time base in which a frame at a constant rate has an integer duration. */
export interface TimeGrid {
  unitsPerSecond: number;
  unitsPerFrame: number;
  /** Maximum distance in units at which a frame is moved to the grid. */
  slack: number;
}

/** Returns the grid of a constant frame rate. Undefined for a variable rate or if no suitable time base exists. */
export function gridOf(video: VideoPlan): TimeGrid | undefined {
  const { encoder, bitrate, frameRate: [numerator, denominator], variableFrameRate, fieldHandling } = video;
  // In quality mode, the result is byte-identical with both time bases.
  const byFrame = bitrate > 0 && videoEncoder(encoder).unitIsFrame;
  const whole = Number.isInteger(numerator) && Number.isInteger(denominator) && numerator > 0 && denominator > 0;
  if (variableFrameRate || !whole || byFrame) return undefined;
  const times = Math.ceil(MIN_UNITS_PER_SECOND / numerator);
  const unitsPerSecond = numerator * times;
  const unitsPerFrame = denominator * times;
  if (unitsPerSecond > MAX_UNITS_PER_SECOND) return undefined;
  // The timestamps of film with telecine flags differ by up to 8.4 ms.
  const slack = Math.round(fieldHandling === "soft-telecine" ? unitsPerFrame * 0.4 : unitsPerSecond * 0.002);
  return { unitsPerSecond, unitsPerFrame, slack };
}

/** Time base for variable frame rates, with which each frame keeps its timestamp. */
export const VARIABLE_UNITS = 90_000;

/** Position of a segment in the whole video, in units of its grid (or `VARIABLE_UNITS`). */
export interface PartTimes {
  /** Clock value at the start of the file. It is subtracted from all timestamps first. */
  clock: number;
  /** Origin of the grid. Absent if each frame keeps its timestamp. */
  origin?: number;
  /** Timestamp of the first frame in the segment, which becomes 0. */
  start: number;
}

/**
 * True if the encoder uses the milliseconds of Matroska. Older ffmpeg versions pass packets in the time base of the
 * container and report it as that of the encoder.
 */
const inMilliseconds = (video: VideoPlan, container: Container): boolean =>
  video.fieldHandling === "soft-telecine" && isMatroska(container);

const isMatroska = (container: Container): boolean => container === "mkv" || container === "webm";

/** Returns the time base of the encoder in units per second. Undefined if the unit is one frame. */
function unitsOf(video: VideoPlan, container: Container): number | undefined {
  if (video.heldFrame && isMatroska(container)) return 1000;
  if (video.variableFrameRate) return VARIABLE_UNITS;
  const grid = gridOf(video);
  return grid && inMilliseconds(video, container) ? 1000 : grid?.unitsPerSecond;
}

/**
 * True if the encoder uses timestamps instead of a frame rate. Film with telecine flags is decoded at the video rate,
 * and a filter that sets timestamps removes the rate. Software encoders have rate parameters or use the timestamps.
 * Hardware encoders require a rate.
 */
const usesTimestamps = ({ encoder, fieldHandling, earlierSeconds }: VideoPlan): boolean =>
  (fieldHandling === "soft-telecine" || earlierSeconds !== undefined) && !videoEncoder(encoder).hardware;

/**
 * Returns the filters for timestamps. Segments are cut by timestamp, which must be rounded like `rescale`. Filters
 * round in this way, but the input of the encoder does not.
 */
export const timeFilters = (video: VideoPlan, { container, part }: TimingOptions): string[] => [
  ...(part ? [`settb=1/${unitsOf(video, container)}`] : []),
  // `interleave` removes the frame rate without changing timestamps, because frames from several inputs have no rate
  // that the container could specify. In ffmpeg 9, `setpts` keeps the rate.
  ...(usesTimestamps(video) && !video.rateOption ? ["interleave=n=1"] : []),
];

/**
 * True if frames that are encoded by a single process are aligned to the grid. Milliseconds are not precise enough to
 * improve the timestamps of the source.
 */
export const isMadeEven = (video: VideoPlan, container: Container): boolean =>
  gridOf(video) !== undefined && (!isMatroska(container) || inMilliseconds(video, container));

/**
 * Returns the `setts` expressions that align a constant rate to the grid. The grid starts at the first frame, which
 * keeps its timestamp. Frames that differ by more than the rounding of the container are intentional and are not moved.
 */
function movesOf(video: VideoPlan, container: Container, part?: PartTimes): string[] {
  if (video.heldFrame && !part) return [heldDuration(video.heldFrame)];
  const grid = gridOf(video);
  if (part && (!grid || part.origin === undefined)) {
    const earlier = part.clock + part.start;
    return [`pts=PTS-(${earlier})`, `dts=DTS-(${earlier})`];
  }
  if (!grid || !part && !isMadeEven(video, container)) return [];
  const { clock = 0, start = 0, origin = 0 } = part ?? {};
  const [from, to] = part ? [clock + origin, origin - start] : ["STARTPTS", "STARTPTS"];
  const scale = inMilliseconds(video, container) ? 1000 / grid.unitsPerSecond : 1;
  const [frameUnits, slack] = [grid.unitsPerFrame * scale, grid.slack * scale];
  const even = (time: string) =>
    `st(0\\,${time}-(${from}))\\;st(1\\,round(ld(0)/${frameUnits})*${frameUnits})\\;` +
    `if(lte(abs(ld(0)-ld(1))\\,${slack})\\,ld(1)\\,ld(0))+(${to})`;
  return [`pts=${even("PTS")}`, `dts=${even("DTS")}`, `duration=${frameUnits}`];
}

/**
 * Preserves the duration of a last frame that is held. Encoders in ffmpeg before 7, and SVT-AV1 in any version, give it
 * the duration of the other frames. For Matroska the encoder uses milliseconds, because older ffmpeg versions report
 * them as the units of the encoder.
 */
function heldDuration({ startSeconds, endSeconds }: HeldFrame): string {
  const after = "(PTS-STARTPTS)*TB";
  const from = (startSeconds - HELD_SLACK_SECONDS).toFixed(6);
  return `duration=if(gte(${after}\\,${from})\\,${endSeconds.toFixed(6)}/TB-(PTS-STARTPTS)\\,DURATION)`;
}

/** Tolerance in seconds. Containers round timestamps to a millisecond, and filters may add another. */
const HELD_SLACK_SECONDS = 0.003;

/** Returns the timestamp that `timing` assigns to a frame, in the same units. */
export function evenTime(time: number, origin: number, { unitsPerFrame, slack }: TimeGrid): number {
  const frames = (time - origin) / unitsPerFrame;
  // C rounds halves away from zero.
  const even = origin + Math.sign(frames) * Math.round(Math.abs(frames)) * unitsPerFrame;
  return Math.abs(time - even) <= slack ? even : time;
}
