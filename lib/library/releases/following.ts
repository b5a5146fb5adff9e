import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../kit/log.ts";

/** Looks after titles that were added a moment ago: their manager reads what belongs to them only after it has answered. */
export interface Following {
  /** Reads until `read` says that nothing is missing, with these pauses in between; a failure is left to the log. */
  follow(id: number, read: () => Promise<boolean>, waitsMs: readonly number[]): void;
  /** Resolves when no new title is waited for any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** `library` is waited for first: a reading of everything that began before may not know the new title. */
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
        log("warn", "A new title could not be read again.", { id, reason: String(error) });
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
