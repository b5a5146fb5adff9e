import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { ManagerClient } from "../client.ts";
import { ManagerProblem } from "../request.ts";
import { PeerAnswer, SearchState } from "../wire/soulseek_search.ts";

/** Limits from the settings: when a search ends, and which peers can be used. */
export interface SoulseekLimits {
  /** Time in seconds without a response from any peer after which a search ends. */
  silenceSeconds: number;
  /** Peers with a longer queue are skipped. */
  maxQueueLength: number;
}

const POLL_MS = 500;
/**
 * Maximum duration of a search as a multiple of `silenceSeconds`, which starts again with each response. Otherwise, a
 * search for a popular album might not end.
 */
const MAX_SILENCES = 3;
const MAX_PEERS = 100;
const MAX_FILES = 10_000;
const BUSY_TRIES = 3;
const BUSY_MS = 2_000;
const CLEAN_UP_MS = 5_000;

/** Searches the Soulseek network, waits for the peers, and removes the search from slskd. Throws `ManagerProblem`. */
export async function searchPeers(
  slskd: ManagerClient<"soulseek">,
  words: string,
  { silenceSeconds, maxQueueLength }: SoulseekLimits,
  signal?: AbortSignal,
): Promise<PeerAnswer[]> {
  const id = crypto.randomUUID();
  const path = `/searches/${id}`;
  await start(slskd, {
    id,
    searchText: words,
    searchTimeout: silenceSeconds * 1_000,
    responseLimit: MAX_PEERS,
    fileLimit: MAX_FILES,
    filterResponses: true,
    minimumResponseFileCount: 1,
    maximumPeerQueueLength: maxQueueLength,
    minimumPeerUploadSpeed: 0,
  }, signal);
  const limits = { totalMs: CLEAN_UP_MS };
  try {
    await completed(slskd, path, silenceSeconds * 1_000 * MAX_SILENCES, () => slskd.put(path, limits), signal);
    const rows = await slskd.get(`${path}/responses`, z.array(z.unknown()), {
      signal,
    });
    return rows.flatMap((row) => PeerAnswer.safeParse(row).data ?? []);
  } finally {
    // An error while cleaning up must not hide the result or an earlier error.
    await slskd.delete(path, limits).catch(() => {});
  }
}

async function start(
  slskd: ManagerClient<"soulseek">,
  search: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let left = BUSY_TRIES;; left--) {
    try {
      return void await slskd.post("/searches", search, SearchState, { signal });
    } catch (error) {
      if (!(error instanceof ManagerProblem)) throw error;
      if (error.status === 409) {
        throw new ManagerProblem("refused", "slskd is not logged in to the Soulseek network.", { cause: error });
      }
      if (error.status !== 429 || left <= 1) throw error;
      await pause(BUSY_MS, undefined, { signal });
    }
  }
}

/** Waits for the end of a search. Stops it after `mostMs`. */
async function completed(
  slskd: ManagerClient<"soulseek">,
  path: string,
  mostMs: number,
  stop: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const polls = Math.ceil(mostMs / POLL_MS);
  for (let poll = 0;; poll++) {
    const { isComplete, state } = await slskd.get(path, SearchState, { signal });
    if (isComplete || /\bCompleted\b/.test(state ?? "")) return;
    if (poll === polls) await stop();
    if (poll > polls + 20) throw new ManagerProblem("refused", "slskd did not finish its search.");
    await pause(POLL_MS, undefined, { signal });
  }
}
