/** First ffmpeg release with each behaviour. */
const SINCE = {
  /** Rejects `-r` if every frame keeps its timestamp, and does not need it. */
  rateFromTimes: 6,
  /** Writes the rotation of copied video to Matroska. */
  matroskaRotation: 7,
} as const;

/** True if ffmpeg has this behaviour in the given version. Builds without a release number count as the latest. */
export function isSince(feature: keyof typeof SINCE, version: string): boolean {
  const major = /^n?(\d+)/.exec(version)?.[1];
  return major === undefined || Number(major) >= SINCE[feature];
}
