import * as z from "zod";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { createMutex } from "../../kit/async.ts";
import type { DriveMedia } from "./system/drive_system.ts";

const SeenDisc = z.object({
  content: z.string(),
  /** Label as read from the disc. It is only read once. */
  label: z.string().optional(),
  insertion: z.object({ boot: z.string(), sequence: z.string() }).optional(),
  /** True if the disc has audio tracks. Absent if unknown. */
  hasSound: z.boolean().optional(),
  /** ID of the rip. Absent until the rip is stored. Empty if the rip was deleted. */
  ripId: z.string().optional(),
  /** Earlier rips of this drive. Present until the rip is stored. */
  before: z.array(z.string()).optional(),
  /** True if the disc was removed. */
  gone: z.boolean().optional(),
});
/** The last disc seen in a drive. */
export type SeenDisc = z.infer<typeof SeenDisc>;

const Remembered = z.object({
  index: z.int().min(0),
  seen: SeenDisc.optional(),
  waitingFor: z.object({ batchId: z.string(), disc: z.int() }).optional(),
});
/** Stored information about a drive. */
export type RememberedDrive = z.infer<typeof Remembered>;

/** Stored information about all drives, by key. */
export const RememberedDrives = z.record(z.string(), Remembered);

/** Storage key. */
export const DRIVES_KEY = "drives";
/** Maximum number of stored drives and images. Those that have not changed for the longest time are dropped first. */
const MAX_DRIVES = 1000;

/**
 * Information about drives that is kept across restarts: their numbers, the discs seen in them, and the discs they are
 * waiting for.
 */
export interface DriveMemory {
  /** Loads the stored data. Must be called first. */
  load(): Promise<void>;
  /** Returns the record of a drive. A new drive is assigned a permanent number. */
  of(key: string): RememberedDrive;
  /** Changes a record. Resolves when it is stored. */
  change(key: string, change: Partial<RememberedDrive>): Promise<void>;
  /** Deletes the record of a removed drive. */
  forget(key: string): Promise<void>;
  /** Returns the discs that drives are waiting for, including those of swapped images. */
  awaited(): NonNullable<RememberedDrive["waitingFor"]>[];
  /** Transfers the record of a waiting drive that no longer exists (`isVacant`) to a new drive. */
  succeed(key: string, isVacant: (key: string) => boolean): Promise<void>;
}

/** Creates the drive memory. A stored record with an invalid format is discarded. */
export function createDriveMemory(keyValues: Pick<KeyValueRepository, "get" | "set">): DriveMemory {
  const drives = new Map<string, RememberedDrive>();
  const inTurn = createMutex();

  function of(key: string): RememberedDrive {
    const known = drives.get(key);
    if (known !== undefined) return known;
    const used = new Set([...drives.values()].map(({ index }) => index));
    let index = 0;
    while (used.has(index)) index++;
    if (drives.size >= MAX_DRIVES) {
      // A Map keeps the insertion order, and changed entries are inserted again.
      const [oldest] = drives.keys();
      if (oldest !== undefined) drives.delete(oldest);
    }
    const made = { index };
    drives.set(key, made);
    return made;
  }

  const store = (): Promise<void> => inTurn(() => keyValues.set(DRIVES_KEY, Object.fromEntries(drives)));

  return {
    async load() {
      const stored = RememberedDrives.safeParse(await keyValues.get(DRIVES_KEY));
      if (stored.success) { for (const [key, drive] of Object.entries(stored.data)) drives.set(key, drive); }
    },
    of,
    async change(key, change) {
      const changed = { ...of(key), ...change };
      drives.delete(key);
      drives.set(key, changed);
      await store();
    },
    async forget(key) {
      if (drives.delete(key)) await store();
    },
    awaited: () => [...drives.values()].flatMap(({ waitingFor }) => waitingFor ?? []),
    async succeed(key, isVacant) {
      const found = [...drives].find(([one, { waitingFor }]) => waitingFor !== undefined && isVacant(one));
      if (found === undefined) return;
      const [vacant, remembered] = found;
      drives.delete(vacant);
      drives.set(key, remembered);
      await store();
    },
  };
}

/** True if the disc in a drive is the same as before, and was not removed and inserted again. Pure. */
export function isSeenDisc(seen: SeenDisc | undefined, { content, insertion }: DriveMedia): boolean {
  if (seen === undefined) return false;
  // During one boot of the system, the change counter is compared.
  if (insertion !== undefined && seen.insertion?.boot === insertion.boot) {
    return seen.insertion.sequence === insertion.sequence;
  }
  return seen.gone !== true && seen.content === content;
}
