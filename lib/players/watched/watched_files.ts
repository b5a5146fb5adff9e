import type { WatchedStates } from "../../library/policies/deps.ts";
import { mapConcurrent } from "../../kit/async.ts";
import type { Player } from "../../platform/settings/sections/players.ts";
import { type PlayerClient, PlayerProblem } from "../clients/player_client.ts";
import { pathInPlayer } from "../player_paths.ts";
import type { PlayerTime } from "../player_time.ts";

/** Reads which files users have watched. */
export interface WatchedFiles {
  /**
   * Returns the states of local files. A file is watched if a user of any player has watched it, and unwatched only if
   * all enabled players could be read and at least one knows the file.
   */
  statesOf(paths: readonly string[]): Promise<WatchedStates>;
  stop(): Promise<void>;
}

interface WatchedFilesDeps {
  players(): readonly Player[];
  client(player: Player): Pick<PlayerClient, "watchedFiles">;
  time: PlayerTime;
}

/** Age in milliseconds at which the files of a player are read again. */
export const FRESH_MS = 15 * 60_000;
/** Age in milliseconds up to which the last files are used while a player cannot be read. */
export const USABLE_MS = 24 * 60 * 60_000;
/** Time in milliseconds for which a request waits for a player. A large library takes longer the first time. */
export const WAIT_MS = 8_000;
/** Time in milliseconds after a failure in which a player is not read again, so that pages do not wait for it. */
export const RETRY_MS = 60_000;
const CONCURRENT = 4;

/** Files of one player, by their paths in the player. */
interface Library {
  files?: { byPath: ReadonlyMap<string, boolean>; readAtMs: number };
  failure?: { error: string; failedAtMs: number } | undefined;
  /** Settles when the current reading has ended. */
  reading?: Promise<void> | undefined;
}

/** Creates the reader. No request is sent. The files stay in memory after the first use. */
export function createWatchedFiles({ players, client, time }: WatchedFilesDeps): WatchedFiles {
  const libraries = new Map<string, Library>();
  const stopped = new AbortController();
  const { signal } = stopped;

  async function read(player: Player, library: Library): Promise<void> {
    try {
      const byPath = await client(player).watchedFiles({ signal });
      library.files = { byPath, readAtMs: time.nowMs() };
      library.failure = undefined;
    } catch (error) {
      const text = error instanceof PlayerProblem ? error.message : `${player.name} could not be read.`;
      library.failure = { error: text, failedAtMs: time.nowMs() };
    }
  }

  /** Returns the library, which is read before if it is not fresh. A reading that takes longer continues. */
  async function libraryOf(player: Player): Promise<Library> {
    const key = keyOf(player);
    const library = libraries.get(key) ?? {};
    libraries.set(key, library);
    const { files, failure } = library;
    if (files !== undefined && time.nowMs() - files.readAtMs < FRESH_MS) return library;
    if (failure !== undefined && time.nowMs() - failure.failedAtMs < RETRY_MS) return library;
    library.reading ??= read(player, library).finally(() => library.reading = undefined);
    const over = new AbortController();
    await Promise.race([library.reading, time.sleep(WAIT_MS, AbortSignal.any([signal, over.signal]))]);
    over.abort();
    return library;
  }

  return {
    async statesOf(paths) {
      const enabled = players().filter((one) => one.enabled);
      const keys = new Set(enabled.map(keyOf));
      for (const key of libraries.keys()) if (!keys.has(key)) libraries.delete(key);
      const found = await mapConcurrent(enabled, CONCURRENT, async (player) => {
        const { files, failure } = await libraryOf(player);
        const isUsable = files !== undefined && time.nowMs() - files.readAtMs < USABLE_MS;
        return { player, byPath: isUsable ? files.byPath : undefined, error: failure?.error };
      });
      return {
        watched: combined(paths, found),
        errors: found.flatMap(({ player: { name }, byPath, error }) =>
          error !== undefined
            ? [error]
            : byPath === undefined
            ? [`The watched states of ${name} are still being read. Try again in a minute.`]
            : []
        ),
      };
    },
    async stop() {
      stopped.abort();
      await Promise.all([...libraries.values()].map(({ reading }) => reading));
    },
  };
}

/** Everything that decides which library is read. A changed token may belong to another user. */
const keyOf = ({ id, kind, url, token }: Player): string => JSON.stringify([id, kind, url, token]);

function combined(
  paths: readonly string[],
  libraries: readonly { player: Player; byPath: ReadonlyMap<string, boolean> | undefined }[],
): Map<string, boolean> {
  const isComplete = libraries.every(({ byPath }) => byPath !== undefined);
  const watched = new Map<string, boolean>();
  for (const path of paths) {
    const states = libraries.map(({ player, byPath }) => byPath?.get(pathInPlayer(path, player)));
    if (states.includes(true)) watched.set(path, true);
    else if (isComplete && states.includes(false)) watched.set(path, false);
  }
  return watched;
}
