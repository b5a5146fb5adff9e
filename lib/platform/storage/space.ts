import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** So many bytes below a folder. */
export interface Need {
  path: string;
  bytes: number;
}

/** Why there is no room: `free` is what may be used after the reserve and the others' reservations. */
export interface Shortage {
  path: string;
  needed: number;
  free: number;
}

/** Room on disks, shared out before it is used (safety.md, S-FILE-7). */
export interface Space {
  /** Sets room aside for `owner`, all or nothing; answers what is short. Needs on one file system add up. */
  reserve(owner: string, needs: Need[]): Promise<Shortage | undefined>;
  /** Whether `needs` would be met now, without setting anything aside. */
  shortage(needs: Need[]): Promise<Shortage | undefined>;
  /** How much of its reservation below `path` the owner has already written: that part is no longer free anyway. */
  wrote(owner: string, path: string, bytes: number): void;
  release(owner: string): void;
}

/** What stays free on every disk, so that other programs live on. */
export const keptFree = (totalBytes: number): number => Math.min(totalBytes * 0.05, 2 * 1024 ** 3);

interface Reservation {
  bytes: number;
  /** By folder. */
  written: Map<string, number>;
  paths: string[];
}

/** Replaced by tests; by default the real file system is asked. */
export interface SpaceOptions {
  /** Free and whole size of the file system below a folder that exists. */
  disk?: (folder: string) => Promise<{ device: string; freeBytes: number; totalBytes: number }>;
}

/** Keeps the book of reservations; what is free comes from the disks themselves. */
export function createSpace({ disk = diskOf }: SpaceOptions = {}): Space {
  /** By owner, then by device. */
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

  // One after the other: two that measure at once would both be promised the same room.
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

/** Free bytes for us and whole size of the file system that holds `folder`. */
export async function diskOf(folder: string): Promise<{ device: string; freeBytes: number; totalBytes: number }> {
  const [facts, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
  return { device: String(dev), freeBytes: facts.bavail * facts.bsize, totalBytes: facts.blocks * facts.bsize };
}

const open = (reservation: Reservation | undefined): number =>
  reservation === undefined
    ? 0
    : Math.max(0, reservation.bytes - reservation.written.values().reduce((sum, bytes) => sum + bytes, 0));

/** The nearest folder that exists: outputs may go to one that is made later. */
async function existing(path: string): Promise<string> {
  for (let folder = path;; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() || dirname(folder) === folder) return folder;
  }
}
