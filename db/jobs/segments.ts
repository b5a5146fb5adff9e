import { asc, inArray } from "drizzle-orm";
import { encodeSegments, type SegmentRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Verified segments of encodes that are waiting to be joined. */
export const segmentRepository = (store: Store) => ({
  /** Returns the stored segments whose keys are in `keys`. */
  many: async (keys: readonly string[]): Promise<SegmentRow[]> => {
    const found: SegmentRow[] = [];
    for (let i = 0; i < keys.length; i += MAX_KEYS) {
      found.push(
        ...await store.db.select().from(encodeSegments).where(inArray(encodeSegments.key, keys.slice(i, i + MAX_KEYS))),
      );
    }
    return found;
  },

  save: (row: SegmentRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(encodeSegments).values(row).onConflictDoUpdate({ target: encodeSegments.key, set: row });
    }),

  ofJobs: async (jobIds: readonly string[]): Promise<SegmentRow[]> => {
    const found: SegmentRow[] = [];
    for (let i = 0; i < jobIds.length; i += MAX_KEYS) {
      const some = jobIds.slice(i, i + MAX_KEYS);
      found.push(...await store.db.select().from(encodeSegments).where(inArray(encodeSegments.jobId, some)));
    }
    return found;
  },

  /** Returns all segments, least recently used first. */
  all: (): Promise<SegmentRow[]> => store.db.select().from(encodeSegments).orderBy(asc(encodeSegments.usedAt)),

  remove: (keys: readonly string[]): Promise<void> =>
    store.write(async (tx) => {
      for (let i = 0; i < keys.length; i += MAX_KEYS) {
        await tx.delete(encodeSegments).where(inArray(encodeSegments.key, keys.slice(i, i + MAX_KEYS)));
      }
    }),
});
export type SegmentRepository = ReturnType<typeof segmentRepository>;

/** Maximum number of parameters per statement. */
const MAX_KEYS = 500;
