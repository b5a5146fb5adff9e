import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { bindFirst } from "../bind.ts";
import { firstSignsOfAlbums, idsOfAlbums, namesOfAlbums, pageOfAlbums } from "./music/album_page.ts";
import { albumsMarked, artistsMarked } from "./music/music_marks.ts";
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

/** Titles whose files one question reads. */
const FILES_BATCH_SIZE = 200;
/** Artists that one transaction removes. */
const REMOVE_BATCH_SIZE = 100;

/** The albums and tracks of the artists in `catalogue_titles`. */
export const musicCatalogueRepository = (store: Store) =>
  bindFirst(store, {
    putArtist,
    removeArtists,
    album: albumById,
    albumsOf: albumsOfArtist,
    tracks: tracksOfAlbum,
    albumsById,
    tracksOfFiles,
    tracksAt,
    albums: pageOfAlbums,
    namesOfAlbums,
    idsOfAlbums,
    firstSignsOfAlbums,
    filesOf: filesOfMusic,
    inQueue: musicInQueue,
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

/** Removes artists that the manager no longer has, with all they have. */
async function removeArtists(store: Store, gone: readonly number[]): Promise<void> {
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

/** The files of these artists or albums, each once; a long list is read in batches so that the event loop goes on. */
async function filesOfMusic(
  { db }: Store,
  kind: "artists" | "albums",
  ids: number[],
): Promise<{ path: string; sizeBytes: number }[]> {
  const owner = kind === "artists" ? catalogueTracks.artistId : catalogueTracks.albumId;
  const found: { path: string; sizeBytes: number }[] = [];
  for (let at = 0; at < ids.length; at += FILES_BATCH_SIZE) {
    found.push(
      ...await db.all<{ path: string; sizeBytes: number }>(sql`
        SELECT ${filePlace} AS path, max(record ->> '$.file.size') AS sizeBytes FROM ${catalogueTracks}
        WHERE ${owner} IN ${sqlList(ids.slice(at, at + FILES_BATCH_SIZE))} AND file_id <> 0 AND path IS NOT NULL
        GROUP BY path ORDER BY path`),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

/** Those of these artists or albums with a job that is not finished. */
const musicInQueue = async ({ db }: Store, kind: "artists" | "albums", ids: number[]): Promise<Set<number>> => {
  const [table, marked] = kind === "artists"
    ? [sql`${catalogueTitles} WHERE arr = 'music'`, artistsMarked("inQueue")]
    : [sql`${catalogueAlbums} WHERE 1`, albumsMarked("inQueue")];
  const rows = await db.all<{ id: number }>(sql`SELECT id FROM ${table} AND id IN ${sqlList(ids)} AND ${marked}`);
  return new Set(rows.map(({ id }) => id));
};

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
