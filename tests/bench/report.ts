/** One measured figure with what it must not exceed. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The most it may be. */
  limit: number;
  note?: string;
}

/** Prints the figures; answers how many exceed their limit. */
export function printTable(title: string, figures: Figure[]): number {
  console.log(`\n${title}`);
  let misses = 0;
  for (const { name, value, unit, limit, note } of figures) {
    const good = value <= limit;
    if (!good) misses++;
    const shown = value < 10 ? value.toFixed(3) : value.toFixed(1);
    console.log(`  ${good ? "ok  " : "MISS"} ${name}: ${shown} ${unit} (at most ${limit})${note ? `, ${note}` : ""}`);
  }
  return misses;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/** The value below which `q` of the values lie (nearest rank). */
export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? NaN;
}
