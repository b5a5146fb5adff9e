import type { Clock } from "../../../../lib/kit/clock.ts";
import type { ReleaseSearch } from "../../../../lib/library/search_model.ts";

/** What was found a moment ago: to filter and sort it, no indexer is asked again. */
export interface RecentReleases {
  get(key: string): ReleaseSearch | undefined;
  set(key: string, found: ReleaseSearch): void;
  delete(key: string): void;
}

const MAX_KEPT = 8;
/** The managers let a release be grabbed for half an hour after its search. */
const KEPT_MS = 20 * 60_000;

/** A memory of 20 minutes for a limited number of searches; the oldest goes first. */
export function createRecentReleases(clock: Clock): RecentReleases {
  const kept = new Map<string, { found: ReleaseSearch; at: number }>();
  return {
    get(key) {
      const entry = kept.get(key);
      return entry !== undefined && clock.monotonicMs() - entry.at < KEPT_MS ? entry.found : undefined;
    },
    delete: (key) => void kept.delete(key),
    set(key, found) {
      kept.delete(key);
      kept.set(key, { found, at: clock.monotonicMs() });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}
