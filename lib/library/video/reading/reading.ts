import type { CatalogueRepository } from "../../../../db/library/catalogue.ts";
import type { Log } from "../../../kit/log.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type LibraryKind, MANAGERS, notConnected } from "../../../platform/managers/kinds.ts";
import { qualityProfiles } from "../../managers/options.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { ManagerClients, Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { LibraryState } from "../model.ts";
import { createOddCollector, type OddCollector, oddSentence } from "./odd_reading.ts";

/** When one manager is read, and how that went; what is read is the caller's. */
export interface Reading {
  /** Reads everything anew. Reads that are asked for at once are one; failure is kept in the state, not thrown. */
  all(): Promise<LibraryState>;
  /** Has everything read in the background when it was not asked for a while. */
  whenOld(): Promise<void>;
  state(): Promise<LibraryState>;
  /** Nothing is to be read in the background now: everything is already, nobody is there, or this is the end. */
  idle(): boolean;
  /** Whether something that was asked for at that time need not be asked for again. */
  isFresh(askedAtMs: number): boolean;
  /** Ends what is being read. */
  signal: AbortSignal;
  /** Resolves when everything has been read. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What reading any library needs: Radarr's, Sonarr's or Lidarr's. */
export interface ReadingOptions {
  managers: Pick<Managers, "connected" | "require">;
  catalogue: Pick<CatalogueRepository, "state" | "setState" | "setProfileNames">;
  clock: Clock;
  log: Log;
  /** Called when everything was read. */
  changed: () => void;
  /** Told in one sentence of what could not be read, when that is something else than the last time. */
  onOdd?: (kind: LibraryKind, sentence: string) => void;
}

/** What is shown is read anew in the background when it is older than this. */
const FRESH_MS = 60_000;

/** What a reading of one manager holds, whichever it is. */
interface ReadingFacts extends ReadingOptions {
  readonly kind: LibraryKind;
  readonly closing: AbortController;
  /** The reading of everything that runs. */
  running?: Promise<LibraryState>;
  /** The address that it reads. */
  address?: string;
}

interface ReadingState<K extends LibraryKind> extends ReadingFacts {
  readonly kind: K;
  readonly readAll: ReadAll<K>;
}

/** Stores all that a manager has; what cannot be read is noted. Throws `ManagerProblem`. */
type ReadAll<K extends LibraryKind> = (manager: ManagerClients[K], odd: OddCollector) => Promise<void>;

/** Shares one reading among all who ask at once; `readAll` stores what the manager of `kind` holds. */
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
  // What is read from an address that the settings named before says nothing of the library that they name now.
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
    const found = odd.result();
    await catalogue.setState({ arr: kind, refreshedAt: triedAt, triedAt, error: null, odd: found });
    if (found !== null && JSON.stringify(found) !== JSON.stringify(before?.odd)) {
      onOdd?.(kind, oddSentence(kind, found));
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

/** Without an answer the names stay as they were: nothing depends on them. */
async function readProfileNames(
  { catalogue, kind, closing }: ReadingFacts,
  manager: ManagerClient<LibraryKind>,
): Promise<void> {
  const names = await qualityProfiles(manager, { signal: closing.signal }).catch((error) => {
    if (!(error instanceof ManagerProblem)) throw error;
  });
  if (names !== undefined) await catalogue.setProfileNames(kind, names);
}

async function stateOf(state: ReadingFacts): Promise<LibraryState> {
  const { catalogue, kind } = state;
  const row = await catalogue.state(kind);
  const error = isConnected(state) ? row?.error ?? undefined : notConnected(kind);
  return {
    ...(row?.refreshedAt ? { refreshedAt: new Date(row.refreshedAt).toISOString() } : {}),
    stale: error !== undefined,
    ...(error === undefined ? {} : { error }),
    ...(row?.odd && isConnected(state) ? { odd: oddSentence(kind, row.odd) } : {}),
  };
}
