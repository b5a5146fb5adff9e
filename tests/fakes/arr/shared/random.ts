/** Pseudorandom numbers that are identical for the same seed (mulberry32). */
export interface Random {
  /** Returns a number 0 ≤ x < 1. */
  next(): number;
  /** Returns an integer from ≤ x ≤ to. */
  int(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

export function seeded(seed: number | string): Random {
  let state = typeof seed === "number" ? seed >>> 0 : hash(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      const found = list[int(0, list.length - 1)];
      if (found === undefined) throw new Error("expected a list with something in it, found an empty one");
      return found;
    },
  };
}

/** Returns the 32-bit FNV-1a hash of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Returns the same UUID for the same text. */
export function uuidOf(text: string): string {
  const digits = [0, 1, 2, 3].map((part) => hash(`${part}/${text}`).toString(16).padStart(8, "0")).join("");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${
    digits.slice(20, 32)
  }`;
}
