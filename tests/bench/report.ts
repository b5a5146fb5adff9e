import { machineMs } from "./baseline.ts";

/** A measured figure and its limit. */
export interface Figure {
  name: string;
  value: number;
  /** Times are in `ms` or `s`. Values in other units are compared without scaling. */
  unit: string;
  /**
   * Maximum value. For a time with a `baseline`, a multiple of that baseline. For a time without one, the maximum on a
   * machine that needs `REFERENCE_MS` for the fixed work of `machineMs`.
   */
  limit: number;
  note?: string;
  /** Value to compare with, measured in the same run and unit. */
  baseline?: { name: string; value: number };
}

/** Time of the fixed work on the machine for which the time limits were set. */
const REFERENCE_MS = 60;

const MS: Record<string, number> = { ms: 1, s: 1000 };

/** A figure as a ratio, with its maximum. */
export interface Ratio {
  ratio: number;
  limit: number;
  /** Name of the baseline that corresponds to a ratio of 1. */
  of: string;
}

/**
 * Compares a figure with its baseline or, for a time without one, with the speed of this machine. Undefined for values
 * that are not times. Pure.
 */
export function ratioOf({ value, unit, limit, baseline }: Figure, machine: number): Ratio | undefined {
  if (baseline !== undefined) return { ratio: value / baseline.value, limit, of: baseline.name };
  const ms = MS[unit];
  if (ms === undefined) return undefined;
  return { ratio: value * ms / machine, limit: limit * ms / REFERENCE_MS, of: "the fixed work" };
}

/** Measures, prints each figure with its baseline, and returns how many exceed their limit. */
export async function runSuite(title: string, measure: () => Promise<Figure[]>): Promise<number> {
  const before = await machineMs();
  const figures = await measure();
  // If the machine became busier during the run, the slower speed is used.
  const machine = Math.max(before, await machineMs());
  console.log(`\n${title} (the fixed work takes ${machine.toFixed(0)} ms here)`);
  let misses = 0;
  for (const figure of figures) {
    const { name, value, unit, limit, note } = figure;
    const compared = ratioOf(figure, machine);
    const good = compared === undefined ? value <= limit : compared.ratio <= compared.limit;
    if (!good) misses++;
    const said = compared === undefined
      ? `${shown(value)} ${unit} (at most ${limit})`
      : `${shown(compared.ratio)} x ${compared.of} (at most ${shown(compared.limit)}), ${shown(value)} ${unit}`;
    console.log(`  ${good ? "ok  " : "MISS"} ${name}: ${said}${note ? `, ${note}` : ""}`);
  }
  return misses;
}

const shown = (value: number): string => value < 10 ? value.toFixed(3).replace(/\.?0+$/, "") : value.toFixed(1);

/** Timeout in milliseconds that no machine reaches: the longest delay of a timer. */
export const NO_LIMIT_MS = 2 ** 31 - 1;

/** Returns the median, which is the mean of the middle two values if their number is even. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Returns the `q` quantile (nearest rank). */
export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? NaN;
}
