import type { FilesChanged } from "../../jobs/service.ts";
import type { Log } from "../../kit/log.ts";
import type { Player } from "../../platform/settings/sections/players.ts";
import type { PlayerClient, WatchedState } from "../clients/player_client.ts";
import type { PlayerWatched } from "../model.ts";
import { pathInPlayer } from "../player_paths.ts";
import type { PlayerTime } from "../player_time.ts";
import { keptStates, missingStates } from "./transfer.ts";

/**
 * Transfers the watched states of renamed files. The states are read as soon as a file has been renamed, before the
 * player notices it, and set when the player lists the new file. They are kept only in memory, so they are lost if
 * Lathe restarts before. This transfer is needed only for players that do not keep the states by the IDs of the titles.
 */
export interface Watched {
  /** Adds a renamed file. Returns immediately and never throws. */
  add(change: FilesChanged): void;
  stateOf(id: string): PlayerWatched;
  /** Resolves when no state of this player remains to be read, or after half a minute. */
  statesRead(id: string): Promise<void>;
  stop(): Promise<void>;
}

interface WatchedDeps {
  players(): readonly Player[];
  client(player: Player): Pick<PlayerClient, "itemsAt" | "setWatched">;
  time: PlayerTime;
  log: Log;
}

/** Pauses in milliseconds between the searches for a new file. Jellyfin notices a file a minute after its change. */
export const SEARCH_MS = [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000] as const;
/** Time in milliseconds for which a rescan waits until the states are read. */
const READ_MS = 30_000;
/** Maximum number of renamed files that wait for one player. */
const MAX_WAITING = 1_000;

/** Watched states that will be set when the player lists the new file. */
interface Transfer {
  to: string;
  states: WatchedState[];
  searches: number;
  dueMs: number;
}

interface Line {
  /** Renamed files whose states have not been read yet: old path and new path. */
  unread: Map<string, string>;
  /** Number of files whose states are being read. */
  inRead: number;
  transfers: Transfer[];
  kept: number;
  lost: number;
  isReading: boolean;
  isRunning: boolean;
  done?: Promise<void>;
  /** Resolved when all states have been read. */
  read: PromiseWithResolvers<void>;
  wake: AbortController;
}

interface WatchedStateOfAll extends WatchedDeps {
  readonly lines: Map<string, Line>;
  readonly stopped: AbortController;
}

/** Creates the transfer of watched states. Without renamed files, there are no timers. */
export function createWatched(deps: WatchedDeps): Watched {
  const state: WatchedStateOfAll = { ...deps, lines: new Map(), stopped: new AbortController() };
  return {
    add({ from, to }) {
      if (from === undefined || to === undefined || from === to || state.stopped.signal.aborted) return;
      for (const { id, enabled, keepWatched } of state.players()) {
        if (enabled && keepWatched) addTo(state, id, from, to);
      }
    },
    stateOf(id) {
      const { unread, inRead, transfers, kept, lost } = state.lines.get(id) ?? newLine();
      return { waiting: unread.size + inRead + transfers.length, kept, lost };
    },
    async statesRead(id) {
      const line = state.lines.get(id);
      if (line === undefined || !line.isReading) return;
      const over = new AbortController();
      const limit = state.time.sleep(READ_MS, AbortSignal.any([state.stopped.signal, over.signal]));
      await Promise.race([line.read.promise, limit]);
      over.abort();
    },
    async stop() {
      state.stopped.abort();
      await Promise.all([...state.lines.values()].map(({ done }) => done));
    },
  };
}

const newLine = (): Line => ({
  ...{ unread: new Map(), inRead: 0, transfers: [], kept: 0, lost: 0 },
  ...{ isReading: false, isRunning: false },
  read: Promise.withResolvers(),
  wake: new AbortController(),
});

