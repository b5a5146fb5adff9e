import { pathKey } from "../../../lib/kit/disk/letter_forms.ts";
import { inArray, type SQL, sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../../lib/kit/async.ts";
import type { FoundFolder } from "../../../lib/library/local_title_model.ts";
import { batchesOf, recountFiles, storePieces } from "./local_batches.ts";
import { localFiles, localFolders, localItems } from "../../schema/local.ts";
import { sqlList } from "../../sql_list.ts";
import type { Store } from "../../store.ts";

/** Rows per transaction. Transactions block the thread and must be short. */
const BATCH_SIZE = 500;

/** Stores scan results in batches. Rows are passed as JSON, so that one statement writes hundreds of them. */

/**
 * Stores folders under number `scan`. Files that the scan did not find in them are marked as missing, but not removed.
 */
export async function storeFolders(store: Store, folders: FoundFolder[], scan: number): Promise<void> {
  for (const pieces of batchesOf(folders)) {
    await store.write((tx) => storePieces(tx, pieces, scan), "local");
    await yieldToEventLoop();
  }
}

/** Marks folders that a scan did not find, and their files, as missing. */
export async function markMissing(store: Store, paths: string[], scan: number): Promise<void> {
  for (let at = 0; at < paths.length; at += BATCH_SIZE) {
    const batch = sqlList(paths.slice(at, at + BATCH_SIZE));
    await store.write(async (tx) => {
      const ids = sql`(SELECT id FROM ${localFolders} WHERE path IN ${batch})`;
      await tx.run(
        sql`UPDATE ${localFiles} SET missing_since = ${scan} WHERE missing_since IS NULL AND folder_id IN ${ids}`,
      );
      await tx.run(
        sql`UPDATE ${localFolders} SET missing_since = ${scan} WHERE missing_since IS NULL AND id IN ${ids}`,
      );
    });
    await yieldToEventLoop();
  }
}

/**
 * Maximum time that a disk may be absent, in milliseconds. After that, it is considered to have been removed
 * permanently.
 */
const DISK_AWAY_MS = 90 * 86_400_000;

/**
 * Removes all entries in the available roots that neither this scan nor an earlier one found. Folders at or below
 * `kept` are kept for 90 days. Scan numbers are times in milliseconds.
 */
export async function finishScan(store: Store, scan: number, roots: string[], kept: string[] = []): Promise<void> {
  const there = sqlList(roots);
  const isKept = sql`d.missing_since >= ${scan - DISK_AWAY_MS} AND EXISTS (SELECT 1 FROM ${sqlList(kept)} k
    WHERE d.path = k.value OR substr(d.path, 1, length(k.value) + 1) IN (k.value || '/', k.value || '\\'))`;
  const gone = sql`SELECT f.rowid FROM ${localFiles} f JOIN ${localFolders} d ON d.id = f.folder_id
    WHERE f.missing_since < ${scan} AND d.root IN ${there} AND NOT (${isKept})`;
  await forgetFiles(store, gone);
  await forgetFolders(
    store,
    sql`SELECT d.id FROM ${localFolders} d
      WHERE d.missing_since < ${scan} AND d.root IN ${there} AND NOT (${isKept})`,
  );
}

/** Removes all roots that are not in this list, because the user has removed them from the settings. */
export async function keepRoots(store: Store, paths: string[]): Promise<void> {
  const others = sql`SELECT id FROM ${localFolders} WHERE root NOT IN ${sqlList(paths)}`;
  await forgetFiles(store, sql`SELECT rowid FROM ${localFiles} WHERE folder_id IN (${others})`);
  await forgetFolders(store, others);
}

/** The managers' folders, and the setting to hide the titles in them. */
export interface ManagedFolders {
  folders: string[];
  hide: boolean;
}

/**
 * Marks titles in or below these folders as managed, and hides or shows them. All other titles are shown, except for
 * those whose files all belong to other titles.
 */
export async function markManaged(store: Store, { folders, hide }: ManagedFolders): Promise<void> {
  const known = new Set(folders.map((folder) => pathKey(folder.replace(/(?<=.)[/\\]+$/, ""))));
  for (let after = "";;) {
    const { id, folder, managed, hidden, fileCount } = localItems;
    const rows = await store.db.select({ id, folder, managed, hidden, fileCount })
      .from(localItems).where(sql`${id} > ${after}`).orderBy(id).limit(BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const marks = rows.map((row) => {
      const isManagedNow = isManaged(row.folder, known);
      return { row, managed: isManagedNow, hidden: isManagedNow && hide || row.fileCount === 0 };
    });
    const changed = marks.filter(({ row, managed, hidden }) => row.managed !== managed || row.hidden !== hidden);
    for (const group of Map.groupBy(changed, ({ managed, hidden }) => `${managed} ${hidden}`).values()) {
      const [first] = group;
      if (!first) continue;
      const { managed, hidden } = first;
      const ids = group.map(({ row }) => row.id);
      await store.write(
        (tx) => tx.update(localItems).set({ managed, hidden }).where(inArray(localItems.id, ids)),
        "local",
      );
    }
    await yieldToEventLoop();
  }
}

/**
 * Returns true if a folder is inside a managed one. `managed` contains normalised keys, because managers and disks use
 * different Unicode forms.
 */
function isManaged(folder: string, managed: ReadonlySet<string>): boolean {
  for (let at = pathKey(folder); at !== "";) {
    if (managed.has(at)) return true;
    at = at.slice(0, Math.max(at.lastIndexOf("/"), at.lastIndexOf("\\"), 0));
  }
  return false;
}

/** Removes files in batches, and titles without remaining files. */
async function forgetFiles(store: Store, rowids: SQL): Promise<void> {
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE; await yieldToEventLoop()) {
    removed = await store.write(async (tx) => {
      const rows = await tx.all<{ item_id: string }>(
        sql`DELETE FROM ${localFiles} WHERE rowid IN (${rowids} LIMIT ${BATCH_SIZE}) RETURNING item_id`,
      );
      await recountFiles(tx, new Set(rows.map(({ item_id }) => item_id)));
      return rows.length;
    }, "local");
  }
}

async function forgetFolders(store: Store, ids: SQL): Promise<void> {
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE; await yieldToEventLoop()) {
    removed = await store.write(async (tx) =>
      (await tx.all(sql`DELETE FROM ${localFolders} WHERE id IN (${ids} LIMIT ${BATCH_SIZE}) RETURNING id`)).length
    );
  }
}
