import type { Clock } from "../kit/clock.ts";

/** Asks managers about files that were imported after the last reading. */
export interface UnknownFiles {
  /**
   * Has the title of a file read; false when its manager does not know the file, or was asked too often. A file that is
   * asked for many times at once is one question.
   */
  read(arr: string, fileId: number): Promise<boolean>;
}

/** A list of thousands of wrong numbers must not become as many questions. */
const MAX_IN_WINDOW = 100;
const WINDOW_MS = 10_000;

export function createUnknownFiles(
  { clock, ownerOfFile }: { clock: Clock; ownerOfFile: (arr: string, fileId: number) => Promise<boolean> },
): UnknownFiles {
  const running = new Map<string, Promise<boolean>>();
  let windowStart = -Infinity;
  let asked = 0;
  return {
    async read(arr, fileId) {
      const key = `${arr} ${fileId}`;
      const known = running.get(key);
      if (known !== undefined) return await known;
      const now = clock.monotonicMs();
      if (now - windowStart >= WINDOW_MS) [windowStart, asked] = [now, 0];
      if (asked++ >= MAX_IN_WINDOW) return false;
      const work = ownerOfFile(arr, fileId).finally(() => running.delete(key));
      running.set(key, work);
      return await work;
    },
  };
}
