import { isFile } from "../../kit/look.ts";
import { atMost } from "../../kit/async/patience.ts";

/** Tells which files this machine can open. */
export interface Sight {
  /**
   * For each path whether there is a file. What the disks do not say within `patienceMs` is as it was seen last, and
   * visible when it never was; with `otherwise` it is that, whatever was seen before. `fresh`: nothing that was seen before
   * is taken for granted.
   */
  visible(paths: string[], options: { patienceMs: number; fresh?: boolean; otherwise?: boolean }): Promise<boolean[]>;
}

/**
 * Looks at the same time, on one disk and in all. Each holds a thread of the runtime for as long as a dead share says
 * nothing; the runtime has 512 of them.
 */
const MAX_ON_DISK = 8;
const MAX_IN_ALL = 64;
const KEPT_MOST = 50_000;
/** Folders that tell disks from one another: `/mnt/nas`, `D:`, `\\nas\films`. */
const DISK_FOLDERS = 2;

interface Waiting {
  path: string;
  /** Nobody waits for it any more. */
  abandoned: () => boolean;
  start: () => void;
}

/** Looks at files, a limited number at a time; what was there once is not looked for again in lists. */
export function createSight(there: (path: string) => Promise<boolean> = isFile): Sight {
  const known = new Map<string, boolean>();
  const looking = new Map<string, Promise<void>>();
  const onDisk = new Map<string, number>();
  let waiting: Waiting[] = [];

  const isFree = (disk: string): boolean => looking.size < MAX_IN_ALL && (onDisk.get(disk) ?? 0) < MAX_ON_DISK;

  function look(path: string): Promise<void> {
    const running = looking.get(path);
    if (running !== undefined) return running;
    const disk = diskOf(path);
    onDisk.set(disk, (onDisk.get(disk) ?? 0) + 1);
    const work = there(path).then((visible) => {
      if (known.size >= KEPT_MOST) known.clear();
      known.set(path, visible);
    }).finally(() => {
      looking.delete(path);
      onDisk.set(disk, (onDisk.get(disk) ?? 1) - 1);
      startWaiting();
    });
    looking.set(path, work);
    return work;
  }

  /** Starts what waits and may: a disk that hangs keeps only its own files waiting. */
  function startWaiting(): void {
    const left: Waiting[] = [];
    for (const one of waiting) {
      if (one.abandoned()) continue;
      if (isFree(diskOf(one.path))) one.start();
      else left.push(one);
    }
    waiting = left;
  }

  async function lookInTurn(path: string, abandoned: () => boolean): Promise<void> {
    if (looking.has(path) || isFree(diskOf(path))) return await look(path);
    await new Promise<void>((resolve, reject) => {
      waiting.push({ path, abandoned, start: () => void look(path).then(resolve, reject) });
    });
  }

  return {
    async visible(paths, { patienceMs, fresh = false, otherwise }) {
      const open = new Set(fresh ? paths : paths.filter((path) => known.get(path) !== true));
      const answered = new Set<string>();
      let over = false;
      if (open.size > 0) {
        await atMost(
          patienceMs,
          Promise.all([...open].map((path) => lookInTurn(path, () => over).then(() => answered.add(path)))),
        );
        over = true;
        waiting = waiting.filter((one) => !one.abandoned());
      }
      return paths.map((path) =>
        otherwise === undefined || answered.has(path) || !open.has(path) ? known.get(path) ?? true : otherwise
      );
    },
  };
}

const diskOf = (path: string): string => path.split(/[\\/]+/).slice(0, DISK_FOLDERS + 1).join("/");
