import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../kit/log.ts";

/**
 * Reads titles that were just added until their details are complete, because the manager fetches these after it has
 * responded.
 */
export interface Following {
  /** Calls `read` until it returns true, with the delays `waitsMs` between calls. A failure is only logged. */
  follow(id: number, read: () => Promise<boolean>, waitsMs: readonly number[]): void;
  /** Resolves when no new title is being followed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the service for new titles. It waits until no refresh of `library` is in progress, because one that started
 * earlier may not include the new title.
 */
export function createFollowing(library: { settled(): Promise<void> }, log: Log): Following {
  const closing = new AbortController();
  const underway = new Set<Promise<void>>();

  async function readUntil(read: () => Promise<boolean>, waitsMs: readonly number[]): Promise<void> {
    await library.settled();
    for (const ms of waitsMs) {
      if (await read()) return;
      await pause(ms, undefined, { signal: closing.signal });
    }
    await read();
  }

  const settled = async () => void await Promise.all(underway);

  return {
    follow(id, read, waitsMs) {
      const work = readUntil(read, waitsMs).catch((error) => {
        if (closing.signal.aborted) return;
        log("warn", "A new title could not be refreshed.", { id, reason: String(error) });
      }).finally(() => underway.delete(work));
      underway.add(work);
    },
    settled,
    async close() {
      closing.abort();
      await settled();
    },
  };
}
