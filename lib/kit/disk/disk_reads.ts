import { withTimeout } from "../async.ts";
import { Fault } from "../fault.ts";
import { createDiskTurns, type Waiter } from "./disk_turns.ts";

/** Reads of disks that may hang: a network share that is away answers nothing at all, not even a refusal. */
export interface DiskReads {
  /**
   * For each path whether there is a file. What the disks do not say within `patienceMs` is as it was seen last, and
   * visible when it never was; with `otherwise` it is that, whatever was seen before. `fresh`: nothing that was seen before
   * is taken for granted.
   */
  visible(paths: string[], options: { patienceMs: number; fresh?: boolean; otherwise?: boolean }): Promise<boolean[]>;
  /** What `work` makes of a path; undefined when its disk does not answer within `patienceMs`. Throws what `work` throws. */
  read<T>(path: string, work: (path: string) => Promise<T>, patienceMs?: number): Promise<T | undefined>;
}

const KEPT_MOST = 50_000;
const PATIENCE_MS = 5_000;

/** Reads disks, a limited number of times at once; a file that was there once is not looked for again in lists. */
export function createDiskReads(there: (path: string) => Promise<boolean> = isFile): DiskReads {
  const turns = createDiskTurns();
  const known = new Map<string, boolean>();
  const looking = new Map<string, Promise<void>>();

  /** Looks for the same file are one. */
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

/** What a disk said. Throws `upstream_timeout` when it said nothing: what is not known is not judged. */
export function answered<T>(path: string, answer: T | undefined): T {
  if (answer !== undefined) return answer;
  throw new Fault("upstream_timeout", `${path} cannot be looked at: its disk or network share does not answer.`);
}

/** Whether there is a file; what cannot be looked at is none. */
export const isFile = (path: string): Promise<boolean> => Deno.stat(path).then((found) => found.isFile, () => false);

/** Whether there is a folder; what cannot be looked at is none. */
export const isFolder = (path: string): Promise<boolean> =>
  Deno.stat(path).then((found) => found.isDirectory, () => false);
