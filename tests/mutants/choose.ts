import type { Mutant } from "./places.ts";

/** Returns a generator of numbers from 0 up to 1 that is identical for the same seed (mulberry32). */
function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chooses `count` mutants with equal probability, at most one per line and identical for the same seed. */
export function chooseMutants(all: Mutant[], count: number, seed: number): Mutant[] {
  const next = seededNumbers(seed);
  const left = [...all];
  const chosen = new Map<string, Mutant>();
  while (chosen.size < count && left.length > 0) {
    const at = Math.floor(next() * left.length);
    const [mutant] = left.splice(at, 1);
    if (mutant === undefined) break;
    const line = `${mutant.path}:${mutant.line}`;
    if (!chosen.has(line)) chosen.set(line, mutant);
  }
  return [...chosen.values()];
}
