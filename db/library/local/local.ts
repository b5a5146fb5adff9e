import { and, count, eq, gt, inArray, isNull, max, or, type SQL, sql, sum } from "drizzle-orm";
import type {
  KnownFolder,
  LocalCounts,
  LocalItem,
  LocalKind,
  LocalMeta,
} from "../../../lib/library/local_title_model.ts";
import { bindFirst } from "../../bind.ts";
import { localFiles, localFolders, localItems } from "../../schema/local.ts";
import type { Store } from "../../store.ts";
import { firstSignsOfItems, idsOfItems, namesOfItems, pageOfItems } from "./local_page.ts";
import { knownFolderOf, localFileOf, localItemOf, localItemRows, pathIn } from "./local_rows.ts";
import { markSameFiles, otherPathsOf } from "./local_same.ts";
import { finishScan, keepRoots, markManaged, markMissing, storeFolders } from "./local_scan.ts";
import { sqlList } from "../../sql_list.ts";

/**
 * Titles to look up. `new`: titles that were never looked up, or whose lookup failed. `unmatched`: also titles for
 * which no match was found. Titles that the user has matched are never included.
 */
export type LookUpScope = "new" | "unmatched" | "all";

/** The local media index. */
export const localRepository = (store: Store) =>
  bindFirst(store, {
    store: storeFolders,
    markMissing,
    finish: finishScan,
    keepRoots,
    markManaged,
    markSameFiles,
    list: pageOfItems,
    names: namesOfItems,
    idsOfList: idsOfItems,
    firstSigns: firstSignsOfItems,
    filesOfItems,
    get: itemWithFiles,
    posterPath,
    counts: countItems,
    setMeta,
    toLookUp: itemsToLookUp,
    countToLookUp,
    known: knownFolders,
    lastScan,
  });
/** Repository of the local media index. */
export type LocalRepository = ReturnType<typeof localRepository>;

/** Returns one title with its sorted files, including managed ones. Duplicates of files in other titles are omitted. */
async function itemWithFiles({ db }: Store, id: string): Promise<LocalItem | undefined> {
  const [row] = await localItemRows(db, eq(localItems.id, id)).limit(1);
  if (!row) return undefined;
  const files = await db.select({ file: localFiles, folder: localFolders.path }).from(localFiles)
    .innerJoin(localFolders, eq(localFolders.id, localFiles.folderId)).where(
      and(eq(localFiles.itemId, id), isNull(localFiles.sameAs)),
    )
    .orderBy(
      localFiles.season,
      localFiles.disc,
      localFiles.episode,
      localFiles.absolute,
      localFiles.airDate,
      localFiles.track,
      localFolders.path,
      localFiles.name,
    );
  const found = files.map(({ file, folder }) => localFileOf(file, folder));
  const others = await otherPathsOf(db, found.map(({ path }) => path));
  return localItemOf(
    row,
    found.map((file) => ({ ...file, ...(others.has(file.path) ? { otherPaths: others.get(file.path) } : {}) })),
  );
}

async function posterPath({ db }: Store, id: string): Promise<string | undefined> {
  const [row] = await localItemRows(db, eq(localItems.id, id)).limit(1);
  return row?.poster && row.item.ownsFolder ? pathIn(row.item.folder, row.poster) : undefined;
}

/** Returns the number of titles per kind, of files, and of unreadable names. */
async function countItems({ db }: Store): Promise<LocalCounts> {
  const [kinds, [files], [names]] = await Promise.all([
    db.select({ hidden: localItems.hidden, kind: localItems.kind, items: count() }).from(localItems)
      .groupBy(localItems.hidden, localItems.kind),
    db.select({ files: sum(localItems.fileCount) }).from(localItems).where(eq(localItems.hidden, false)),
    db.select({ unreadable: sum(localFolders.unreadable) }).from(localFolders).where(gt(localFolders.unreadable, 0)),
  ]);
  const shown = (kind: LocalKind) => kinds.find((row) => !row.hidden && row.kind === kind)?.items ?? 0;
  return {
    movie: shown("movie"),
    series: shown("series"),
    album: shown("album"),
    files: Number(files?.files ?? 0),
    hiddenArr: kinds.reduce((all, row) => all + (row.hidden ? row.items : 0), 0),
    unreadable: Number(names?.unreadable ?? 0),
  };
}

/** Stores the metadata of a title, or removes it if undefined. Returns false if there is no such title. */
const setMeta = (store: Store, id: string, meta: LocalMeta | undefined): Promise<boolean> =>
  store.write(async (tx) =>
    (await tx.update(localItems).set({ meta: meta ?? null }).where(eq(localItems.id, id))
      .returning({ id: localItems.id })).length > 0, "local");

/** Returns titles to look up, sorted by ID. */
const itemsToLookUp = async (
  { db }: Store,
  which: LookUpScope,
  kinds: LocalKind[],
  limit: number,
  afterId = "",
): Promise<LocalItem[]> =>
  (await localItemRows(db, and(scopeOf(which, kinds), gt(localItems.id, afterId))).orderBy(localItems.id).limit(limit))
    .map((row) => localItemOf(row, []));

const countToLookUp = async ({ db }: Store, which: LookUpScope, kinds: LocalKind[]): Promise<number> =>
  (await db.select({ items: count() }).from(localItems).where(scopeOf(which, kinds)))[0]?.items ?? 0;

/** Returns folders sorted by path, for a scan to compare with the disk. */
async function knownFolders({ db }: Store, afterPath: string, limit: number): Promise<KnownFolder[]> {
  const rows = await db.select().from(localFolders).where(gt(localFolders.path, afterPath))
    .orderBy(localFolders.path).limit(limit);
  return rows.map(knownFolderOf);
}

/** Returns the number of the newest scan that stored a result, or undefined before the first scan. */
const lastScan = async ({ db }: Store): Promise<number | undefined> =>
  (await db.select({ scan: max(localFiles.seen) }).from(localFiles))[0]?.scan ?? undefined;

const status = sql`json_extract(${localItems.meta}, '$.status')`;

const SCOPES: Record<LookUpScope, SQL | undefined> = {
  new: or(isNull(localItems.meta), sql`${status} = 'error'`),
  unmatched: or(
    isNull(localItems.meta),
    sql`${status} = 'error'`,
    sql`${status} = 'none' AND json_extract(${localItems.meta}, '$.manual') IS NOT 1`,
  ),
  all: undefined,
};

const scopeOf = (which: LookUpScope, kinds: LocalKind[]): SQL | undefined =>
  and(SCOPES[which], eq(localItems.hidden, false), inArray(localItems.kind, kinds));

/** Number of titles per query. */
const BATCH_SIZE = 500;

/** Returns the files of these titles that the last scan found. Reads in batches to keep the event loop responsive. */
async function filesOfItems({ db }: Store, ids: string[]): Promise<{ path: string; sizeBytes: number }[]> {
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
