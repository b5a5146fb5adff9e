import { and, asc, count, desc, eq, gt, inArray, isNull, like, max, or, type SQL, sql, sum } from "drizzle-orm";
import { Fault } from "../../lib/kit/fault.ts";
import type {
  KnownFolder,
  LocalCounts,
  LocalFile,
  LocalItem,
  LocalKind,
  LocalMeta,
  LocalQuery,
} from "../../lib/library/local/recognition/model.ts";
import { titleKey } from "../jobs/job_list.ts";
import { localWriting } from "./local_writing.ts";
import {
  type LocalFileRow,
  localFiles,
  type LocalFolderRow,
  localFolders,
  type LocalItemRow,
  localItems,
} from "../schema/schema.ts";
import type { Store } from "../store.ts";

/** `new`: not looked up yet, or in vain; `unmatched`: also those that nothing was found for; what a person said stays. */
export type LookUpScope = "new" | "unmatched" | "all";

export type LocalListQuery = Omit<LocalQuery, "sort"> & Partial<Pick<LocalQuery, "sort">>;

export interface LocalPage {
  items: LocalItem[];
  total: number;
  nextCursor?: string;
}

/** The index of local media. */
export const localRepository = (store: Store) => ({
  ...localWriting(store),

  /** Titles by name, or the newest or largest first; managed ones are left out. Throws `invalid` for a cursor that is not ours. */
  async list({ kind, q, cursor, limit, sort = "title" }: LocalListQuery): Promise<LocalPage> {
    const wanted = and(
      eq(localItems.hidden, false),
      kind && eq(localItems.kind, kind),
      q ? sql`${like(localItems.titleKey, `%${titleKey(q).replace(/[\\%_]/g, "\\$&")}%`)} ESCAPE '\\'` : undefined,
    );
    const start = cursor === undefined ? undefined : after(cursor, sort);
    const column = COLUMNS[sort];
    const [rows, [counted]] = await Promise.all([
      itemRows(store, and(wanted, start)).orderBy(sort === "title" ? asc(column) : desc(column), localItems.id)
        .limit(limit + 1),
      store.db.select({ total: count() }).from(localItems).where(wanted),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1)?.item;
    return {
      items: shown.map((row) => itemOf(row, [])),
      total: counted?.total ?? 0,
      ...(rows.length > shown.length && last ? { nextCursor: encodeCursor(valueOf(last, sort), last.id) } : {}),
    };
  },

  /** One title with its files in order; managed ones too. A file that the last scan missed does not exist. */
  async get(id: string): Promise<LocalItem | undefined> {
    const [row] = await itemRows(store, eq(localItems.id, id)).limit(1);
    if (!row) return undefined;
    const files = await store.db.select({ file: localFiles, folder: localFolders.path }).from(localFiles)
      .innerJoin(localFolders, eq(localFolders.id, localFiles.folderId)).where(eq(localFiles.itemId, id))
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
    return itemOf(row, files.map(({ file, folder }) => fileOf(file, folder)));
  },

  /** Where the picture of a title lies. */
  async posterPath(id: string): Promise<string | undefined> {
    const [row] = await itemRows(store, eq(localItems.id, id)).limit(1);
    return row?.poster && row.item.ownsFolder ? joined(row.item.folder, row.poster) : undefined;
  },

  async counts(): Promise<LocalCounts> {
    const [kinds, [files], [names]] = await Promise.all([
      store.db.select({ hidden: localItems.hidden, kind: localItems.kind, items: count() }).from(localItems)
        .groupBy(localItems.hidden, localItems.kind),
      store.db.select({ files: sum(localItems.fileCount) }).from(localItems).where(eq(localItems.hidden, false)),
      store.db.select({ unreadable: sum(localFolders.unreadable) }).from(localFolders)
        .where(gt(localFolders.unreadable, 0)),
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
  },

  /** Keeps or, with undefined, forgets what is known about a title. Answers whether there is one. */
  setMeta: (id: string, meta: LocalMeta | undefined): Promise<boolean> =>
    store.write(async (tx) =>
      (await tx.update(localItems).set({ meta: meta ?? null }).where(eq(localItems.id, id))
        .returning({ id: localItems.id })).length > 0, "local"),

  /** Titles to look up, by id. */
  toLookUp: async (which: LookUpScope, kinds: LocalKind[], limit: number, afterId = ""): Promise<LocalItem[]> =>
    (await itemRows(store, and(scopeOf(which, kinds), gt(localItems.id, afterId))).orderBy(localItems.id).limit(limit))
      .map((row) => itemOf(row, [])),

  countToLookUp: async (which: LookUpScope, kinds: LocalKind[]): Promise<number> =>
    (await store.db.select({ items: count() }).from(localItems).where(scopeOf(which, kinds)))[0]?.items ?? 0,

  async known(afterPath: string, limit: number): Promise<KnownFolder[]> {
    const rows = await store.db.select().from(localFolders).where(gt(localFolders.path, afterPath))
      .orderBy(localFolders.path).limit(limit);
    return rows.map(knownOf);
  },

  /** The number of the newest scan that stored anything; undefined before the first. */
  lastScan: async (): Promise<number | undefined> =>
    (await store.db.select({ scan: max(localFiles.seen) }).from(localFiles))[0]?.scan ?? undefined,
});
export type LocalRepository = ReturnType<typeof localRepository>;

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

const itemRows = (store: Store, where: SQL | undefined) =>
  store.db.select({ item: localItems, poster: localFolders.poster }).from(localItems)
    .leftJoin(localFolders, eq(localFolders.path, localItems.folder)).where(where).$dynamic();

function itemOf({ item, poster }: { item: typeof localItems.$inferSelect; poster: string | null }, files: LocalFile[]) {
  const { id, kind, title, year, artist, folder, root, meta } = item;
  return {
    id,
    kind,
    title,
    ...(year === null ? {} : { year }),
    ...(artist === null ? {} : { artist }),
    ...(item.anime ? { anime: true } : {}),
    ...(item.imageCue ? { imageCue: true } : {}),
    folder,
    root,
    ...(poster !== null && item.ownsFolder ? { poster: true } : {}),
    files,
    fileCount: item.fileCount,
    size: item.sizeBytes,
    ...(item.ids === null ? {} : { ids: item.ids }),
    ...(meta === null ? {} : { meta }),
  } satisfies LocalItem;
}

function fileOf(row: LocalFileRow, folder: string): LocalFile {
  const { season, episode, lastEpisode, airDate, absolute, disc, track, resolution, quality } = row;
  return {
    path: joined(folder, row.name),
    size: row.sizeBytes,
    mtime: row.mtime,
    ...(season === null ? {} : { season }),
    ...(episode === null ? {} : { episode }),
    ...(lastEpisode === null ? {} : { lastEpisode }),
    ...(airDate === null ? {} : { airDate }),
    ...(absolute === null ? {} : { absolute }),
    ...(disc === null ? {} : { disc }),
    ...(track === null ? {} : { track }),
    ...(resolution === null ? {} : { resolution }),
    ...(row.isRemux ? { isRemux: true } : {}),
    ...(quality === null ? {} : { quality }),
    exists: row.missingSince === null,
  };
}

const knownOf = ({ path, root, stamp, subfolders, device, landmarks, missingSince }: LocalFolderRow): KnownFolder => ({
  path,
  root,
  stamp,
  subfolders,
  ...(device === null ? {} : { device }),
  ...(landmarks === null ? {} : { landmarks }),
  missing: missingSince !== null,
});

const joined = (folder: string, name: string): string => {
  const separator = folder.includes("\\") && !folder.includes("/") ? "\\" : "/";
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
};

const COLUMNS = {
  title: localItems.titleKey,
  year: sql<number>`coalesce(${localItems.year}, 0)`,
  size: localItems.sizeBytes,
} as const;

const valueOf = ({ titleKey, year, sizeBytes }: LocalItemRow, sort: LocalQuery["sort"]): string | number =>
  sort === "title" ? titleKey : sort === "year" ? year ?? 0 : sizeBytes;

const encodeCursor = (key: string | number, id: string): string => encodeURIComponent(JSON.stringify([key, id]));

/** What comes behind the last one shown. */
function after(cursor: string, sort: LocalQuery["sort"]): SQL {
  try {
    const [key, id, ...more]: unknown[] = JSON.parse(decodeURIComponent(cursor));
    const fits = sort === "title" ? typeof key === "string" : typeof key === "number";
    if (fits && typeof id === "string" && more.length === 0) {
      const column = COLUMNS[sort];
      if (sort === "title") return sql`(${column}, ${localItems.id}) > (${key}, ${id})`;
      return sql`(${column} < ${key} OR (${column} = ${key} AND ${localItems.id} > ${id}))`;
    }
  } catch {
    // Not one of ours: said below.
  }
  throw new Fault("invalid", "The cursor does not belong to this list; start again without one.", {
    fields: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}
