import { inArray, sql } from "drizzle-orm";
import { ACTIVE_STATES } from "./jobs.ts";
import { putRows } from "./put_rows.ts";
import { jobs } from "./schema.ts";
import { autoMemory, type AutoMemoryRow } from "./schema_catalogue.ts";
import type { Store } from "./store.ts";

/** A file that a job has in hand. */
export interface ActiveFile {
  jobId: string;
  path: string;
  arr: string | null;
  fileId: number | null;
}

/** What auto transcode has dealt with. */
export const autoMemoryRepository = (store: Store) => ({
  all: (): Promise<AutoMemoryRow[]> => store.db.select().from(autoMemory),

  remember: (rows: AutoMemoryRow[]): Promise<void> => store.write((tx) => putRows(tx, autoMemory, rows)),

  /**
   * Remembers what jobs that ended since then read and wrote, whoever asked for them: a power cut may come between the
   * end of a job and the telling of it.
   */
  adopt: (since: number, at: number): Promise<void> =>
    store.write(async (tx) => {
      const columns = sql.raw("local_path, arr, file_id, size_bytes, reason, at");
      const arr = sql.raw("CASE arr WHEN 'series' THEN 'series' ELSE 'movie' END");
      const ended = sql`FROM ${jobs} WHERE status = 'done' AND finished_at >= ${since} AND output_size_bytes > 0
        AND coalesce(arr, '') <> 'music' AND source ->> '$.kind' NOT IN ('album', 'track')`;
      await tx.run(sql`INSERT INTO ${autoMemory} (${columns})
        SELECT source_path, ${arr}, coalesce(source ->> '$.fileId', 0), input_size_bytes, 'queued', ${at} ${ended} AND source_path <> ''
        ON CONFLICT (local_path) DO UPDATE SET reason = 'queued', profile = NULL WHERE reason IN ('baseline', 'nothing')`);
      await tx.run(sql`INSERT INTO ${autoMemory} (${columns})
        SELECT output_path, ${arr}, 0, output_size_bytes, 'output', ${at} ${ended}
          AND output_path IS NOT NULL ORDER BY finished_at
        ON CONFLICT (local_path) DO UPDATE SET reason = 'output', profile = NULL, file_id = 0,
          size_bytes = excluded.size_bytes
          WHERE reason <> 'output' OR size_bytes <> excluded.size_bytes`);
    }),

  activeFiles: (): Promise<ActiveFile[]> =>
    store.db.select({
      jobId: jobs.id,
      path: jobs.sourcePath,
      arr: jobs.arr,
      fileId: sql<number | null>`source ->> '$.fileId'`,
    }).from(jobs).where(inArray(jobs.status, [...ACTIVE_STATES])),

  counts: async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await store.db.select({ reason: autoMemory.reason, count: sql<number>`count(*)` }).from(autoMemory)
        .groupBy(autoMemory.reason)).map(({ reason, count }) => [reason, count]),
    ),

  clear: (): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(autoMemory);
    }),
});
export type AutoMemoryRepository = ReturnType<typeof autoMemoryRepository>;
