/**
 * Maximum number of concurrent reads, per disk and in total. Each read occupies a thread of the runtime until the disk
 * responds, and there are 512 threads.
 */
const MAX_ON_DISK = 8;
const MAX_IN_ALL = 64;
/** Number of folders at the start of a path that identify a disk: `/mnt/nas`, `D:`, `\\nas\films`. */
const DISK_FOLDERS = 2;

/** A caller that waits for disk reads. `over` is true if the caller no longer needs their results. */
export interface Waiter {
  over: boolean;
}

/** Schedules disk reads so that a disk that hangs delays only its own reads. */
export interface DiskTurns {
  /**
   * Runs `work` when the disk of `path` has a free slot. If `waiter.over` becomes true first, `work` is not run and the
   * promise never settles.
   */
  run<T>(path: string, work: () => Promise<T>, waiter: Waiter): Promise<T>;
  /** Drops queued reads that are no longer needed. */
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
