import { type EncoderFamily, videoEncoder } from "../profiles/encoders.ts";
import type { VideoPlan } from "../plan/model.ts";

/** Spells when every picture of the result is shown. */

/** With ffmpeg's default the first picture, and with it every other, would move to a multiple of the picture's length. */
export function timing(video: VideoPlan): string[] {
  if (video.variableFrameRate) return ["-fps_mode:v:0", "vfr", "-enc_time_base:v:0", "1:90000"];
  const grid = gridOf(video);
  if (!grid) return ["-fps_mode:v:0", "vfr"];
  return ["-fps_mode:v:0", "vfr", "-enc_time_base:v:0", `1:${grid.unitsPerSecond}`, "-r:v:0", grid.rate];
}

/**
 * libvpx and libaom are told by ffmpeg that a picture lasts one unit of time: for a bit rate the unit has to be a picture.
 * By quality the results are the same to the byte.
 */
const UNIT_IS_PICTURE: readonly EncoderFamily[] = ["vp9", "aom"];
const MIN_UNITS_PER_SECOND = 20_000;
const MAX_UNITS_PER_SECOND = 1_000_000;

/** Units of time in which a picture of a constant rate is a whole number long. */
export interface TimeGrid {
  unitsPerSecond: number;
  unitsPerPicture: number;
  /** How far from its even time, in units, a picture may be and still be moved there. */
  slack: number;
  /** Pictures a second, as ffmpeg reads it. */
  rate: string;
}

/** Undefined for a variable rate, and when there are no such units. */
export function gridOf(video: VideoPlan): TimeGrid | undefined {
  const { encoder, bitrate, frameRate: [numerator, denominator], variableFrameRate, fieldHandling } = video;
  const byPicture = bitrate > 0 && UNIT_IS_PICTURE.includes(videoEncoder(encoder).family);
  const whole = Number.isInteger(numerator) && Number.isInteger(denominator) && numerator > 0 && denominator > 0;
  if (variableFrameRate || !whole || byPicture) return undefined;
  const times = Math.ceil(MIN_UNITS_PER_SECOND / numerator);
  const unitsPerSecond = numerator * times;
  const unitsPerPicture = denominator * times;
  if (unitsPerSecond > MAX_UNITS_PER_SECOND) return undefined;
  // Film with the flags of telecine is up to 8.4 ms off.
  const slack = Math.round(fieldHandling === "soft-telecine" ? unitsPerPicture * 0.4 : unitsPerSecond * 0.002);
  return { unitsPerSecond, unitsPerPicture, slack, rate: `${numerator}/${denominator}` };
}

/** Units of a variable rate: every picture keeps its own time. */
export const VARIABLE_UNITS = 90_000;

/** Where a part of a film lies in the whole, in units of its grid (or `VARIABLE_UNITS`). */
export interface PartTimes {
  /** Time of the film's first picture: even times are counted from there. */
  origin: number;
  /** Time of the part's first picture, which becomes 0. */
  start: number;
}

/**
 * Even times for a constant rate, counted from the first picture, which keeps its own. Containers round times to
 * milliseconds; a picture further away than that is where it is on purpose.
 */
export function timeFilters(video: VideoPlan, part?: PartTimes): string[] {
  const grid = gridOf(video);
  const fromStart = part ? [`setpts=PTS-${part.start}`] : [];
  if (!grid) return part ? [`settb=1/${VARIABLE_UNITS}`, ...fromStart] : [];
  const { unitsPerSecond, unitsPerPicture, slack } = grid;
  const origin = part ? String(part.origin) : "STARTPTS";
  const even = `st(0\\,${origin}+round((PTS-${origin})/${unitsPerPicture})*${unitsPerPicture})`;
  return [
    `settb=1/${unitsPerSecond}`,
    `setpts=${even}\\;if(lte(abs(PTS-ld(0))\\,${slack})\\,ld(0)\\,PTS)`,
    ...fromStart,
  ];
}

/** The time that `timeFilters` gives a picture, in the same units. */
export function evenTime(time: number, origin: number, { unitsPerPicture, slack }: TimeGrid): number {
  const pictures = (time - origin) / unitsPerPicture;
  // As C rounds: halves away from zero.
  const even = origin + Math.sign(pictures) * Math.round(Math.abs(pictures)) * unitsPerPicture;
  return Math.abs(time - even) <= slack ? even : time;
}
