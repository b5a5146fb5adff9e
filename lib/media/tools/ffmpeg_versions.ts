/** The first release of ffmpeg that behaves so. */
const SINCE = {
  /** Refuses `-r` where every frame keeps its time, and needs none. */
  rateFromTimes: 6,
  /** Writes the rotation of a copied picture into Matroska. */
  matroskaRotation: 7,
} as const;

/** Whether the ffmpeg of this version behaves so. Builds that name no release are taken for the newest. */
export function isSince(feature: keyof typeof SINCE, version: string): boolean {
  const major = /^n?(\d+)/.exec(version)?.[1];
  return major === undefined || Number(major) >= SINCE[feature];
}
