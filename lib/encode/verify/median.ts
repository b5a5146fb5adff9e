/** Returns the median, or the upper of the two middle values for an even count. Undefined for an empty list. */
export function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
