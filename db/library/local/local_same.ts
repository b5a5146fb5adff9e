import { sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../../lib/kit/async.ts";
import { localFiles, localFolders, localItems } from "../../schema/local.ts";
import { jsonText } from "../../json_text.ts";
import { sqlList } from "../../sql_list.ts";
import type { Database, Store } from "../../store.ts";
import { recountFiles } from "./local_batches.ts";
import { pathIn } from "./local_rows.ts";

/**
 * Files that are reachable through several paths: symbolic links, hard links and folders that are mounted twice. One
 * path represents the file, so that it is listed and encoded only once.
 */

interface NamedFile {
  rowid: number;
  identity: string;
  itemId: string;
  folder: string;
  name: string;
  sameAs: string | null;
}

/**
 * Chooses the path that represents each file, and marks all other paths of the file. A path in a manager's folder is
 * preferred, then a symbolic link, because replacing it does not affect its target, then the first of `roots`. Returns
 * true if anything has changed.
 */
export async function markSameFiles(store: Store, roots: string[]): Promise<boolean> {
  const shared = sql`SELECT identity FROM ${localFiles} WHERE identity IS NOT NULL AND missing_since IS NULL
    GROUP BY identity HAVING count(*) > 1`;
  const rows = await store.db.all<NamedFile>(sql`
    SELECT f.rowid AS rowid, f.identity, f.item_id AS itemId, d.path AS folder, f.name, f.same_as AS sameAs
    FROM ${localFiles} f JOIN ${localFolders} d ON d.id = f.folder_id JOIN ${localItems} i ON i.id = f.item_id
    LEFT JOIN json_each(${jsonText(roots)}) r ON r.value = d.root
    WHERE f.missing_since IS NULL AND f.identity IN (${shared})
    ORDER BY f.identity, i.managed DESC, f.link DESC, r.key, d.path, f.name`);
  const chosen = [...Map.groupBy(rows, ({ identity }) => identity).values()].flatMap((paths) => {
    const [first] = paths;
    const shownPath = first && pathIn(first.folder, first.name);
    return paths.map((row) => ({ ...row, now: row === first ? null : shownPath ?? null }));
  });
  const alone = await store.db.all<NamedFile>(sql`
    SELECT rowid, item_id AS itemId FROM ${localFiles} WHERE same_as IS NOT NULL
      AND (identity IS NULL OR missing_since IS NOT NULL OR identity NOT IN (${shared}))`);
  const changes = [
    ...chosen.filter(({ sameAs, now }) => sameAs !== now).map(({ rowid, itemId, now }) => ({ rowid, itemId, now })),
    ...alone.map(({ rowid, itemId }) => ({ rowid, itemId, now: null })),
  ];
  for (let at = 0; at < changes.length; at += BATCH_SIZE) {
    const batch = changes.slice(at, at + BATCH_SIZE);
    await store.write(async (tx) => {
      for (const { rowid, now } of batch) {
        await tx.run(sql`UPDATE ${localFiles} SET same_as = ${now} WHERE rowid = ${rowid}`);
      }
      await recountFiles(tx, new Set(batch.map(({ itemId }) => itemId)));
    }, "local");
    await yieldToEventLoop();
  }
  return changes.length > 0;
}

/** Rows per transaction. Transactions block the thread and must be short. */
const BATCH_SIZE = 100;

/** Returns the other paths of the same files, by the path that represents them. */
export async function otherPathsOf(db: Database, paths: string[]): Promise<Map<string, string[]>> {
  const rows = await db.all<{ sameAs: string; folder: string; name: string }>(sql`
    SELECT f.same_as AS sameAs, d.path AS folder, f.name FROM ${localFiles} f
    JOIN ${localFolders} d ON d.id = f.folder_id
    WHERE f.same_as IN ${sqlList(paths)} AND f.missing_since IS NULL ORDER BY d.path, f.name`);
  const found = new Map<string, string[]>();
  for (const { sameAs, folder, name } of rows) found.set(sameAs, [...found.get(sameAs) ?? [], pathIn(folder, name)]);
  return found;
}

/** Returns the symbolic links in local media with this file identity. There are only a few of them. */
export async function linksWithIdentity({ db }: Store, identity: string): Promise<string[]> {
  const rows = await db.all<{ folder: string; name: string }>(sql`
    SELECT d.path AS folder, f.name FROM ${localFiles} f JOIN ${localFolders} d ON d.id = f.folder_id
    WHERE f.identity = ${identity} AND f.link AND f.missing_since IS NULL LIMIT ${MAX_LINKS}`);
  return rows.map(({ folder, name }) => pathIn(folder, name));
}

const MAX_LINKS = 20;
