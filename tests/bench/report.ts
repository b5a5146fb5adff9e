import { machineMs } from "./baseline.ts";

/** One measured figure with what it must not exceed. */
export interface Figure {
  name: string;
  value: number;
  /** Times are `ms` or `s`; everything else is no time and is compared as it is. */
  unit: string;
  /**
   * The most it may be. Of a time: times its baseline; without one of its own, the most on a machine that takes
   * `REFERENCE_MS` for the fixed work of `machineMs`.
   */
  limit: number;
  note?: string;
  /** What the figure is compared with, measured in the same run and in the same unit. */
  baseline?: { name: string; value: number };
}

/** How long the fixed work took where the limits of times were set. */
const REFERENCE_MS = 60;

const MS: Record<string, number> = { ms: 1, s: 1000 };

/** A figure as a ratio, with the most that this may be. */
export interface Ratio {
  ratio: number;
  limit: number;
  /** What one is. */
  of: string;
}

/** Compares a figure with its baseline: its own, or of times the speed of this machine; undefined for what is no time. Pure. */
export function ratioOf({ value, unit, limit, baseline }: Figure, machine: number): Ratio | undefined {
  if (baseline !== undefined) return { ratio: value / baseline.value, limit, of: baseline.name };
  const ms = MS[unit];
  if (ms === undefined) return undefined;
  return { ratio: value * ms / machine, limit: limit * ms / REFERENCE_MS, of: "the fixed work" };
}

/** Measures, and prints each figure with its baseline of the same run; answers how many exceed their limit. */
export async function runSuite(title: string, measure: () => Promise<Figure[]>): Promise<number> {
  const before = await machineMs();
  const figures = await measure();
  // A machine that became busy meanwhile is compared with what it was at worst.
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

/** Longer than any machine takes: the bench gives up nothing. Milliseconds, the most that a timer takes. */
export const NO_LIMIT_MS = 2 ** 31 - 1;

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** The value below which `q` of the values lie (nearest rank). */
export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? NaN;
}
