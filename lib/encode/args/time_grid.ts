import type { HeldFrame } from "../../media/probe/model.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { Container } from "../profiles/schema.ts";
import type { VideoPlan } from "../plan/model.ts";

/** Spells when every picture of the result is shown. */

/** Where the pictures go. */
export interface TimingOptions {
  container: Container;
  /** Where a part lies in the whole, the whole film as one part included. */
  part?: PartTimes;
}

/**
 * Options of the first picture stream. Times are made even behind the encoder: a filter that sets times takes the frame
 * rate away, without which encoders assume one picture a unit, and ffmpeg 6 and newer refuse `-r` where no picture may be
 * left out or shown twice.
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
 * The same of video that is copied: Matroska does not say how long a last frame is held. QuickTime then counts in the
 * units of the source, which older ffmpeg takes for those of the result.
 */
export const copyTiming = ({ heldFrame }: VideoPlan, { container }: TimingOptions): string[] =>
  heldFrame === undefined ? [] : [
    ...["-bsf:v:0", `setts=${heldDuration(heldFrame)}`],
    ...(isMatroska(container) ? [] : ["-video_track_timescale", String(heldFrame.unitsPerSecond)]),
  ];

const MIN_UNITS_PER_SECOND = 20_000;
const MAX_UNITS_PER_SECOND = 1_000_000;

/** Units of time in which a picture of a constant rate is a whole number long. */
export interface TimeGrid {
  unitsPerSecond: number;
  unitsPerPicture: number;
  /** How far from its even time, in units, a picture may be and still be moved there. */
  slack: number;
}

/** Undefined for a variable rate, and when there are no such units. */
export function gridOf(video: VideoPlan): TimeGrid | undefined {
  const { encoder, bitrate, frameRate: [numerator, denominator], variableFrameRate, fieldHandling } = video;
  // By quality the results are the same to the byte.
  const byPicture = bitrate > 0 && videoEncoder(encoder).unitIsFrame;
  const whole = Number.isInteger(numerator) && Number.isInteger(denominator) && numerator > 0 && denominator > 0;
  if (variableFrameRate || !whole || byPicture) return undefined;
  const times = Math.ceil(MIN_UNITS_PER_SECOND / numerator);
  const unitsPerSecond = numerator * times;
  const unitsPerPicture = denominator * times;
  if (unitsPerSecond > MAX_UNITS_PER_SECOND) return undefined;
  // Film with the flags of telecine is up to 8.4 ms off.
  const slack = Math.round(fieldHandling === "soft-telecine" ? unitsPerPicture * 0.4 : unitsPerSecond * 0.002);
  return { unitsPerSecond, unitsPerPicture, slack };
}

/** Units of a variable rate: every picture keeps its own time. */
export const VARIABLE_UNITS = 90_000;

/** Where a part of a film lies in the whole, in units of its grid (or `VARIABLE_UNITS`). */
export interface PartTimes {
  /** What the file's clock shows at its beginning: taken off every time before anything else. */
  clock: number;
  /** Even times are counted from here; absent where every picture keeps its own. */
  origin?: number;
  /** Time of the part's first picture, which becomes 0. */
  start: number;
}

/** Matroska counts milliseconds. Older ffmpeg hands packets over in the container's unit and calls it the encoder's. */
const inMilliseconds = (video: VideoPlan, container: Container): boolean =>
  video.fieldHandling === "soft-telecine" && isMatroska(container);

const isMatroska = (container: Container): boolean => container === "mkv" || container === "webm";

/** Units of time that the encoder is told; undefined where a picture is the unit. */
function unitsOf(video: VideoPlan, container: Container): number | undefined {
  if (video.heldFrame && isMatroska(container)) return 1000;
  if (video.variableFrameRate) return VARIABLE_UNITS;
  const grid = gridOf(video);
  return grid && inMilliseconds(video, container) ? 1000 : grid?.unitsPerSecond;
}

/**
 * Film that is timed as video is decoded at the rate of video, and a filter that sets times takes the rate away. Software
 * encoders have parameters for the rate or look at the times; those of cards go by the rate that they are given and must
 * have one.
 */
const goesByTimes = ({ encoder, fieldHandling, earlierSeconds }: VideoPlan): boolean =>
  (fieldHandling === "soft-telecine" || earlierSeconds !== undefined) && !videoEncoder(encoder).hardware;

/** A part is cut by its times, which must be rounded as `rescale` does: filters round so, the encoder's input does not. */
export const timeFilters = (video: VideoPlan, { container, part }: TimingOptions): string[] => [
  ...(part ? [`settb=1/${unitsOf(video, container)}`] : []),
  // Changes no time, but frames of several inputs have no rate that the container could name. `setpts` keeps the rate in
  // ffmpeg 9.
  ...(goesByTimes(video) && !video.rateOption ? ["interleave=n=1"] : []),
];

/**
 * Whether the pictures of a film by one process are moved to even times. Milliseconds have no room for better ones than
 * those of the source.
 */
export const isMadeEven = (video: VideoPlan, container: Container): boolean =>
  gridOf(video) !== undefined && (!isMatroska(container) || inMilliseconds(video, container));

/**
 * Even times for a constant rate, counted from the first picture, which keeps its own: a picture further away than
 * containers round is where it is on purpose.
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
  const [picture, slack] = [grid.unitsPerPicture * scale, grid.slack * scale];
  const even = (time: string) =>
    `st(0\\,${time}-(${from}))\\;st(1\\,round(ld(0)/${picture})*${picture})\\;` +
    `if(lte(abs(ld(0)-ld(1))\\,${slack})\\,ld(1)\\,ld(0))+(${to})`;
  return [`pts=${even("PTS")}`, `dts=${even("DTS")}`, `duration=${picture}`];
}

/**
 * Keeps a last frame as long as it is held: encoders of ffmpeg before 7, and SVT-AV1 in any, give each frame the length of
 * the others. In Matroska the encoder counts milliseconds, as older ffmpeg calls them the encoder's units.
 */
function heldDuration({ startSeconds, endSeconds }: HeldFrame): string {
  const after = "(PTS-STARTPTS)*TB";
  const from = (startSeconds - HELD_SLACK_SECONDS).toFixed(6);
  return `duration=if(gte(${after}\\,${from})\\,${endSeconds.toFixed(6)}/TB-(PTS-STARTPTS)\\,DURATION)`;
}

/** Containers round times to a millisecond, and filters by another. */
const HELD_SLACK_SECONDS = 0.003;

/** The time that `timing` gives a picture, in the same units. */
export function evenTime(time: number, origin: number, { unitsPerPicture, slack }: TimeGrid): number {
  const pictures = (time - origin) / unitsPerPicture;
  // As C rounds: halves away from zero.
  const even = origin + Math.sign(pictures) * Math.round(Math.abs(pictures)) * unitsPerPicture;
  return Math.abs(time - even) <= slack ? even : time;
}
