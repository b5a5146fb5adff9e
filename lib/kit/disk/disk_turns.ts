/**
 * Reads at the same time, on one disk and in all. Each holds a thread of the runtime for as long as a dead share says
 * nothing; the runtime has 512 of them.
 */
const MAX_ON_DISK = 8;
const MAX_IN_ALL = 64;
/** Folders that tell disks from one another: `/mnt/nas`, `D:`, `\\nas\films`. */
const DISK_FOLDERS = 2;

/** Whoever waits for reads; `over` when nobody waits for their answers any more. */
export interface Waiter {
  over: boolean;
}

/** Lets reads of disks begin in turn: a disk that hangs keeps only its own reads waiting. */
export interface DiskTurns {
  /** Runs `work` when the disk of `path` has a turn free; never when its waiter is over before that. */
  run<T>(path: string, work: () => Promise<T>, waiter: Waiter): Promise<T>;
  /** Forgets reads that nobody waits for and that have not begun. */
  forgetOver(): void;
}

interface Disk {
  open: number;
  line: Set<{ waiter: Waiter; start: () => void }>;
}

export function createDiskTurns(): DiskTurns {
  const disks = new Map<string, Disk>();
  let open = 0;

  const isFree = (disk: Disk): boolean => open < MAX_IN_ALL && disk.open < MAX_ON_DISK;

  function startWaiting(): void {
    for (const disk of disks.values()) {
      for (const one of disk.line) {
        if (!isFree(disk)) break;
        disk.line.delete(one);
        if (!one.waiter.over) one.start();
      }
    }
  }

  async function begin<T>(name: string, disk: Disk, work: () => Promise<T>): Promise<T> {
    open++;
    disk.open++;
    try {
      return await work();
    } finally {
      open--;
      disk.open--;
      startWaiting();
      forget(name, disk);
    }
  }

  function forget(name: string, disk: Disk): void {
    if (disk.open === 0 && disk.line.size === 0) disks.delete(name);
  }

  return {
    async run(path, work, waiter) {
      const name = diskOf(path);
      const disk = disks.get(name) ?? { open: 0, line: new Set() };
      disks.set(name, disk);
      if (isFree(disk)) return await begin(name, disk, work);
      return await new Promise((resolve, reject) => {
        disk.line.add({ waiter, start: () => void begin(name, disk, work).then(resolve, reject) });
      });
    },
    forgetOver() {
      for (const [name, disk] of disks) {
        for (const one of disk.line) if (one.waiter.over) disk.line.delete(one);
        forget(name, disk);
      }
    },
  };
}

const diskOf = (path: string): string => path.split(/[\\/]+/).slice(0, DISK_FOLDERS + 1).join("/");
