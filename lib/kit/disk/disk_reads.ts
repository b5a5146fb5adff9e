import { withTimeout } from "../async.ts";
import { Fault } from "../fault.ts";
import { createDiskTurns, type Waiter } from "./disk_turns.ts";

/** Reads from disks that may hang. A disconnected network share does not respond at all, not even with an error. */
export interface DiskReads {
  /**
   * Checks for each path whether it is a file. If the disk of a path does not respond within `patienceMs`, the result
   * is `otherwise`, or by default the last known state, or true if there is none. `fresh` ignores cached results.
   */
  visible(paths: string[], options: { patienceMs: number; fresh?: boolean; otherwise?: boolean }): Promise<boolean[]>;
  /**
   * Returns the result of `work` for a path. Undefined if its disk does not respond within `patienceMs`. Throws the
   * errors of `work`.
   */
  read<T>(path: string, work: (path: string) => Promise<T>, patienceMs?: number): Promise<T | undefined>;
}

const KEPT_MOST = 50_000;
const PATIENCE_MS = 5_000;

/**
 * Creates a reader with limited concurrency. `visible` does not check a file again once it has been found, unless
 * `fresh` is set.
 */
export function createDiskReads(there: (path: string) => Promise<boolean> = isFile): DiskReads {
  const turns = createDiskTurns();
  const known = new Map<string, boolean>();
  const looking = new Map<string, Promise<void>>();

  /** Checks a file. Concurrent checks of the same file are shared. */
  async function look(path: string, waiter: Waiter): Promise<void> {
    const joined = () => looking.get(path);
    await (joined() ?? turns.run(path, async () => {
      const work = joined() ?? there(path).then((visible) => {
        if (known.size >= KEPT_MOST) known.clear();
        known.set(path, visible);
      }).finally(() => looking.delete(path));
      looking.set(path, work);
      await work;
    }, waiter));
  }

  async function inTime<T>(patienceMs: number, work: (waiter: Waiter) => Promise<T>): Promise<T | undefined> {
    const waiter = { over: false };
    try {
      return await withTimeout(patienceMs, work(waiter));
    } finally {
      waiter.over = true;
      turns.forgetOver();
    }
  }

  return {
    async visible(paths, { patienceMs, fresh = false, otherwise }) {
      const open = new Set(fresh ? paths : paths.filter((path) => known.get(path) !== true));
      const answered = new Set<string>();
      if (open.size > 0) {
        await inTime(
          patienceMs,
          (waiter) => Promise.all([...open].map((path) => look(path, waiter).then(() => answered.add(path)))),
        );
      }
      return paths.map((path) =>
        otherwise === undefined || answered.has(path) || !open.has(path) ? known.get(path) ?? true : otherwise
      );
    },
    read: (path, work, patienceMs = PATIENCE_MS) =>
      inTime(patienceMs, (waiter) => turns.run(path, () => work(path), waiter)),
  };
}

/**
 * Returns the result of a read. Throws `upstream_timeout` if the disk did not respond, because the state of the file is
 * then unknown.
 */
export function answered<T>(path: string, answer: T | undefined): T {
  if (answer !== undefined) return answer;
  throw new Fault("upstream_timeout", `${path} cannot be accessed: its disk or network share does not respond.`);
}

/** True if the path is a file. False if it cannot be accessed. */
export const isFile = (path: string): Promise<boolean> => Deno.stat(path).then((found) => found.isFile, () => false);

/** True if the path is a folder. False if it cannot be accessed. */
export const isFolder = (path: string): Promise<boolean> =>
  Deno.stat(path).then((found) => found.isDirectory, () => false);