function addTo(state: WatchedStateOfAll, id: string, from: string, to: string): void {
  const line = state.lines.get(id) ?? newLine();
  state.lines.set(id, line);
  if (line.unread.size + line.transfers.length >= MAX_WAITING) {
    line.lost++;
    return;
  }
  line.unread.set(from, to);
  if (!line.isReading) {
    line.isReading = true;
    line.read = Promise.withResolvers();
  }
  line.wake.abort();
  if (line.isRunning) return;
  line.isRunning = true;
  line.done = work(state, id, line);
}

/** Reads and sets states until none is pending. Never throws. */
async function work(state: WatchedStateOfAll, id: string, line: Line): Promise<void> {
  const { time, log, stopped: { signal } } = state;
  while (line.unread.size + line.transfers.length > 0 && !signal.aborted) {
    line.wake = new AbortController();
    const player = state.players().find((one) => one.id === id && one.enabled && one.keepWatched);
    if (player === undefined) {
      line.unread.clear();
      line.transfers = [];
      break;
    }
    try {
      if (line.unread.size > 0) await readStates(state, player, line);
      else await setStates(state, player, line);
    } catch (error) {
      if (signal.aborted) break;
      log("warn", "Watched states could not be read or set.", { player: player.name, error: String(error) });
    }
    if (line.unread.size === 0) readAll(line);
    const nextMs = Math.min(...line.transfers.map(({ dueMs }) => dueMs)) - time.nowMs();
    if (line.unread.size === 0 && nextMs > 0 && Number.isFinite(nextMs)) {
      await time.sleep(nextMs, AbortSignal.any([signal, line.wake.signal]));
    }
  }
  readAll(line);
  line.isRunning = false;
}

function readAll(line: Line): void {
  line.isReading = false;
  line.read.resolve();
}

/** Reads the states of the old files in one search. If the player does not respond, they are lost. */
async function readStates({ client, time, stopped: { signal } }: WatchedStateOfAll, player: Player, line: Line) {
  const batch = [...line.unread];
  line.unread.clear();
  line.inRead = batch.length;
  const paths = batch.map(([from]) => pathInPlayer(from, player));
  const items = await client(player).itemsAt(paths, "any", { signal }).catch((error) => {
    line.lost += batch.length;
    throw error;
  }).finally(() => line.inRead = 0);
  for (const [i, [, to]] of batch.entries()) {
    const item = items.get(paths[i] ?? "");
    const states = item === undefined ? [] : keptStates(item);
    if (states.length > 0) line.transfers.push({ to, states, searches: 0, dueMs: time.nowMs() + SEARCH_MS[0] });
  }
}

/** Searches for the new files that are due, in one search, and sets the states that they lack. */
async function setStates({ client, time, stopped: { signal } }: WatchedStateOfAll, player: Player, line: Line) {
  const due = line.transfers.filter(({ dueMs }) => dueMs <= time.nowMs());
  if (due.length === 0) return;
  for (const transfer of due) {
    transfer.searches++;
    transfer.dueMs = time.nowMs() + (SEARCH_MS[transfer.searches] ?? Infinity);
  }
  const finish = (transfer: Transfer, outcome: "kept" | "lost", count = 1) => {
    line[outcome] += count;
    line.transfers = line.transfers.filter((one) => one !== transfer);
  };
  try {
    // The first search covers only the newest items. Later searches cover all items, because a player may add the new
    // file to the old item.
    const order = due.every(({ searches }) => searches === 1) ? "newest" : "any";
    const paths = due.map(({ to }) => pathInPlayer(to, player));
    const items = await client(player).itemsAt(paths, order, { signal });
    for (const [i, transfer] of due.entries()) {
      const item = items.get(paths[i] ?? "");
      if (item === undefined) continue;
      const missing = missingStates(transfer.states, item);
      for (const one of missing) await client(player).setWatched(item.itemId, one, { signal });
      finish(transfer, "kept", missing.length);
    }
  } finally {
    for (const transfer of due) {
      if (line.transfers.includes(transfer) && transfer.searches >= SEARCH_MS.length) finish(transfer, "lost");
    }
  }
}
