/** Returns a quantile by linear interpolation between the two nearest sorted values. 1 for an empty list. */
export function quantile(sorted: number[], part: number): number {
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 1;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
