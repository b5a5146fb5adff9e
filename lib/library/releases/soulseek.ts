import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../kit/clock.ts";
import { createPool } from "../../kit/async.ts";
import type { ManagerAddress } from "../managers/request.ts";
import { searchPeers, type SoulseekLimits } from "../managers/search/soulseek_search.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { albumsOf } from "./soulseek_albums.ts";
import type { UnscoredRelease } from "./release_facts.ts";

/** The network bans those who search too fast. */
const SPACING_MS = 2_000;
const MOST_WAITING = 8;

export interface SoulseekSearchOptions {
  http: Pick<HttpClient, "send">;
  clock: Clock;
  spacingMs?: number;
}

/** Searches the Soulseek network for albums, one search at a time and never two in quick succession. */
export function createSoulseekSearch({ http, clock, spacingMs = SPACING_MS }: SoulseekSearchOptions) {
  const inTurn = createPool({ running: 1, waiting: MOST_WAITING });
  let startedAt = -Infinity;
  return (
    address: ManagerAddress,
    words: string,
    limits: SoulseekLimits & { albumId?: number | undefined },
    signal: AbortSignal,
  ): Promise<UnscoredRelease[]> =>
    inTurn(async () => {
      const wait = startedAt + spacingMs - clock.monotonicMs();
      if (wait > 0) await pause(wait, undefined, { signal });
      signal.throwIfAborted();
      startedAt = clock.monotonicMs();
      return albumsOf(await searchPeers(http, address, words, limits, signal), limits);
    });
}
