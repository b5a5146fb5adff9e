import { and, asc, count, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { bindFirst } from "../bind.ts";
import { containsWords, readCursor } from "./catalogue_page.ts";
import { putRows } from "../put_rows.ts";
import {
  type CatalogueAlbumRow,
  catalogueAlbums,
  type CatalogueTitleRow,
  catalogueTitles,
  type CatalogueTrackRow,
  catalogueTracks,
  filePlace,
} from "../schema/catalogue.ts";
import { sqlList } from "../sql_list.ts";
import type { Store, Tx } from "../store.ts";

/**
 * Lidarr's library as it was last read: artists are rows of `catalogue_titles`, as films and series are; their albums and
 * tracks are here. Rows are replaced artist by artist, so that a page never shows an artist without its albums.
 */

/** Which albums to list, and where to go on. */
export interface AlbumListing {
  q?: string | undefined;
  filter: "all" | "onDisk" | "missing" | "lossless";
  sort: keyof typeof SORT_COLUMNS;
  order: "asc" | "desc";
  limit: number;
  cursor?: string | undefined;
  artistId?: number | undefined;
}

const SORT_COLUMNS = {
  title: catalogueAlbums.titleKey,
  artist: catalogueAlbums.artistKey,
  year: catalogueAlbums.year,
  size: catalogueAlbums.sizeBytes,
} as const;

/** Where a row stands in a list that is sorted like this. */
const SORT_VALUES = {
  title: ({ titleKey }) => titleKey,
  artist: ({ artistKey }) => artistKey,
  year: ({ year }) => year,
  size: ({ sizeBytes }) => sizeBytes,
} satisfies Record<AlbumListing["sort"], (row: CatalogueAlbumRow) => string | number>;

/** Artists that one transaction removes. */
const REMOVE_BATCH_SIZE = 100;

/** The albums and tracks of the artists in `catalogue_titles`. */
export const musicCatalogueRepository = (store: Store) =>
  bindFirst(store, {
    putArtist,
    keepOnly: keepOnlyArtists,
    album: albumById,
    albumsOf: albumsOfArtist,
    tracks: tracksOfAlbum,
    albumsById,
    tracksOfFiles,
    tracksAt,
    albums: pageOfAlbums,
    placements: artistPlacements,
  });
/** Everything that is asked of the albums and tracks. */
export type MusicCatalogueRepository = ReturnType<typeof musicCatalogueRepository>;

/** Writes an artist together with all albums and tracks there are of it. */
const putArtist = (
  store: Store,
  row: CatalogueTitleRow,
  albums: CatalogueAlbumRow[],
  tracks: CatalogueTrackRow[],
): Promise<void> =>
  store.write(async (tx) => {
    await removeContents(tx, [row.id]);
    await putRows(tx, catalogueAlbums, albums);
    await putRows(tx, catalogueTracks, tracks);
    await putRows(tx, catalogueTitles, [row]);
  }, "catalogue");

/** Removes the artists that the manager no longer has. */
async function keepOnlyArtists(store: Store, present: ReadonlySet<number>): Promise<void> {
  const known = await store.db.select({ id: catalogueTitles.id }).from(catalogueTitles)
    .where(eq(catalogueTitles.arr, "music"));
  const gone = known.map(({ id }) => id).filter((id) => !present.has(id));
  for (let at = 0; at < gone.length; at += REMOVE_BATCH_SIZE) {
    const ids = gone.slice(at, at + REMOVE_BATCH_SIZE);
    await store.write(async (tx) => {
      await removeContents(tx, ids);
      await tx.delete(catalogueTitles).where(and(eq(catalogueTitles.arr, "music"), inArray(catalogueTitles.id, ids)));
    }, "catalogue");
  }
}

const albumById = async ({ db }: Store, id: number): Promise<CatalogueAlbumRow | undefined> =>
  (await db.select().from(catalogueAlbums).where(eq(catalogueAlbums.id, id)).limit(1))[0];

/** Every album of an artist, the newest first. */
const albumsOfArtist = ({ db }: Store, artistId: number): Promise<CatalogueAlbumRow[]> =>
  db.select().from(catalogueAlbums).where(eq(catalogueAlbums.artistId, artistId))
    .orderBy(desc(sql`record ->> '$.releaseDate'`), asc(catalogueAlbums.titleKey), asc(catalogueAlbums.id));

/** The tracks of an album, in its order. */
const tracksOfAlbum = ({ db }: Store, albumId: number): Promise<CatalogueTrackRow[]> =>
  db.select().from(catalogueTracks).where(eq(catalogueTracks.albumId, albumId))
    .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber), asc(catalogueTracks.id));

