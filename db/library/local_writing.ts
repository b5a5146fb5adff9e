import { inArray, type SQL, sql } from "drizzle-orm";
import type { FoundFolder } from "../../lib/library/local/recognition/model.ts";
import { recount, storePieces, transactions } from "./local_pieces.ts";
import { localFiles, localFolders, localItems } from "../schema/schema.ts";
import type { Store } from "../store.ts";

/** Rows of one transaction: all of it runs without a pause, and nobody may wait longer than that. */
const ROWS_AT_ONCE = 500;

/** Keeps what scans find. Rows travel as JSON: one statement for hundreds of them. */
export const localWriting = (store: Store) => ({
  /** Stores folders as scan `scan` found them. Their files that it did not find are marked, not removed. */
  async store(folders: FoundFolder[], scan: number): Promise<void> {
    for (const pieces of transactions(folders)) {
      await store.write((tx) => storePieces(tx, pieces, scan), "local");
      await breath();
    }
  },

  /** Marks folders, with their files, that a scan did not find. */
  async markMissing(paths: string[], scan: number): Promise<void> {
    for (let at = 0; at < paths.length; at += ROWS_AT_ONCE) {
      const piece = JSON.stringify(paths.slice(at, at + ROWS_AT_ONCE));
      await store.write(async (tx) => {
        const ids = sql`(SELECT id FROM ${localFolders} WHERE path IN (SELECT value FROM json_each(${piece})))`;
        await tx.run(
          sql`UPDATE ${localFiles} SET missing_since = ${scan} WHERE missing_since IS NULL AND folder_id IN ${ids}`,
        );
        await tx.run(
          sql`UPDATE ${localFolders} SET missing_since = ${scan} WHERE missing_since IS NULL AND id IN ${ids}`,
        );
      });
      await breath();
    }
  },

  /** Forgets what an earlier scan missed already and this one did not find either, in the roots that were there. */
  async finish(scan: number, roots: string[]): Promise<void> {
    const there = JSON.stringify(roots);
    const gone = sql`SELECT f.rowid FROM ${localFiles} f JOIN ${localFolders} d ON d.id = f.folder_id
      WHERE f.missing_since < ${scan} AND d.root IN (SELECT value FROM json_each(${there}))`;
    await forgetFiles(store, gone);
    await forgetFolders(
      store,
      sql`SELECT id FROM ${localFolders}
        WHERE missing_since < ${scan} AND root IN (SELECT value FROM json_each(${there}))`,
    );
  },

  /** Forgets every root that is not among these: a person took it out of the settings. */
  async keepRoots(paths: string[]): Promise<void> {
    const kept = JSON.stringify(paths);
    const others = sql`SELECT id FROM ${localFolders} WHERE root NOT IN (SELECT value FROM json_each(${kept}))`;
    await forgetFiles(store, sql`SELECT rowid FROM ${localFiles} WHERE folder_id IN (${others})`);
    await forgetFolders(store, others);
  },

  /** Hides the titles in these folders or below them, and shows all others. */
  async hide(folders: string[]): Promise<void> {
    const managed = new Set(folders.map((folder) => folder.replace(/(?<=.)[/\\]+$/, "")));
    for (let after = "";;) {
      const rows = await store.db.select({ id: localItems.id, folder: localItems.folder, hidden: localItems.hidden })
        .from(localItems).where(sql`${localItems.id} > ${after}`).orderBy(localItems.id).limit(ROWS_AT_ONCE);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      for (const hidden of [true, false]) {
        const ids = rows.filter((row) => row.hidden !== hidden && isManaged(row.folder, managed) === hidden)
          .map(({ id }) => id);
        if (ids.length === 0) continue;
        await store.write((tx) => tx.update(localItems).set({ hidden }).where(inArray(localItems.id, ids)), "local");
      }
      await breath();
    }
  },
});

/** Whether a folder is one of these or lies in one. */
function isManaged(folder: string, managed: ReadonlySet<string>): boolean {
  for (let at = folder; at !== "";) {
    if (managed.has(at)) return true;
    at = at.slice(0, Math.max(at.lastIndexOf("/"), at.lastIndexOf("\\"), 0));
  }
  return false;
}

/** Removes files a piece at a time, and the titles that have none left. */
async function forgetFiles(store: Store, rowids: SQL): Promise<void> {
  for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE; await breath()) {
    removed = await store.write(async (tx) => {
      const rows = await tx.all<{ item_id: string }>(
        sql`DELETE FROM ${localFiles} WHERE rowid IN (${rowids} LIMIT ${ROWS_AT_ONCE}) RETURNING item_id`,
      );
      await recount(tx, new Set(rows.map(({ item_id }) => item_id)));
      return rows.length;
    }, "local");
  }
}

async function forgetFolders(store: Store, ids: SQL): Promise<void> {
  for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE; await breath()) {
    removed = await store.write(async (tx) =>
      (await tx.all(sql`DELETE FROM ${localFolders} WHERE id IN (${ids} LIMIT ${ROWS_AT_ONCE}) RETURNING id`)).length
    );
  }
}

/** Lets everything else that waits have its turn. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
