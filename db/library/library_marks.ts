import { inArray, type SQL, sql } from "drizzle-orm";
import { ACTIVE_STATES } from "../../lib/jobs/states.ts";
import { jobs } from "../schema/jobs.ts";
import { autoMemory } from "../schema/library.ts";
import { catalogueEpisodes, catalogueTitles } from "../schema/catalogue.ts";
import { jsonText } from "../json_text.ts";
import { sqlList } from "../sql_list.ts";
import type { Store } from "../store.ts";

/** What Lathe itself does and did with the files of the managers. */

type VideoKind = "movie" | "series";

/** A job that is not finished, by what it works on. */
export interface ActiveJob {
  id: string;
  /** Empty while its file is still to come. */
  path: string;
  arrId: number | null;
  seasonNumber: number | null;
  /** Undefined when it is not about single episodes. */
  episodeIds: number[] | undefined;
}

/** A file by its path and its size in bytes. */
export interface FileKey {
  path: string;
  size: number;
}

/** What Lathe does and did with the files of the managers. Reads only. */
export const markRepository = ({ db }: Pick<Store, "db">) => ({
  /** Jobs for these titles of a manager or for these files, the oldest first. */
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

  /** Paths of those files that Lathe wrote: known by size wherever a manager put them, or where they replaced their source. */
  async encoded(files: FileKey[]): Promise<Set<string>> {
    const rows = await db.all<{ path: string }>(sql`
      SELECT value ->> 'path' AS path FROM json_each(${jsonText(files)}) WHERE
        EXISTS (SELECT 1 FROM ${autoMemory} WHERE size_bytes = value ->> 'size' AND reason = 'output') OR
        EXISTS (SELECT 1 FROM ${jobs} WHERE source_path = value ->> 'path' AND status = 'done'
          AND output_path = source_path AND output_size_bytes = value ->> 'size')`);
    return new Set(rows.map(({ path }) => path));
  },
});
/** Everything that is asked of those rows. */
export type MarkRepository = ReturnType<typeof markRepository>;

const isActive = inArray(jobs.status, [...ACTIVE_STATES]);

/** Titles with a job that is not finished. */
export function inQueue(arr: VideoKind): SQL {
  const ofTitle = sql`SELECT source ->> '$.arrId' FROM ${jobs} WHERE ${isActive} AND arr = ${arr}`;
  const ofFile = sql`${filePath} IN (SELECT source_path FROM ${jobs} WHERE ${isActive})`;
  return sql`(${catalogueTitles.id} IN (${ofTitle}) OR ${anyFile(arr, ofFile)})`;
}

/** Titles with a file that Lathe wrote. */
export const wasEncoded = (arr: VideoKind): SQL =>
  anyFile(
    arr,
    sql`(${fileSize} IN (SELECT size_bytes FROM ${autoMemory} WHERE reason = 'output') OR
      (${filePath}, ${fileSize}) IN (SELECT source_path, output_size_bytes FROM ${jobs}
        WHERE status = 'done' AND output_path = source_path))`,
  );

const filePath = sql`record ->> '$.file.localPath'`;
const fileSize = sql`record ->> '$.file.size'`;

/** The file of a film, or any of a series. */
const anyFile = (arr: VideoKind, condition: SQL): SQL =>
  arr === "movie"
    ? condition
    : sql`${catalogueTitles.id} IN (SELECT series_id FROM ${catalogueEpisodes} WHERE ${condition})`;
