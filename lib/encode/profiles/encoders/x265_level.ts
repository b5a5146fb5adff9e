import type { EncodedVideo, EncodeLimits } from "./model.ts";

/**
 * Level, luma samples per picture and per second, and kbit/s in the high tier, from tables A.8 and A.9 of
 * Recommendation ITU-T H.265. UHD discs and players support up to 5.1.
 */
const LEVELS = [
  { level: "5.1", picture: 8_912_896, rate: 534_773_760, kbps: 160_000 },
  { level: "5.2", picture: 8_912_896, rate: 1_069_547_520, kbps: 240_000 },
  { level: "6", picture: 35_651_584, rate: 1_069_547_520, kbps: 240_000 },
  { level: "6.1", picture: 35_651_584, rate: 2_139_095_040, kbps: 480_000 },
  { level: "6.2", picture: 35_651_584, rate: 4_278_190_080, kbps: 800_000 },
] as const;

/** Number of samples up to which frames never reach the limits of the level that x265 chooses. */
const FULL_HD = 1920 * 1088;

/**
 * Buffer fullness of a player at segment boundaries, 0 to 1. Each segment starts with the fullness at the end of the
 * previous one. With x265's default of 0.9, a passage at the limit gets a third fewer bits than in an encode without
 * segments. With this value, it gets an eighth fewer.
 */
const BUFFER_AT_CUTS = 0.5;

/**
 * Returns the level and buffer options of x265 for frames larger than Full HD. Without them, a grainy passage at
 * constant quality exceeds the limits of hardware players. Empty for smaller frames, and for frames that exceed all
 * levels.
 */
export function x265Level(
  { width, height, frameRate: [numerator, denominator] }: EncodedVideo,
  { isPart = false }: EncodeLimits = {},
): string[] {
  const picture = width * height;
  if (picture <= FULL_HD) return [];
  const rate = picture * (numerator / Math.max(1, denominator));
  const fitting = LEVELS.find((level) => picture <= level.picture && rate <= level.rate);
  if (!fitting) return [];
  const { level, kbps } = fitting;
  const atCuts = isPart ? [`vbv-init=${BUFFER_AT_CUTS}`, `vbv-end=${BUFFER_AT_CUTS}`] : [];
  return [`level-idc=${level}`, "high-tier=1", `vbv-maxrate=${kbps}`, `vbv-bufsize=${kbps}`, ...atCuts];
}