/** Albums by their numbers, in no order. */
const albumsById = ({ db }: Store, ids: number[]): Promise<CatalogueAlbumRow[]> =>
  db.select().from(catalogueAlbums).where(sql`${catalogueAlbums.id} IN ${sqlList(ids)}`);

/** The tracks that share these files. */
const tracksOfFiles = ({ db }: Store, fileIds: number[]): Promise<CatalogueTrackRow[]> =>
  db.select().from(catalogueTracks).where(sql`${catalogueTracks.fileId} IN ${sqlList(fileIds)}`)
    .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber));

/** The tracks whose file lies at one of these places. */
const tracksAt = ({ db }: Store, paths: string[]): Promise<CatalogueTrackRow[]> =>
  db.select().from(catalogueTracks).where(sql`${filePlace} IN ${sqlList(paths)}`)
    .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber));

/** One page of albums. Throws `invalid` for a cursor that is not ours. */
async function pageOfAlbums(
  { db }: Store,
  query: AlbumListing,
): Promise<{ rows: CatalogueAlbumRow[]; total: number; nextCursor?: string }> {
  const wanted = and(
    query.artistId === undefined ? undefined : eq(catalogueAlbums.artistId, query.artistId),
    query.filter === "all" ? undefined : eq(catalogueAlbums[query.filter], true),
    ...containsWords(query.q, catalogueAlbums.searchText),
  );
  const column = SORT_COLUMNS[query.sort];
  const [direction, beyond] = query.order === "asc" ? [asc, gt] as const : [desc, lt] as const;
  const byText = query.sort === "title" || query.sort === "artist";
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, byText);
  const place = after &&
    or(beyond(column, after.value), and(eq(column, after.value), gt(catalogueAlbums.id, after.id)));
  const [rows, [counted]] = await Promise.all([
    db.select().from(catalogueAlbums).where(and(wanted, place))
      .orderBy(direction(column), asc(catalogueAlbums.id)).limit(query.limit + 1),
    db.select({ total: count() }).from(catalogueAlbums).where(wanted),
  ]);
  const last = rows[query.limit - 1];
  const more = rows.length > query.limit && last !== undefined;
  return {
    rows: rows.slice(0, query.limit),
    total: counted?.total ?? 0,
    ...(more ? { nextCursor: JSON.stringify([SORT_VALUES[query.sort](last), last.id]) } : {}),
  };
}

/** Where the artists lie and which profiles they have, to put a new one beside them. */
const artistPlacements = (
  { db }: Store,
): Promise<{ path: string; profileId: number | null; metadataProfileId: number | null }[]> =>
  db.select({
    path: sql<string>`record ->> '$.path'`,
    profileId: sql<number | null>`record ->> '$.qualityProfileId'`,
    metadataProfileId: sql<number | null>`record ->> '$.metadataProfileId'`,
  }).from(catalogueTitles).where(eq(catalogueTitles.arr, "music")).orderBy(catalogueTitles.id);

async function removeContents(tx: Tx, artistIds: number[]): Promise<void> {
  await tx.delete(catalogueTracks).where(inArray(catalogueTracks.artistId, artistIds));
  await tx.delete(catalogueAlbums).where(inArray(catalogueAlbums.artistId, artistIds));
}
