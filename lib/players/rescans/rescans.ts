import type { Clock } from "../../kit/clock.ts";
import type { Log } from "../../kit/log.ts";
import type { FilesChanged } from "../../jobs/service.ts";
import type { Player } from "../../platform/settings/sections/players.ts";
import { type PlayerChange, type PlayerClient, PlayerProblem } from "../clients/player_client.ts";
import { folderOf } from "../clients/wire.ts";
import type { PlayerRescans } from "../model.ts";
import { pathInPlayer } from "../player_paths.ts";
import type { PlayerTime } from "../player_time.ts";

/** Rescans of changed folders, which run in the background. After a restart, pending rescans are not requested. */
export interface Rescans {
  /** Adds a changed file. Returns immediately and never throws. */
  add(change: FilesChanged): void;
  stateOf(id: string): PlayerRescans;
  stop(): Promise<void>;
}

interface RescanDeps {
  /** Returns the players in the settings. */
  players(): readonly Player[];
  client(player: Player): Pick<PlayerClient, "rescan">;
  /**
   * Resolves when the watched states of renamed files have been read. A rescan could remove these states from the
   * player.
   */
  ready(id: string): Promise<void>;
  time: PlayerTime;
  clock: Clock;
  log: Log;
}

/**
 * Time in milliseconds during which changes are collected, so that a whole season causes only one request per folder.
 */
export const COLLECT_MS = 3_000;
/**
 * Pauses in milliseconds before a failed rescan is requested again. After the last pause and another failure, the
 * rescan is not requested again.
 */
export const RETRY_MS = [5_000, 15_000, 60_000, 300_000, 900_000] as const;
/** Maximum number of changed files that wait for one player. */
export const MAX_WAITING = 5_000;
/** Maximum number of folders that the state of a player lists. */
const SHOWN_FOLDERS = 5;

/** Changes that wait for one player, by local path, and the outcome of its latest rescan. */
interface Line {
  waiting: Map<string, PlayerChange["type"]>;
  failures: number;
  outcome: Omit<PlayerRescans, "waiting">;
  isRunning: boolean;
  done?: Promise<void>;
}

interface RescanState extends RescanDeps {
  readonly lines: Map<string, Line>;
  readonly stopped: AbortController;
}

/** Creates the rescans. Without changes, there are no timers. */
export function createRescans(deps: RescanDeps): Rescans {
  const state: RescanState = { ...deps, lines: new Map(), stopped: new AbortController() };
  return {
    add(change) {
      if (state.stopped.signal.aborted) return;
      for (const { id, enabled, rescan } of state.players()) if (enabled && rescan) addTo(state, id, change);
    },
    stateOf(id) {
      const line = state.lines.get(id);
      return line === undefined ? NO_RESCANS : { waiting: line.waiting.size, ...line.outcome };
    },
    async stop() {
      state.stopped.abort();
      await Promise.all([...state.lines.values()].map(({ done }) => done));
    },
  };
}

const NO_RESCANS: PlayerRescans = { waiting: 0, lastFolders: [], failed: 0 };

function addTo(state: RescanState, id: string, { from, to }: FilesChanged): void {
  const line = state.lines.get(id) ?? newLine();
  state.lines.set(id, line);
  if (from !== undefined && from !== to) note(line, from, "Deleted");
  if (to !== undefined) note(line, to, from === to ? "Modified" : "Created");
  if (line.isRunning) return;
  line.isRunning = true;
  line.done = drain(state, id, line);
}

const newLine = (): Line => ({
  ...{ waiting: new Map(), failures: 0, isRunning: false },
  outcome: { lastFolders: [], failed: 0 },
});

/**
 * Adds a change of a file. A later change of the same file replaces it, but a new file that is then modified stays a
 * new file.
 */
function note({ waiting, outcome }: Line, path: string, type: PlayerChange["type"]): void {
  const known = waiting.get(path);
  if (known === undefined && waiting.size >= MAX_WAITING) {
    outcome.failed++;
    outcome.error = `More than ${MAX_WAITING} changed files wait for a rescan. Scan the libraries in the player.`;
    return;
  }
  waiting.set(path, known === "Created" && type === "Modified" ? "Created" : type);
}

/** Requests rescans until no change is pending. Never throws. */
async function drain(state: RescanState, id: string, line: Line): Promise<void> {
  const { time, ready, stopped: { signal } } = state;
  while (line.waiting.size > 0) {
    await time.sleep(line.failures === 0 ? COLLECT_MS : RETRY_MS[line.failures - 1] ?? COLLECT_MS, signal);
    await ready(id);
    if (signal.aborted) return;
    const batch = line.waiting;
    line.waiting = new Map();
    const player = state.players().find((one) => one.id === id && one.enabled && one.rescan);
    // Changes for a player that was disabled or removed are dropped.
    if (player !== undefined) await request(state, player, line, batch);
  }
  line.isRunning = false;
}

async function request(
  state: RescanState,
  player: Player,
  line: Line,
  batch: Line["waiting"],
): Promise<void> {
  const { clock, log, stopped: { signal } } = state;
  const changes = [...batch].map(([path, type]) => ({ path: pathInPlayer(path, player), type }));
  try {
    const outside = await state.client(player).rescan(changes, { signal });
    line.failures = 0;
    line.outcome = {
      lastAt: clock.now().toISOString(),
      lastFolders: [...new Set(changes.map(({ path }) => folderOf(path)))].slice(0, SHOWN_FOLDERS),
      failed: 0,
      ...(outside.length === 0 ? {} : { error: outsideText(player, outside) }),
    };
  } catch (error) {
    if (signal.aborted) return;
    const message = error instanceof PlayerProblem ? error.message : "The rescan failed; see the log.";
    line.outcome.error = message;
    if (!(error instanceof PlayerProblem)) log("error", "A rescan failed.", { error: String(error) });
    if (line.failures++ < RETRY_MS.length) {
      line.waiting = new Map([...batch, ...line.waiting]);
      return;
    }
    line.failures = 0;
    line.outcome.failed += batch.size;
    log("warn", "A player did not accept a rescan. It is not requested again.", {
      player: player.name,
      error: message,
    });
  }
}

const outsideText = ({ name }: Player, [first = "", ...more]: string[]): string =>
  `${first}${more.length === 0 ? "" : ` and ${more.length} more folders`} ${
    more.length === 0 ? "is" : "are"
  } in no library of ${name}. A path mapping may be missing.`;
