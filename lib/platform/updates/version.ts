/** Parses and compares versions with four parts, `major.backend.feature.minor`. Pure. */

export type Version = [number, number, number, number];

/** Parses `1.2.3.4` or `v1.2.3.4` with an optional suffix such as `-beta.1`. Undefined for other texts. */
export function parseVersion(tag: string): { parts: Version; text: string; pre: string } | undefined {
  const [, parts = "", pre = ""] =
    /^v?(\d{1,6}\.\d{1,6}\.\d{1,6}\.\d{1,6})(?:-([0-9A-Za-z.-]{1,40}))?$/.exec(tag.trim()) ??
      [];
  const [a, b, c, d] = parts.split(".").map(Number);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return { parts: [a, b, c, d], text: pre === "" ? parts : `${parts}-${pre}`, pre };
}

/**
 * Returns a value less than, equal to or greater than zero if `a` is older than, equal to or newer than `b`. A
 * pre-release is older than its release.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  for (let i = 0; i < 4; i++) {
    const difference = (left.parts[i] ?? 0) - (right.parts[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.pre === right.pre) return 0;
  if (left.pre === "" || right.pre === "") return left.pre === "" ? 1 : -1;
  return left.pre.localeCompare(right.pre, "en", { numeric: true });
}
