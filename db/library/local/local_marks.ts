import { inArray, type SQL, sql } from "drizzle-orm";
import type { LocalItem } from "../../../lib/library/local_title_model.ts";
import { ACTIVE_STATES } from "../../../lib/jobs/states.ts";
import { jobs } from "../../schema/jobs.ts";
import { localFiles, localFolders, localItems } from "../../schema/local.ts";
import { sqlList } from "../../sql_list.ts";
import type { Store } from "../../store.ts";

/** Lathe's jobs and encodes for files of the local media index. */

// A root such as `/` or `D:\` already ends with its separator.
const separator = sql`iif(instr(d.path, '/') > 0, '/', '\\')`;
const path = sql`d.path || iif(substr(d.path, -1) = ${separator}, '', ${separator}) || f.name`;
const files = sql`SELECT f.item_id AS id FROM ${localFiles} f JOIN ${localFolders} d ON d.id = f.folder_id`;

/** Looks up the files of unfinished jobs. There are few of them, so their paths are split at the last separator. */
const inQueue = (() => {
  const cut = sql`iif(instr(source_path, '/') > 0, '/', '\\')`;
  // Trimming all other characters from the end of a path leaves the part up to the last separator.
  const folder = sql`rtrim(source_path, replace(source_path, ${cut}, ''))`;
  return sql`SELECT f.item_id AS id FROM ${jobs} j
    JOIN ${localFolders} d ON d.path IN (substr(j.source_path, 1, length(${folder}) - 1), ${folder})
    JOIN ${localFiles} f ON f.folder_id = d.id AND f.name = substr(j.source_path, length(${folder}) + 1)
    WHERE ${inArray(sql`j.status`, [...ACTIVE_STATES])}`;
})();

const isOutput = sql`EXISTS (SELECT 1 FROM ${jobs} j WHERE j.output_path = ${path} AND j.status = 'done'
  AND j.output_size_bytes = f.size_bytes)`;

/** SQL condition for titles with an unfinished job. */
export const itemsInQueue: SQL = sql`${localItems.id} IN (${inQueue})`;

/** SQL condition for titles with a file that Lathe wrote. */
export const itemsEncoded: SQL = sql`${localItems.id} IN (${files} WHERE ${isOutput})`;

/** Additional fields of a title in a list. */
type Marks = Pick<LocalItem, "quality" | "inQueue" | "encodedHere">;

/**
 * Returns the quality of each title's largest file, and whether Lathe has a job for it or encoded it. Series are not
 * checked for encodes.
 */
export async function marksOfItems({ db }: Store, ids: string[]): Promise<Map<string, Marks>> {
  const shown = sqlList(ids);
  const [qualities, queued, encoded] = await Promise.all([
    db.all<{ id: string; quality: string }>(sql`
      SELECT id, (SELECT quality FROM ${localFiles} WHERE item_id = local_items.id ORDER BY size_bytes DESC LIMIT 1)
        AS quality FROM ${localItems} WHERE id IN ${shown} AND quality IS NOT NULL`),
    db.all<{ id: string }>(sql`SELECT id FROM ${localItems} WHERE id IN ${shown} AND ${itemsInQueue}`),
    db.all<{ id: string }>(sql`
      ${files} JOIN ${localItems} i ON i.id = f.item_id
      WHERE f.item_id IN ${shown} AND i.kind <> 'series' AND ${isOutput}`),
  ]);
  const marks = new Map<string, Marks>(qualities.map(({ id, quality }) => [id, { quality }]));
  const mark = (rows: { id: string }[], more: Marks) => {
    for (const { id } of rows) marks.set(id, { ...marks.get(id), ...more });
  };
  mark(queued, { inQueue: true });
  mark(encoded, { encodedHere: true });
  return marks;
}
