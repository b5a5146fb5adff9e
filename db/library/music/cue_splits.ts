import { desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { CueSplit, HistoryPlace } from "../../../lib/library/music/cue_splits/model.ts";
import { type CueSplitRow, cueSplits } from "../../schema/library.ts";
import type { Store } from "../../store.ts";

/** Maximum number of stored splits. The oldest finished ones are removed first. */
const MAX_KEPT = 200;

const IS_OPEN = inArray(sql`json_extract(${cueSplits.record}, '$.state')`, ["found", "splitting", "importing"]);

/** Disc images that are split into tracks. */
export const cueSplitRepository = (store: Store) => ({
  /** Newest first. */
  list: (): Promise<CueSplitRow[]> => store.db.select().from(cueSplits).orderBy(desc(cueSplits.createdAt)),

  /** Splits that may still change, oldest first. */
  open: (): Promise<CueSplitRow[]> =>
    store.db.select().from(cueSplits).where(IS_OPEN).orderBy(cueSplits.createdAt, cueSplits.id),

  /** Downloads in Lidarr's queue that already have a record. */
  knownDownloads: async (): Promise<Set<string>> => {
    const rows = await store.db.select({ downloadId: cueSplits.downloadId }).from(cueSplits)
      .where(isNotNull(cueSplits.downloadId));
    return new Set(rows.flatMap(({ downloadId }) => downloadId ?? []));
  },

  insert: (row: CueSplitRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(cueSplits).values(row);
      const kept = tx.select({ id: cueSplits.id }).from(cueSplits).orderBy(desc(cueSplits.createdAt)).limit(MAX_KEPT);
      await tx.delete(cueSplits).where(sql`${cueSplits.id} NOT IN ${kept} AND NOT ${IS_OPEN}`);
    }),

  put: (record: CueSplit, mark?: HistoryPlace): Promise<void> =>
    store.write(async (tx) => {
      await tx.update(cueSplits).set({ record, mark })
        .where(eq(cueSplits.id, record.id));
    }),
});
/** Repository of splits. */
export type CueSplitRepository = ReturnType<typeof cueSplitRepository>;
