import type { Log } from "../../kit/log.ts";
import type { Player } from "../../platform/settings/sections/players.ts";
import { type PlayerClient, PlayerProblem, type PlayerStream } from "../clients/player_client.ts";
import type { PlayerTime } from "../player_time.ts";
import { holdReason, holds, type Playback, SILENCE_MS } from "./hold_reason.ts";

/** Polls the sessions of players while encodes run. */
export interface PlaybackWatch {
  /** Polls a player immediately, for example because of its webhook. */
  pollNow(id: string): void;
  /** True if encodes wait for this player. */
  holds(id: string): boolean;
  /** Stops polling and lets encodes continue. */
  stop(): Promise<void>;
}

interface WatchDeps {
  players: readonly Player[];
  client(player: Player): Pick<PlayerClient, "streams">;
  /** Holds the queue for a reason, or releases it. Called only if the reason changes. */
  hold(reason: string | undefined): void;
  time: PlayerTime;
  log: Log;
}

/** Interval in milliseconds between the starts of two polls. */
export const POLL_MS = 1_000;
/**
 * Timeout of one poll in milliseconds. It is reduced shortly before the streams of the player expire, but not below the
 * minimum.
 */
const POLL_TIMEOUT_MS = 3_000;
const MIN_TIMEOUT_MS = 250;
/**
 * Maximum pause in milliseconds between two polls of a player that does not respond. It is short, so that the player's
 * return is noticed soon.
 */
const MAX_PAUSE_MS = 5_000;
/** Minimum interval in milliseconds between two polls that webhooks request. */
const MIN_GAP_MS = 100;

interface WatchState extends WatchDeps {
  readonly stopped: AbortController;
  readonly playing: Map<string, Playback>;
  /** Ends the pause of a player's polls. */
  readonly wake: Map<string, AbortController>;
  reason?: string | undefined;
}

/** Starts polling. Each player is polled independently, so that a slow one does not delay the others. */
export function watchPlayback(deps: WatchDeps): PlaybackWatch {
  const state: WatchState = { ...deps, stopped: new AbortController(), playing: new Map(), wake: new Map() };
  const loops = deps.players.map((player) => follow(state, player));
  return {
    pollNow: (id) => state.wake.get(id)?.abort(),
    holds(id) {
      const playback = state.playing.get(id);
      return playback !== undefined && holds(playback, state.time.nowMs());
    },
    async stop() {
      state.stopped.abort();
      await Promise.all(loops);
      state.playing.clear();
      decide(state);
    },
  };
}

async function follow(state: WatchState, player: Player): Promise<void> {
  const { time, stopped: { signal }, wake } = state;
  const client = state.client(player);
  const silence = { sinceMs: time.nowMs(), isLogged: false };
  while (!signal.aborted) {
    const startedAtMs = time.nowMs();
    // Created before the poll, so that a webhook that arrives during the poll causes another poll.
    const woken = new AbortController();
    wake.set(player.id, woken);
    const totalMs = Math.max(MIN_TIMEOUT_MS, Math.min(POLL_TIMEOUT_MS, silence.sinceMs + SILENCE_MS - startedAtMs));
    const streams = await poll(client, { totalMs, maxPauseMs: MAX_PAUSE_MS, signal });
    if (signal.aborted) break;
    const nowMs = time.nowMs();
    if (streams instanceof PlayerProblem) recordSilence(state, player, silence, streams);
    else {
      silence.sinceMs = nowMs;
      silence.isLogged = false;
      state.playing.set(player.id, { player, streams, answeredAtMs: nowMs });
    }
    decide(state);
    await time.sleep(MIN_GAP_MS, signal);
    const restMs = startedAtMs + POLL_MS - time.nowMs();
    if (restMs > 0 && !woken.signal.aborted) await time.sleep(restMs, AbortSignal.any([signal, woken.signal]));
  }
  wake.delete(player.id);
}

async function poll(
  client: Pick<PlayerClient, "streams">,
  limits: { totalMs: number; maxPauseMs: number; signal: AbortSignal },
): Promise<PlayerStream[] | PlayerProblem> {
  try {
    return await client.streams(limits);
  } catch (error) {
    if (error instanceof PlayerProblem) return error;
    // The request was aborted, or an error in the program occurred. The error must not stop the polling of other
    // players.
    return new PlayerProblem("unreachable", String(error), { cause: error });
  }
}

/** Logs once that a player no longer responds, when its streams have expired. */
function recordSilence(
  { time, log, playing }: WatchState,
  player: Player,
  silence: { sinceMs: number; isLogged: boolean },
  problem: PlayerProblem,
): void {
  if (silence.isLogged || time.nowMs() - silence.sinceMs < SILENCE_MS) return;
  silence.isLogged = true;
  playing.delete(player.id);
  log("warn", "A player does not report its streams, so encodes do not wait for it.", {
    player: player.name,
    error: problem.message,
  });
}

function decide(state: WatchState): void {
  const reason = holdReason([...state.playing.values()], state.time.nowMs());
  if (reason === state.reason) return;
  state.reason = reason;
  state.hold(reason);
}
