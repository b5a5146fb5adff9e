import type { Clock } from "../../kit/clock.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import { ManagerProblem } from "../managers/request.ts";

/** Asks managers about files that were imported after the last reading. */
export interface UnknownFiles {
  /**
   * Has the titles of these files read, each once, as far as their manager knows them and was not asked too often. What
   * is asked for again meanwhile is not asked again.
   */
  read(kind: LibraryKind, fileIds: readonly number[]): Promise<void>;
}

export interface UnknownFilesOptions {
  clock: Clock;
  /** The titles that these files belong to, by one question. Throws `ManagerProblem`. */
  ownersOf(kind: LibraryKind, fileIds: number[]): Promise<number[]>;
  /** Reads these titles anew. Throws `ManagerProblem`. */
  readTitles(kind: LibraryKind, ids: number[]): Promise<void>;
}

/** As many numbers as an address can hold. */
const FILES_OF_QUESTION = 100;
/** A list of thousands of wrong numbers must not become as many questions. */
const MAX_IN_WINDOW = 100;
const WINDOW_MS = 10_000;

export function createUnknownFiles({ clock, ownersOf, readTitles }: UnknownFilesOptions): UnknownFiles {
  const running = new Map<string, Promise<void>>();
  let windowStart = -Infinity;
  let asked = 0;

  function mayAsk(): boolean {
    const now = clock.monotonicMs();
    if (now - windowStart >= WINDOW_MS) [windowStart, asked] = [now, 0];
    return asked++ < MAX_IN_WINDOW;
  }

  /** One number that a manager does not know makes it refuse all: then each half is asked for by itself. */
  async function owners(kind: LibraryKind, fileIds: number[]): Promise<number[]> {
    if (!mayAsk()) return [];
    try {
      return await ownersOf(kind, fileIds);
    } catch (error) {
      if (!(error instanceof ManagerProblem)) throw error;
      if (error.reason !== "refused" || fileIds.length === 1) return [];
      const middle = Math.ceil(fileIds.length / 2);
      return [...await owners(kind, fileIds.slice(0, middle)), ...await owners(kind, fileIds.slice(middle))];
    }
  }

  async function readOwners(kind: LibraryKind, fileIds: number[]): Promise<void> {
    const titles = new Set<number>();
    for (let at = 0; at < fileIds.length; at += FILES_OF_QUESTION) {
      for (const id of await owners(kind, fileIds.slice(at, at + FILES_OF_QUESTION))) titles.add(id);
    }
    if (titles.size === 0) return;
    await readTitles(kind, [...titles]).catch((error) => {
      if (!(error instanceof ManagerProblem)) throw error;
    });
  }

  return {
    async read(kind, fileIds) {
      const keys = new Map([...new Set(fileIds)].map((id) => [`${kind} ${id}`, id]));
      const known = [...keys.keys()].flatMap((key) => running.get(key) ?? []);
      const fresh = [...keys].filter(([key]) => !running.has(key));
      if (fresh.length > 0) {
        const work = readOwners(kind, fresh.map(([, id]) => id)).finally(() => {
          for (const [key] of fresh) running.delete(key);
        });
        for (const [key] of fresh) running.set(key, work);
        known.push(work);
      }
      await Promise.all(new Set(known));
    },
  };
}
