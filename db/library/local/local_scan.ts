import { pathKey } from "../../../lib/kit/disk/letter_forms.ts";
import { inArray, type SQL, sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../../lib/kit/async.ts";
import type { FoundFolder } from "../../../lib/library/local/recognition/model.ts";
import { batchesOf, recountFiles, storePieces } from "./local_batches.ts";
import { localFiles, localFolders, localItems } from "../../schema/local.ts";
import { sqlList } from "../../sql_list.ts";
import type { Store } from "../../store.ts";

/** Rows of one transaction: it holds the thread, so it has to be short. */
const BATCH_SIZE = 500;

/** What scans find is kept here, a batch at a time. Rows travel as JSON: one statement for hundreds of them. */

/** Stores folders as scan `scan` found them. Their files that it did not find are marked, not removed. */
export async function storeFolders(store: Store, folders: FoundFolder[], scan: number): Promise<void> {
  for (const pieces of batchesOf(folders)) {
    await store.write((tx) => storePieces(tx, pieces, scan), "local");
    await yieldToEventLoop();
  }
}

/** Marks folders, with their files, that a scan did not find. */
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

/** A disk that is not there again by then is taken to have gone for good. */
const DISK_AWAY_MS = 90 * 86_400_000;

/**
 * Forgets what an earlier scan missed already and this one did not find either, in the roots that were there. What is or
 * lies in a folder of `kept` stays for 90 days. Scans are numbered by their time, in milliseconds.
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

/** Forgets every root that is not among these: a person took it out of the settings. */
export async function keepRoots(store: Store, paths: string[]): Promise<void> {
  const others = sql`SELECT id FROM ${localFolders} WHERE root NOT IN ${sqlList(paths)}`;
  await forgetFiles(store, sql`SELECT rowid FROM ${localFiles} WHERE folder_id IN (${others})`);
  await forgetFolders(store, others);
}

/** The folders that managers have, and whether the titles in them are hidden. */
export interface ManagedFolders {
  folders: string[];
  hide: boolean;
}

/** Marks the titles in these folders or below them as managed, and hides or shows them; all others are shown. */
export async function markManaged(store: Store, { folders, hide }: ManagedFolders): Promise<void> {
  const known = new Set(folders.map((folder) => pathKey(folder.replace(/(?<=.)[/\\]+$/, ""))));
  for (let after = "";;) {
    const { id, folder, managed, hidden } = localItems;
    const rows = await store.db.select({ id, folder, managed, hidden })
      .from(localItems).where(sql`${id} > ${after}`).orderBy(id).limit(BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const managed of [true, false]) {
      const hidden = managed && hide;
      const ids = rows
        .filter((row) => isManaged(row.folder, known) === managed && (row.managed !== managed || row.hidden !== hidden))
        .map(({ id }) => id);
      if (ids.length === 0) continue;
      await store.write(
        (tx) => tx.update(localItems).set({ managed, hidden }).where(inArray(localItems.id, ids)),
        "local",
      );
    }
    await yieldToEventLoop();
  }
}

/** Reports whether a folder is inside a managed one. `managed` holds keys, as managers and disks use different letter forms. */
function isManaged(folder: string, managed: ReadonlySet<string>): boolean {
  for (let at = pathKey(folder); at !== "";) {
    if (managed.has(at)) return true;
    at = at.slice(0, Math.max(at.lastIndexOf("/"), at.lastIndexOf("\\"), 0));
  }
  return false;
}

/** Removes files a piece at a time, and the titles that have none left. */
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
