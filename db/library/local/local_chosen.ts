import { sql } from "drizzle-orm";
import { localFiles, localFolders } from "../../schema/local.ts";
import { sqlList } from "../../sql_list.ts";
import type { Store } from "../../store.ts";
import { pathIn } from "./local_rows.ts";

/** Number of titles per query. */
const BATCH_SIZE = 500;

/** Returns the files of these titles that the last scan found. Reads in batches to keep the event loop responsive. */
export async function filesOfItems({ db }: Store, ids: string[]): Promise<{ path: string; sizeBytes: number }[]> {
  const found: { path: string; sizeBytes: number }[] = [];
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const rows = await db.all<{ folder: string; name: string; sizeBytes: number }>(sql`
      SELECT d.path AS folder, f.name, f.size_bytes AS sizeBytes
      FROM ${localFiles} f JOIN ${localFolders} d ON d.id = f.folder_id
      WHERE f.item_id IN ${sqlList(ids.slice(at, at + BATCH_SIZE))} AND f.missing_since IS NULL AND f.same_as IS NULL
      ORDER BY d.path, f.name`);
    found.push(...rows.map(({ folder, name, sizeBytes }) => ({ path: pathIn(folder, name), sizeBytes })));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}
