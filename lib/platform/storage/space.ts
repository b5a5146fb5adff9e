import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Number of bytes that are needed below a folder. */
export interface Need {
  path: string;
  bytes: number;
}

/** Lack of space. `free` is the space that may be used, without the reserve and other reservations. */
export interface Shortage {
  path: string;
  needed: number;
  free: number;
}

/** Disk space, which is reserved before it is used (safety.md, S-FILE-7). */
export interface Space {
  /**
   * Reserves space for `owner`, all of it or none. Returns the shortage if there is one. If several needs are on the
   * same file system, they are added up.
   */
  reserve(owner: string, needs: Need[]): Promise<Shortage | undefined>;
  /** Checks whether `needs` can be met now, without reserving space. */
  shortage(needs: Need[]): Promise<Shortage | undefined>;
  /** Reports how much of a reservation below `path` the owner has written. This part is no longer free on the disk. */
  wrote(owner: string, path: string, bytes: number): void;
  release(owner: string): void;
}

/** Returns the number of bytes that must remain free on a disk for other programs. */
export const keptFree = (totalBytes: number): number => Math.min(totalBytes * 0.05, 2 * 1024 ** 3);

interface Reservation {
  bytes: number;
  /** Number of bytes written, by folder. */
  written: Map<string, number>;
  paths: string[];
}

/** Options of the space reservations. `disk` defaults to the real file system. Tests replace it. */
export interface SpaceOptions {
  /** Returns the free space and total size of the file system that contains an existing folder. */
  disk?: (folder: string) => Promise<{ device: string; freeBytes: number; totalBytes: number }>;
}

/** Creates the space reservations. Free space is determined on each call. */
export function createSpace({ disk = diskOf }: SpaceOptions = {}): Space {
  /** Reservations by owner and device. */
  const held = new Map<string, Map<string, Reservation>>();

  const measure = async (needs: Need[], except?: string) => {
    const devices = new Map<string, Shortage & { paths: string[] }>();
    for (const { path, bytes } of needs) {
      const { device, freeBytes, totalBytes } = await disk(await existing(path));
      const others = [...held].filter(([owner]) => owner !== except)
        .reduce((sum, [, by]) => sum + open(by.get(device)), 0);
      const entry = devices.get(device) ??
        { path, paths: [], needed: 0, free: freeBytes - keptFree(totalBytes) - others };
      entry.needed += bytes;
      entry.paths.push(path);
      devices.set(device, entry);
    }
    return devices;
  };
  const firstShort = (devices: Map<string, Shortage>): Shortage | undefined => {
    const short = [...devices.values()].find((d) => d.needed > d.free);
    return short && { path: short.path, needed: short.needed, free: short.free };
  };

  // Mutex. Without it, concurrent reservations would see the same free space and could both get it.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    reserve(owner, needs) {
      const mine = turn.then(async () => {
        const devices = await measure(needs, owner);
        const short = firstShort(devices);
        if (short) return short;
        held.set(
          owner,
          new Map([...devices].map(([device, d]) => [device, { bytes: d.needed, written: new Map(), paths: d.paths }])),
        );
      });
      turn = mine.catch(() => {});
      return mine;
    },
    shortage: async (needs) => firstShort(await measure(needs)),
    wrote(owner, path, bytes) {
      for (const reservation of held.get(owner)?.values() ?? []) {
        if (reservation.paths.includes(path)) reservation.written.set(path, bytes);
      }
    },
    release: (owner) => void held.delete(owner),
  };
}

/**
 * Returns the number of bytes available to this process, and the total size of the file system that contains `folder`.
 */
export async function diskOf(folder: string): Promise<{ device: string; freeBytes: number; totalBytes: number }> {
  const [facts, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
  return { device: String(dev), freeBytes: facts.bavail * facts.bsize, totalBytes: facts.blocks * facts.bsize };
}

const open = (reservation: Reservation | undefined): number =>
  reservation === undefined
    ? 0
    : Math.max(0, reservation.bytes - reservation.written.values().reduce((sum, bytes) => sum + bytes, 0));

/** Returns the nearest existing parent folder, because output folders may be created later. */
async function existing(path: string): Promise<string> {
  for (let folder = path;; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() || dirname(folder) === folder) return folder;
  }
}
