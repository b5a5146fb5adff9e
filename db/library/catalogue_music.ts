import { and, asc, count, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { cursorOf, listed, words } from "./catalogue.ts";
import { putRows } from "../put_rows.ts";
import {
  type CatalogueAlbumRow,
  catalogueAlbums,
  type CatalogueTitleRow,
  catalogueTitles,
  type CatalogueTrackRow,
  catalogueTracks,
  filePlace,
} from "../schema/schema_catalogue.ts";
import type { Store, Tx } from "../store.ts";

/** Which albums to list, and where to go on. */
export interface AlbumListing {
  q?: string | undefined;
  filter: "all" | "onDisk" | "missing" | "lossless";
  sort: keyof typeof COLUMNS;
  order: "asc" | "desc";
  limit: number;
  cursor?: string | undefined;
  artistId?: number | undefined;
}

const COLUMNS = {
  title: catalogueAlbums.titleKey,
  artist: catalogueAlbums.artistKey,
  year: catalogueAlbums.year,
  size: catalogueAlbums.sizeBytes,
} as const;

const PLACES = {
  title: ({ titleKey }) => titleKey,
  artist: ({ artistKey }) => artistKey,
  year: ({ year }) => year,
  size: ({ sizeBytes }) => sizeBytes,
} satisfies Record<AlbumListing["sort"], (row: CatalogueAlbumRow) => string | number>;

/** Artists that are removed in one piece. */
const AT_ONCE = 100;

/** The albums and tracks of the artists in `catalogue_titles`. */
export const musicCatalogueRepository = (store: Store) => ({
  /** Writes an artist together with all albums and tracks there are of it. */
  putArtist: (row: CatalogueTitleRow, albums: CatalogueAlbumRow[], tracks: CatalogueTrackRow[]): Promise<void> =>
    store.write(async (tx) => {
      await removeContents(tx, [row.id]);
      await putRows(tx, catalogueAlbums, albums);
      await putRows(tx, catalogueTracks, tracks);
      await putRows(tx, catalogueTitles, [row]);
    }, "catalogue"),

  /** Removes the artists that the manager no longer has. */
  async keepOnly(present: ReadonlySet<number>): Promise<void> {
    const known = await store.db.select({ id: catalogueTitles.id }).from(catalogueTitles)
      .where(eq(catalogueTitles.arr, "music"));
    const gone = known.map(({ id }) => id).filter((id) => !present.has(id));
    for (let at = 0; at < gone.length; at += AT_ONCE) {
      const ids = gone.slice(at, at + AT_ONCE);
      await store.write(async (tx) => {
        await removeContents(tx, ids);
        await tx.delete(catalogueTitles).where(and(eq(catalogueTitles.arr, "music"), inArray(catalogueTitles.id, ids)));
      }, "catalogue");
    }
  },

  album: async (id: number): Promise<CatalogueAlbumRow | undefined> =>
    (await store.db.select().from(catalogueAlbums).where(eq(catalogueAlbums.id, id)).limit(1))[0],

  /** Every album of an artist, the newest first. */
  albumsOf: (artistId: number): Promise<CatalogueAlbumRow[]> =>
    store.db.select().from(catalogueAlbums).where(eq(catalogueAlbums.artistId, artistId))
      .orderBy(desc(sql`record ->> '$.releaseDate'`), asc(catalogueAlbums.titleKey), asc(catalogueAlbums.id)),

  /** The tracks of an album, in its order. */
  tracks: (albumId: number): Promise<CatalogueTrackRow[]> =>
    store.db.select().from(catalogueTracks).where(eq(catalogueTracks.albumId, albumId))
      .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber), asc(catalogueTracks.id)),

  albumsById: (ids: number[]): Promise<CatalogueAlbumRow[]> =>
    store.db.select().from(catalogueAlbums).where(sql`${catalogueAlbums.id} IN ${listed(ids)}`),

  /** The tracks that share these files. */
  tracksOfFiles: (fileIds: number[]): Promise<CatalogueTrackRow[]> =>
    store.db.select().from(catalogueTracks).where(sql`${catalogueTracks.fileId} IN ${listed(fileIds)}`)
      .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber)),

  /** The tracks whose file lies at one of these places. */
  tracksAt: (paths: string[]): Promise<CatalogueTrackRow[]> =>
    store.db.select().from(catalogueTracks).where(sql`${filePlace} IN ${listed(paths)}`)
      .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber)),

  async albums(query: AlbumListing): Promise<{ rows: CatalogueAlbumRow[]; total: number; nextCursor?: string }> {
    const wanted = and(
      query.artistId === undefined ? undefined : eq(catalogueAlbums.artistId, query.artistId),
      query.filter === "all" ? undefined : eq(catalogueAlbums[query.filter], true),
      ...words(query.q, catalogueAlbums.searchText),
    );
    const column = COLUMNS[query.sort];
    const [direction, beyond] = query.order === "asc" ? [asc, gt] as const : [desc, lt] as const;
    const byText = query.sort === "title" || query.sort === "artist";
    const after = query.cursor === undefined ? undefined : cursorOf(query.cursor, byText);
    const place = after &&
      or(beyond(column, after.value), and(eq(column, after.value), gt(catalogueAlbums.id, after.id)));
    const [rows, [counted]] = await Promise.all([
      store.db.select().from(catalogueAlbums).where(and(wanted, place))
        .orderBy(direction(column), asc(catalogueAlbums.id)).limit(query.limit + 1),
      store.db.select({ total: count() }).from(catalogueAlbums).where(wanted),
    ]);
    const last = rows[query.limit - 1];
    return {
      rows: rows.slice(0, query.limit),
      total: counted?.total ?? 0,
      ...(rows.length > query.limit && last ? { nextCursor: JSON.stringify([PLACES[query.sort](last), last.id]) } : {}),
    };
  },

  /** How the artists are placed, to put a new one beside them. */
  placements: (): Promise<{ path: string; profileId: number | null; metadataProfileId: number | null }[]> =>
    store.db.select({
      path: sql<string>`record ->> '$.path'`,
      profileId: sql<number | null>`record ->> '$.qualityProfileId'`,
      metadataProfileId: sql<number | null>`record ->> '$.metadataProfileId'`,
    }).from(catalogueTitles).where(eq(catalogueTitles.arr, "music")),
});
export type MusicCatalogueRepository = ReturnType<typeof musicCatalogueRepository>;

async function removeContents(tx: Tx, artistIds: number[]): Promise<void> {
  await tx.delete(catalogueTracks).where(inArray(catalogueTracks.artistId, artistIds));
  await tx.delete(catalogueAlbums).where(inArray(catalogueAlbums.artistId, artistIds));
}
