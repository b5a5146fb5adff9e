import { bytes, estimatedTime } from "../../kit/format.ts";

/** Texts of an estimate, used wherever an estimate is shown. Pure. */

/** Displayed parts of an estimate. Sizes in bytes. */
export interface ShownEstimate {
  bytes: number;
  /** True if nothing was estimated. */
  exact?: boolean;
  /** True if the size and time were measured with samples of the file. */
  sampled?: boolean | undefined;
  encodeSeconds?: number | undefined;
}

/** Returns the size, with `≈` if part of it was estimated or extrapolated. */
export const sizeText = (estimate: Pick<ShownEstimate, "bytes" | "exact">): string =>
  `${estimate.exact ? "" : "≈ "}${bytes(estimate.bytes)}`;

/** Returns the time of the encode: `about 1:20:00`. Empty if the time is unknown. */
export const timeText = ({ encodeSeconds }: Pick<ShownEstimate, "encodeSeconds">): string =>
  encodeSeconds === undefined ? "" : `about ${estimatedTime(encodeSeconds)}`;

/** Returns the source of an estimated time. There is no time without a measurement or similar jobs. */
export const timeSource = ({ sampled }: Pick<ShownEstimate, "sampled">): string =>
  sampled ? "measured on this machine" : "from similar jobs";

/** Returns the time with its source: `about 1:20:00, from similar jobs`. Empty if the time is unknown. */
export const timeWithSource = (estimate: ShownEstimate): string =>
  estimate.encodeSeconds === undefined ? "" : `${timeText(estimate)}, ${timeSource(estimate)}`;

/** Size and time of earlier jobs of a profile, per byte of their sources. */
export interface JobPace {
  profileId: string;
  bytesPerByte: number;
  secondsPerByte: number;
}

/** Estimates files of which only the size is known, based on the results of earlier jobs of the profile. */
export const paceEstimate = ({ bytesPerByte, secondsPerByte }: JobPace, sourceBytes: number): ShownEstimate => ({
  bytes: Math.round(sourceBytes * bytesPerByte),
  encodeSeconds: Math.round(sourceBytes * secondsPerByte),
});

/** Returns the result for a selection: `about 120 GB, 210 GB less, about 14:00:00, from similar jobs`. */
export function gainText(estimate: ShownEstimate, sourceBytes: number): string {
  const less = sourceBytes - estimate.bytes;
  const change = `${bytes(Math.abs(less))} ${less < 0 ? "more" : "less"}`;
  return [`about ${bytes(estimate.bytes)}`, change, timeWithSource(estimate)].filter(Boolean).join(", ");
}
