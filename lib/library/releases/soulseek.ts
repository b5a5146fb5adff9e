import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../kit/clock.ts";
import { createPool } from "../../kit/async.ts";
import type { ManagerClient } from "../managers/client.ts";
import { searchPeers, type SoulseekLimits } from "../managers/search/soulseek_search.ts";
import { albumsOf } from "./soulseek_albums.ts";
import type { UnscoredRelease } from "./release_facts.ts";

/** Interval in milliseconds. The network bans clients that search too often. */
const SPACING_MS = 2_000;
const MAX_WAITING = 8;

/** Options of the search. `spacingMs` is the minimum time between the starts of two searches, by default 2 seconds. */
export interface SoulseekSearchOptions {
  clock: Clock;
  spacingMs?: number;
}

/** Creates the search for albums in the Soulseek network. There is one search at a time, with a minimum interval. */
export function createSoulseekSearch({ clock, spacingMs = SPACING_MS }: SoulseekSearchOptions) {
  const inTurn = createPool({ running: 1, waiting: MAX_WAITING });
  let startedAt = -Infinity;
  return (
    slskd: ManagerClient<"soulseek">,
    words: string,
    limits: SoulseekLimits & { albumId?: number | undefined },
    signal: AbortSignal,
  ): Promise<UnscoredRelease[]> =>
    inTurn(async () => {
      const wait = startedAt + spacingMs - clock.monotonicMs();
      if (wait > 0) await pause(wait, undefined, { signal });
      signal.throwIfAborted();
      startedAt = clock.monotonicMs();
      return albumsOf(await searchPeers(slskd, words, limits, signal), limits);
    });
}
