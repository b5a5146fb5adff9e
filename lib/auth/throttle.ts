import type { Clock } from "../kit/clock.ts";

/** Slows down whoever guesses (safety.md, S-AUTH-9). */
export interface Throttle {
  /** Whole seconds until this address may try again; 0 = now. */
  waitSeconds(address: string): number;
  failed(address: string): void;
  succeeded(address: string): void;
}

const LONGEST_MS = 15 * 60_000;
const FORGOTTEN_MS = 60 * 60_000;
const MOST_ADDRESSES = 10_000;

/** After `freeTries` failures every further one doubles the wait: 1 s, 2 s … 15 minutes. An hour of quiet forgives. */
export function createThrottle({ clock, freeTries = 5 }: { clock: Clock; freeTries?: number }): Throttle {
  const known = new Map<string, { failures: number; at: number }>();
  const fresh = (address: string) => {
    const entry = known.get(address);
    return entry && clock.monotonicMs() - entry.at < FORGOTTEN_MS ? entry : undefined;
  };
  return {
    waitSeconds(address) {
      const entry = fresh(address);
      if (entry === undefined || entry.failures < freeTries) return 0;
      const wait = Math.min(LONGEST_MS, 1000 * 2 ** (entry.failures - freeTries));
      return Math.max(0, Math.ceil((entry.at + wait - clock.monotonicMs()) / 1000));
    },
    failed(address) {
      const failures = (fresh(address)?.failures ?? 0) + 1;
      // Set anew, so that the map stays in order of the last failure.
      known.delete(address);
      known.set(address, { failures, at: clock.monotonicMs() });
      if (known.size > MOST_ADDRESSES) known.delete(known.keys().next().value ?? "");
    },
    succeeded: (address) => void known.delete(address),
  };
}
