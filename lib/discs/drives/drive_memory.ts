import * as z from "zod";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { createMutex } from "../../kit/async.ts";
import type { DriveMedia } from "./system/drive_system.ts";

const SeenDisc = z.object({
  content: z.string(),
  /** As it was read from the disc; it is not read again. */
  label: z.string().optional(),
  insertion: z.object({ boot: z.string(), sequence: z.string() }).optional(),
  /** Whether it holds sound tracks; absent where nobody knows. */
  hasSound: z.boolean().optional(),
  /** Absent until its rip is stored, empty when that was forgotten. */
  ripId: z.string().optional(),
  /** Until then: the rips of this drive that there were before. */
  before: z.array(z.string()).optional(),
  /** It was taken out. */
  gone: z.boolean().optional(),
});
/** The last disc of a drive. */
export type SeenDisc = z.infer<typeof SeenDisc>;

const Remembered = z.object({
  index: z.int().min(0),
  seen: SeenDisc.optional(),
  waitingFor: z.object({ batchId: z.string(), disc: z.int() }).optional(),
});
/** What is kept of a drive over restarts. */
export type RememberedDrive = z.infer<typeof Remembered>;

/** What is kept of all drives, by their keys. */
export const RememberedDrives = z.record(z.string(), Remembered);

/** What it is kept under. */
export const DRIVES_KEY = "drives";
/** Drives and images remembered; those that were not there for longest go first. */
const MAX_DRIVES = 1000;

/** What is known of drives after a restart: their numbers, the discs that were seen in them, what they wait for. */
export interface DriveMemory {
  /** Reads what is stored; called before everything else. */
  load(): Promise<void>;
  /** Of a drive that was never there before, a new number is its own from now on. */
  of(key: string): RememberedDrive;
  /** Changes what is remembered; resolves when it is stored. */
  change(key: string, change: Partial<RememberedDrive>): Promise<void>;
  /** For a drive that was removed. */
  forget(key: string): Promise<void>;
  /** What drives wait for, those included that are images which were swapped. */
  awaited(): NonNullable<RememberedDrive["waitingFor"]>[];
  /** Gives a new drive the number of one that waits for a disc and is none any more; `isVacant` tells those. */
  succeed(key: string, isVacant: (key: string) => boolean): Promise<void>;
}

/** Builds the memory. A record that nobody wrote like this is forgotten. */
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
      // A map is in the order of insertion, and what changes is inserted anew.
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

/** Whether what is in a drive is the disc that was seen there: not taken out, or put back by nobody. Pure. */
export function isSeenDisc(seen: SeenDisc | undefined, { content, insertion }: DriveMedia): boolean {
  if (seen === undefined) return false;
  // Within one run of the system, the count of changes decides.
  if (insertion !== undefined && seen.insertion?.boot === insertion.boot) {
    return seen.insertion.sequence === insertion.sequence;
  }
  return seen.gone !== true && seen.content === content;
}
