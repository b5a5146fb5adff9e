import type { CatalogueRepository } from "../../../../db/library/catalogue.ts";
import type { Log } from "../../../kit/log.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type LibraryKind, MANAGERS, notConnected } from "../../../platform/managers/kinds.ts";
import { qualityProfiles } from "../../managers/options.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { ManagerClients, Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { LibraryState } from "../model.ts";
import { createOddCollector, oddSentence } from "./odd_reading.ts";

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

export function createReading<K extends LibraryKind>(
  { managers, catalogue, clock, log, changed, onOdd = () => {} }: ReadingOptions,
  kind: K,
  readAll: (manager: ManagerClients[K], odd: ReturnType<typeof createOddCollector>) => Promise<void>,
): Reading {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<LibraryState> | undefined;

  const connected = (): boolean => managers.connected(kind) !== undefined;

  async function read(): Promise<LibraryState> {
    const before = await catalogue.state(kind);
    const refreshedAt = before?.refreshedAt ?? null;
    const triedAt = clock.now().getTime();
    try {
      const manager = managers.require(kind);
      const odd = createOddCollector();
      await readAll(manager, odd);
      await readProfileNames(manager);
      const found = odd.result();
      await catalogue.setState({ arr: kind, refreshedAt: triedAt, triedAt, error: null, odd: found });
      if (found !== null && JSON.stringify(found) !== JSON.stringify(before?.odd)) {
        onOdd(kind, oddSentence(kind, found));
      }
      changed();
    } catch (error) {
      if (signal.aborted) return await state();
      if (!(error instanceof ManagerProblem)) throw error;
      if (connected()) {
        log("warn", "A library could not be read.", { app: MANAGERS[kind].app, reason: error.message });
      }
      await catalogue.setState({ arr: kind, refreshedAt, triedAt, error: error.message, odd: before?.odd ?? null });
    }
    return await state();
  }

  /** An ornament: without an answer the names stay as they were. */
  async function readProfileNames(manager: ManagerClient<LibraryKind>): Promise<void> {
    const names = await qualityProfiles(manager, { signal }).catch((error) => {
      if (!(error instanceof ManagerProblem)) throw error;
    });
    if (names !== undefined) await catalogue.setProfileNames(kind, names);
  }

  async function state(): Promise<LibraryState> {
    const row = await catalogue.state(kind);
    const error = connected() ? row?.error ?? undefined : notConnected(kind);
    return {
      ...(row?.refreshedAt ? { refreshedAt: new Date(row.refreshedAt).toISOString() } : {}),
      stale: error !== undefined,
      ...(error === undefined ? {} : { error }),
      ...(row?.odd && connected() ? { odd: oddSentence(kind, row.odd) } : {}),
    };
  }

  const all = (): Promise<LibraryState> => running ??= read().finally(() => running = undefined);
  const idle = (): boolean => running !== undefined || signal.aborted || !connected();
  const isFresh = (askedAtMs: number): boolean => {
    const age = clock.now().getTime() - askedAtMs;
    return age >= 0 && age < FRESH_MS;
  };
  const settled = async () => void await Promise.allSettled([running]);

  return {
    all,
    async whenOld() {
      if (idle() || isFresh((await catalogue.state(kind))?.triedAt ?? 0)) return;
      all().catch((error) => log("error", "A library could not be stored.", { error: String(error) }));
    },
    state,
    idle,
    isFresh,
    signal,
    settled,
    async close() {
      closing.abort();
      await settled();
    },
  };
}
