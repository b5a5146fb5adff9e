import { and, count, eq, gt, isNull, like, max, type SQL, sql, sum } from "drizzle-orm";
import { Fault } from "../lib/kit/fault.ts";
import type {
  KnownFolder,
  LocalCounts,
  LocalFile,
  LocalItem,
  LocalKind,
  LocalMeta,
  LocalQuery,
} from "../lib/local/model.ts";
import { titleKey } from "./job_list.ts";
import { localWriting } from "./local_writing.ts";
import { type LocalFileRow, localFiles, type LocalFolderRow, localFolders, localItems } from "./schema.ts";
import type { Store } from "./store.ts";

export interface LocalPage {
  items: LocalItem[];
  total: number;
  nextCursor?: string;
}

/** The index of local media. */
export const localRepository = (store: Store) => ({
  ...localWriting(store),

  /** Titles by name; managed ones are left out. Throws `invalid` for a cursor that is not ours. */
  async list({ kind, q, cursor, limit }: LocalQuery): Promise<LocalPage> {
    const wanted = and(
      eq(localItems.hidden, false),
      kind && eq(localItems.kind, kind),
      q ? sql`${like(localItems.titleKey, `%${titleKey(q).replace(/[\\%_]/g, "\\$&")}%`)} ESCAPE '\\'` : undefined,
    );
    const start = cursor === undefined ? undefined : after(cursor);
    const [rows, [counted]] = await Promise.all([
      itemRows(store, and(wanted, start)).orderBy(localItems.titleKey, localItems.id).limit(limit + 1),
      store.db.select({ total: count() }).from(localItems).where(wanted),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1)?.item;
    return {
      items: shown.map((row) => itemOf(row, [])),
      total: counted?.total ?? 0,
      ...(rows.length > shown.length && last ? { nextCursor: encodeCursor(last.titleKey, last.id) } : {}),
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
        .returning({ id: localItems.id })).length > 0
    ),

  /** Titles nobody has looked up yet. */
  async withoutMeta(limit: number, afterId = ""): Promise<LocalItem[]> {
    const wanted = and(isNull(localItems.meta), eq(localItems.hidden, false), gt(localItems.id, afterId));
    return (await itemRows(store, wanted).orderBy(localItems.id).limit(limit)).map((row) => itemOf(row, []));
  },

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
    ...(meta === null ? {} : { meta }),
  } satisfies LocalItem;
}

function fileOf(row: LocalFileRow, folder: string): LocalFile {
  const { season, episode, absolute, disc, track, resolution, quality } = row;
  return {
    path: joined(folder, row.name),
    size: row.sizeBytes,
    mtime: row.mtime,
    ...(season === null ? {} : { season }),
    ...(episode === null ? {} : { episode }),
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

const encodeCursor = (key: string, id: string): string => encodeURIComponent(JSON.stringify([key, id]));

function after(cursor: string): SQL {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(cursor));
    if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string")) {
      return sql`(${localItems.titleKey}, ${localItems.id}) > (${value[0]}, ${value[1]})`;
    }
  } catch {
    // Not one of ours: said below.
  }
  throw new Fault("invalid", "The cursor does not belong to this list; start again without one.", {
    fields: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}
