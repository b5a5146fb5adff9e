import { inArray, sql } from "drizzle-orm";
import { ACTIVE_STATES } from "../../lib/jobs/states.ts";
import { putRows } from "../put_rows.ts";
import { jobs } from "../schema/jobs.ts";
import { autoMemory, type AutoMemoryRow, REPLACED } from "../schema/library.ts";
import type { Store } from "../store.ts";

/** A file that an active job reads. */
export interface ActiveFile {
  jobId: string;
  path: string;
  arr: string | null;
  fileId: number | null;
}

/** SQL equivalent of `titleKeyOf` for the source file of a job. */
const TITLE_KEY = sql.raw(`CASE WHEN source ->> '$.arrId' IS NULL THEN NULL
  WHEN arr = 'movie' THEN 'movie ' || (source ->> '$.arrId')
  WHEN arr = 'series' THEN 'series ' || (source ->> '$.arrId') || ' ' || coalesce(
    (SELECT json_group_array(value) FROM (SELECT value FROM json_each(source, '$.episodeIds') ORDER BY value)), '[]')
  END`);

/** Files that auto transcode has processed. */
export const autoMemoryRepository = (store: Store) => ({
  all: (): Promise<AutoMemoryRow[]> => store.db.select().from(autoMemory),

  remember: (rows: AutoMemoryRow[]): Promise<void> => store.write((tx) => putRows(tx, autoMemory, rows)),

  /**
   * Adds the input and output files of all jobs that ended after `since`, because a power failure may prevent the event
   * at the end of a job. Undone jobs have no output.
   */
  adopt: (since: number, at: number): Promise<void> =>
    store.write(async (tx) => {
      const columns = sql.raw("local_path, arr, file_id, size_bytes, reason, at, title_key");
      const arr = sql.raw("CASE arr WHEN 'series' THEN 'series' ELSE 'movie' END");
      const fileId = sql.raw("coalesce(source ->> '$.fileId', 0)");
      const ended = sql`FROM ${jobs} WHERE status = 'done' AND finished_at >= ${since} AND output_size_bytes > 0
        AND coalesce(arr, '') <> 'music' AND source ->> '$.kind' NOT IN ('album', 'track')`;
      await tx.run(sql`INSERT INTO ${autoMemory} (${columns})
        SELECT source_path, ${arr}, ${fileId}, input_size_bytes, 'queued', ${at}, ${TITLE_KEY} ${ended}
          AND input_size_bytes IS NOT NULL AND source_path <> ''
        ON CONFLICT (local_path) DO UPDATE SET reason = 'queued', profile = NULL WHERE reason IN ('baseline', 'nothing')`);
      await tx.run(sql`INSERT INTO ${autoMemory} (${columns})
        SELECT ${REPLACED} || source_path, ${arr}, ${fileId}, input_size_bytes, 'queued', ${at}, ${TITLE_KEY} ${ended}
          AND input_size_bytes IS NOT NULL AND output_path = source_path
        ON CONFLICT (local_path) DO UPDATE SET size_bytes = excluded.size_bytes, file_id = excluded.file_id,
          title_key = excluded.title_key`);
      await tx.run(sql`INSERT INTO ${autoMemory} (${columns})
        SELECT output_path, ${arr}, 0, output_size_bytes, 'output', ${at}, ${TITLE_KEY} ${ended}
          AND output_path IS NOT NULL ORDER BY finished_at
        ON CONFLICT (local_path) DO UPDATE SET reason = 'output', profile = NULL, file_id = 0, at = excluded.at,
          size_bytes = excluded.size_bytes, title_key = excluded.title_key, fingerprint = NULL
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
/** Repository of the auto transcode memory. */
export type AutoMemoryRepository = ReturnType<typeof autoMemoryRepository>;
