import type { Clock } from "../../../../lib/kit/clock.ts";
import type { ReleaseSearch } from "../../../../lib/library/search_model.ts";

/** Recent search results, so that filtering and sorting does not query the indexers again. */
export interface RecentReleases {
  get(key: string): ReleaseSearch | undefined;
  set(key: string, found: ReleaseSearch): void;
  delete(key: string): void;
}

const MAX_KEPT = 8;
/** The managers allow grabbing a release for half an hour after its search. */
const KEPT_MS = 20 * 60_000;

/** Creates a cache with a lifetime of 20 minutes and a limited number of searches. The oldest is evicted first. */
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
