import { inArray, type SQL, sql } from "drizzle-orm";
import { ACTIVE_STATES } from "../../lib/jobs/states.ts";
import { jobs } from "../schema/jobs.ts";
import { autoMemory } from "../schema/library.ts";
import { catalogueEpisodes, catalogueTitles } from "../schema/catalogue.ts";
import { jsonText } from "../json_text.ts";
import { sqlList } from "../sql_list.ts";
import type { Store } from "../store.ts";

/** Lathe's jobs and encodes for the managers' files. */

type VideoKind = "movie" | "series";

/** An unfinished job and the files or titles to which it applies. */
export interface ActiveJob {
  id: string;
  /** Path of the source. Empty until the source has been downloaded. */
  path: string;
  arrId: number | null;
  seasonNumber: number | null;
  /** IDs of the job's episodes. Undefined if the job is not for single episodes. */
  episodeIds: number[] | undefined;
}

/** A file's path and size in bytes. */
export interface FileKey {
  path: string;
  size: number;
}

/** Read access to Lathe's jobs and encodes for the managers' files. */
export const markRepository = ({ db }: Pick<Store, "db">) => ({
  /** Returns the jobs for these titles of a manager or for these files, oldest first. */
  async active(arr: VideoKind, ids: number[], paths: string[]): Promise<ActiveJob[]> {
    const columns = sql`id, source_path AS path, source ->> '$.arrId' AS arrId,
      source ->> '$.seasonNumber' AS seasonNumber, source -> '$.episodeIds' AS episodes, created_at AS at`;
    const rows = await db.all<Omit<ActiveJob, "episodeIds"> & { episodes: string | null }>(sql`
      SELECT ${columns} FROM ${jobs} WHERE ${isActive} AND arr = ${arr} AND arrId IN ${sqlList(ids)}
      UNION SELECT ${columns} FROM ${jobs} WHERE source_path IN ${sqlList(paths)} AND ${isActive}
      ORDER BY at`);
    return rows.map(({ id, path, arrId, seasonNumber, episodes }) => ({
      id,
      path,
      arrId,
      seasonNumber,
      episodeIds: episodes === null ? undefined : JSON.parse(episodes),
    }));
  },

  /** Returns the paths among `paths` that have an unfinished job or an encode. */
  async withJobs(paths: string[]): Promise<Set<string>> {
    const rows = await db.all<{ path: string }>(sql`
      SELECT DISTINCT source_path AS path FROM ${jobs} WHERE source_path IN ${sqlList(paths)}
        AND (${isActive} OR ${jobs.status} = 'done')`);
    return new Set(rows.map(({ path }) => path));
  },

  /**
   * Returns the paths of the files that Lathe wrote. A file that a manager has moved is recognised by its size. A file
   * that replaced its source is recognised at the source path.
   */
  async encoded(files: FileKey[]): Promise<Set<string>> {
    const rows = await db.all<{ path: string }>(sql`
      SELECT value ->> 'path' AS path FROM json_each(${jsonText(files)}) WHERE
        EXISTS (SELECT 1 FROM ${autoMemory} WHERE size_bytes = value ->> 'size' AND reason = 'output') OR
        EXISTS (SELECT 1 FROM ${jobs} WHERE source_path = value ->> 'path' AND status = 'done'
          AND output_path = source_path AND output_size_bytes = value ->> 'size')`);
    return new Set(rows.map(({ path }) => path));
  },
});
/** Repository of marks. */
export type MarkRepository = ReturnType<typeof markRepository>;

const isActive = inArray(jobs.status, [...ACTIVE_STATES]);

/** SQL condition for titles with an unfinished job. */
export function inQueue(arr: VideoKind): SQL {
  const ofTitle = sql`SELECT source ->> '$.arrId' FROM ${jobs} WHERE ${isActive} AND arr = ${arr}`;
  const ofFile = sql`${filePath} IN (SELECT source_path FROM ${jobs} WHERE ${isActive})`;
  return sql`(${catalogueTitles.id} IN (${ofTitle}) OR ${anyFile(arr, ofFile)})`;
}

/** SQL condition for titles with a file that Lathe wrote. */
export const wasEncoded = (arr: VideoKind): SQL =>
  anyFile(
    arr,
    sql`(${fileSize} IN (SELECT size_bytes FROM ${autoMemory} WHERE reason = 'output') OR
      (${filePath}, ${fileSize}) IN (SELECT source_path, output_size_bytes FROM ${jobs}
        WHERE status = 'done' AND output_path = source_path))`,
  );

const filePath = sql`record ->> '$.file.localPath'`;
const fileSize = sql`record ->> '$.file.size'`;

/** Applies a condition to the file of a movie or to any file of a series. */
const anyFile = (arr: VideoKind, condition: SQL): SQL =>
  arr === "movie"
    ? condition
    : sql`${catalogueTitles.id} IN (SELECT series_id FROM ${catalogueEpisodes} WHERE ${condition})`;
