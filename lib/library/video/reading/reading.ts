import type { CatalogueRepository } from "../../../../db/library/catalogue.ts";
import type { Log } from "../../../kit/log.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type LibraryKind, MANAGERS, notConnected } from "../../../platform/managers/kinds.ts";
import { qualityProfiles, tagNames } from "../../managers/options.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { ManagerClients, Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { LibraryState } from "../../video_model.ts";
import { createOddCollector, type OddCollector, oddSentence } from "./odd_reading.ts";

/** Schedules and tracks the refreshes of one manager's library. The caller provides the function that reads it. */
export interface Reading {
  /**
   * Refreshes the whole library. Concurrent calls share one refresh. A failure is stored in the state and not thrown.
   */
  all(): Promise<LibraryState>;
  /** Starts a refresh of the whole library in the background if the last one is too old. */
  whenOld(): Promise<void>;
  state(): Promise<LibraryState>;
  /**
   * True if no background refresh should start, because one is in progress, the manager is not connected, or the
   * service is closing.
   */
  idle(): boolean;
  /** True if data that was requested from the manager at `askedAtMs` is recent enough. */
  isFresh(askedAtMs: number): boolean;
  /** Aborts refreshes in progress. */
  signal: AbortSignal;
  /** Resolves when no refresh of the whole library is in progress. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Services and options for refreshing a library from Radarr, Sonarr or Lidarr. */
export interface ReadingOptions {
  managers: Pick<Managers, "connected" | "require" | "downSince">;
  catalogue: Pick<CatalogueRepository, "state" | "setState" | "setProfileNames" | "setTagNames">;
  clock: Clock;
  log: Log;
  /** Called after a refresh of the whole library. */
  changed: () => void;
  /** Called with one sentence about records that could not be read, if it differs from the last one. */
  onOdd?: (sentence: string) => void;
}

/** Maximum age in milliseconds. Older data is refreshed in the background when it is shown. */
const FRESH_MS = 60_000;

interface ReadingFacts extends ReadingOptions {
  readonly kind: LibraryKind;
  readonly closing: AbortController;
  running?: Promise<LibraryState>;
  /** Address of the manager that the refresh in progress reads. */
  address?: string;
}

interface ReadingState<K extends LibraryKind> extends ReadingFacts {
  readonly kind: K;
  readonly readAll: ReadAll<K>;
}

/** Stores the whole library of the manager and collects records that cannot be read. Throws `ManagerProblem`. */
type ReadAll<K extends LibraryKind> = (manager: ManagerClients[K], odd: OddCollector) => Promise<void>;

/**
 * Creates the scheduler. Concurrent callers share one refresh. `readAll` stores the library of the manager of `kind`.
 */
export function createReading<K extends LibraryKind>(
  options: ReadingOptions,
  kind: K,
  readAll: ReadAll<K>,
): Reading {
  const state: ReadingState<K> = { ...options, kind, readAll, closing: new AbortController() };
  const settled = async () => void await Promise.allSettled([state.running]);
  return {
    all: () => readOnce(state),
    whenOld: () => readWhenOld(state),
    state: () => stateOf(state),
    idle: () => isIdle(state),
    isFresh: (askedAtMs) => isFresh(state, askedAtMs),
    signal: state.closing.signal,
    settled,
    async close() {
      state.closing.abort();
      await settled();
    },
  };
}

const isConnected = ({ managers, kind }: ReadingFacts): boolean => managers.connected(kind) !== undefined;

const isIdle = (state: ReadingFacts): boolean =>
  state.running !== undefined || state.closing.signal.aborted || !isConnected(state);

function isFresh({ clock }: ReadingFacts, askedAtMs: number): boolean {
  const age = clock.now().getTime() - askedAtMs;
  return age >= 0 && age < FRESH_MS;
}

function readOnce<K extends LibraryKind>(state: ReadingState<K>): Promise<LibraryState> {
  const address = state.managers.connected(state.kind)?.url;
  // The refresh in progress reads the manager at its previous address, so another one is started after it.
  if (state.running !== undefined && state.address !== address) {
    return Promise.allSettled([state.running]).then(() => readOnce(state));
  }
  state.address = address;
  state.running ??= readLibrary(state).finally(() => state.running = undefined);
  return state.running;
}

async function readWhenOld<K extends LibraryKind>(state: ReadingState<K>): Promise<void> {
  const { catalogue, kind, log } = state;
  if (isIdle(state) || isFresh(state, (await catalogue.state(kind))?.triedAt ?? 0)) return;
  readOnce(state).catch((error) => log("error", "A library could not be stored.", { error: String(error) }));
}

async function readLibrary<K extends LibraryKind>(state: ReadingState<K>): Promise<LibraryState> {
  const { managers, catalogue, clock, log, changed, onOdd, kind } = state;
  const before = await catalogue.state(kind);
  const refreshedAt = before?.refreshedAt ?? null;
  const triedAt = clock.now().getTime();
  try {
    const manager = managers.require(kind);
    const odd = createOddCollector();
    await state.readAll(manager, odd);
    await readProfileNames(state, manager);
    if (kind !== "music") await readTagNames(state, manager);
    const found = odd.result();
    await catalogue.setState({ arr: kind, refreshedAt: triedAt, triedAt, error: null, odd: found });
    if (found !== null && JSON.stringify(found) !== JSON.stringify(before?.odd)) {
      onOdd?.(oddSentence(kind, found));
    }
    changed();
  } catch (error) {
    if (state.closing.signal.aborted) return await stateOf(state);
    if (!(error instanceof ManagerProblem)) throw error;
    if (isConnected(state)) {
      log("warn", "A library could not be read.", { app: MANAGERS[kind].app, reason: error.message });
    }
    await catalogue.setState({ arr: kind, refreshedAt, triedAt, error: error.message, odd: before?.odd ?? null });
  }
  return await stateOf(state);
}

/** Refreshes the names of profiles. If the manager does not respond, the old names are kept. */
async function readProfileNames(
  { catalogue, kind, closing }: ReadingFacts,
  manager: ManagerClient<LibraryKind>,
): Promise<void> {
  const names = await qualityProfiles(manager, { signal: closing.signal }).catch((error) => {
    if (!(error instanceof ManagerProblem)) throw error;
  });
  if (names !== undefined) await catalogue.setProfileNames(kind, names);
}

/** Refreshes the names of tags. If the manager does not respond, the old names are kept. */
async function readTagNames(
  { catalogue, kind, closing }: ReadingFacts,
  manager: ManagerClient<LibraryKind>,
): Promise<void> {
  const names = await tagNames(manager, { signal: closing.signal }).catch((error) => {
    if (!(error instanceof ManagerProblem)) throw error;
  });
  if (names !== undefined) await catalogue.setTagNames(kind, names);
}

async function stateOf(state: ReadingFacts): Promise<LibraryState> {
  const { catalogue, managers, kind } = state;
  const row = await catalogue.state(kind);
  const error = isConnected(state) ? row?.error ?? undefined : notConnected(kind);
  const downSince = isConnected(state) && error !== undefined ? managers.downSince(kind)?.toISOString() : undefined;
  return {
    ...(row?.refreshedAt ? { refreshedAt: new Date(row.refreshedAt).toISOString() } : {}),
    stale: error !== undefined,
    ...(error === undefined ? {} : { error }),
    ...(downSince === undefined ? {} : { downSince }),
    ...(row?.odd && isConnected(state) ? { odd: oddSentence(kind, row.odd) } : {}),
  };
}
