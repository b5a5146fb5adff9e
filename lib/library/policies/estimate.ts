import type { ProfilePace } from "../../../db/jobs/queue_forecast.ts";
import { type FileFacts, hasFacet } from "./file_facts.ts";

/** Expected size in bytes: low, typical and high. */
export type SizeRange = [low: number, typical: number, high: number];

/** Shares of the source size that encodes of such files typically have, for profiles without finished jobs. */
const SHARES = {
  remux: [0.12, 0.35, 0.7],
  efficient: [0.4, 0.85, 1],
  old: [0.15, 0.4, 0.8],
  other: [0.25, 0.6, 1],
} as const satisfies Record<string, SizeRange>;

/** Width of the range around the mean of finished jobs with the same profile. */
const PACE_SPREAD = [0.45, 1.9] as const;

/**
 * Estimates the size of an encode from the data of the manager and the finished jobs of the profile. The range is wide,
 * because neither depends on the content of the file. Pure.
 */
export function roughSize(file: FileFacts, pace: ProfilePace | undefined): SizeRange {
  const [low, typical, high] = pace === undefined ? sharesOf(file) : sharesOfPace(pace);
  const size = (share: number) => Math.round(file.sizeBytes * Math.min(1, share));
  return [size(low), size(typical), size(high)];
}

/** Estimates the encoding time in seconds from the finished jobs of the profile. Undefined if there are none. Pure. */
export const roughSeconds = ({ sizeBytes }: FileFacts, pace: ProfilePace | undefined): number | undefined =>
  pace === undefined ? undefined : Math.round(sizeBytes * pace.seconds / pace.inputBytes);

function sharesOf({ isRemux, facets }: FileFacts): Readonly<SizeRange> {
  if (isRemux) return SHARES.remux;
  if (["hevc", "av1", "vp9"].some((codec) => hasFacet(facets, codec))) return SHARES.efficient;
  return ["mpeg2", "vc1"].some((codec) => hasFacet(facets, codec)) ? SHARES.old : SHARES.other;
}

function sharesOfPace({ outputBytes, inputBytes }: ProfilePace): SizeRange {
  const share = outputBytes / inputBytes;
  return [share * PACE_SPREAD[0], share, share * PACE_SPREAD[1]];
}
