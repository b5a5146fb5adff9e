import type { FilesChanged } from "../jobs/service.ts";
import { mapConcurrent } from "../kit/async.ts";
import type { Clock } from "../kit/clock.ts";
import type { WatchedStates } from "../library/policies/deps.ts";
import type { Log } from "../kit/log.ts";
import type { HttpClient } from "../platform/http_client/model.ts";
import type { Player } from "../platform/settings/sections/players.ts";
import { createPlayerClient } from "./clients/create_client.ts";
import { type PlayerAddress, type PlayerClient, PlayerProblem } from "./clients/player_client.ts";
import type { PlayerState, PlayerTest } from "./model.ts";
import { type PlaybackWatch, watchPlayback } from "./playback/playback_watch.ts";
import type { PlayerTime } from "./player_time.ts";
import { createRescans } from "./rescans/rescans.ts";
import { createWatched } from "./watched/watched.ts";
import { createWatchedFiles } from "./watched/watched_files.ts";

/** Services of players that are created when a player is used for the first time. */
export interface PlayerService {
  test(entered: PlayerAddress): Promise<PlayerTest>;
  /** Returns the players in the settings with their state. Queries each enabled player. */
  list(): Promise<PlayerState[]>;
  /** Handles a file that was added, replaced or removed. */
  changed(change: FilesChanged): Promise<void>;
  /** Polls the players whose playback makes encodes wait. `players` is empty to stop. */
  watch(players: readonly Player[]): Promise<void>;
  /** Returns the watched states of local files. */
  watchedStates(paths: readonly string[]): Promise<WatchedStates>;
  /** Polls a player immediately if it is being watched. */
  pollNow(id: string): Promise<void>;
  close(): Promise<void>;
}

interface ServiceDeps {
  http: Pick<HttpClient, "send">;
  players(): readonly Player[];
  hold(reason: string | undefined): void;
  time: PlayerTime;
  clock: Clock;
  log: Log;
}

/** Timeout of the requests of a page in milliseconds. */
const PAGE_MS = 4_000;
const CONCURRENT = 4;

/** Creates the services of players. No request is sent. */
export function createPlayerService(deps: ServiceDeps): PlayerService {
  const client = (address: PlayerAddress): PlayerClient => createPlayerClient(deps.http, address);
  const watched = createWatched({ ...deps, client });
  const watchedFiles = createWatchedFiles({ ...deps, client });
  const rescans = createRescans({ ...deps, client, ready: watched.statesRead });
  let playback: PlaybackWatch | undefined;
  const stateOf = async (player: Player): Promise<PlayerState> => {
    const { id, name, kind, enabled } = player;
    return {
      ...{ id, name, kind, enabled, holds: playback?.holds(id) ?? false },
      ...{ rescans: rescans.stateOf(id), watched: watched.stateOf(id) },
      ...(enabled ? await liveState(client(player)) : NOT_REACHED),
    };
  };
  return {
    test: (entered) => testPlayer(client(entered)),
    list: () => mapConcurrent(deps.players(), CONCURRENT, stateOf),
    changed(change) {
      // The states are read first, because a rescan lets the player forget the old file.
      watched.add(change);
      rescans.add(change);
      return Promise.resolve();
    },
    async watch(players) {
      await playback?.stop();
      playback = players.length === 0 ? undefined : watchPlayback({ ...deps, players, client });
    },
    watchedStates: watchedFiles.statesOf,
    pollNow: (id) => Promise.resolve(playback?.pollNow(id)),
    async close() {
      await Promise.all([playback?.stop(), rescans.stop(), watched.stop(), watchedFiles.stop()]);
    },
  };
}

type LiveState = Pick<PlayerState, "reachable" | "version" | "error" | "sections" | "streams">;

const NOT_REACHED: LiveState = { reachable: false, sections: [], streams: [] };

async function liveState(client: PlayerClient): Promise<LiveState> {
  const limits = { totalMs: PAGE_MS };
  try {
    const [version, sections, streams] = await Promise.all([
      client.version(limits),
      client.sections(limits),
      client.streams(limits),
    ]);
    return {
      reachable: true,
      version,
      sections: sections.map(({ id, title, paths }) => ({ id, title, paths })),
      streams,
    };
  } catch (error) {
    if (error instanceof PlayerProblem) return { ...NOT_REACHED, error: error.message };
    throw error;
  }
}

async function testPlayer(client: PlayerClient): Promise<PlayerTest> {
  const limits = { totalMs: PAGE_MS };
  try {
    const version = await client.version(limits);
    const sections = await client.sections(limits);
    const named = sections.slice(0, 6).map(({ title }) => title).join(", ");
    const libraries = sections.length === 0 ? "The token gives access to no libraries." : `Libraries: ${named}.`;
    return { ok: true, detail: `Version ${version}. ${libraries}` };
  } catch (error) {
    if (error instanceof PlayerProblem) return { ok: false, detail: error.message };
    throw error;
  }
}
