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
 * Lidarr's library as of the last refresh. Artists are rows of `catalogue_titles`, like movies and series. Their albums
 * and tracks are stored here. Rows are replaced per artist, so that a page never shows an artist without its albums.
 */

/** Number of titles per query of files. */
const FILES_BATCH_SIZE = 200;
/** Number of artists removed per transaction. */
const REMOVE_BATCH_SIZE = 100;

/** Albums and tracks of the artists in `catalogue_titles`. */
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
/** Repository of albums and tracks. */
export type MusicCatalogueRepository = ReturnType<typeof musicCatalogueRepository>;

/** Stores an artist and replaces all of its albums and tracks. */
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

/** Removes artists that no longer exist in the manager, with all related rows. */
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

/** Returns the albums of an artist, newest first. */
const albumsOfArtist = ({ db }: Store, artistId: number): Promise<CatalogueAlbumRow[]> =>
  db.select().from(catalogueAlbums).where(eq(catalogueAlbums.artistId, artistId))
    .orderBy(desc(sql`record ->> '$.releaseDate'`), asc(catalogueAlbums.titleKey), asc(catalogueAlbums.id));

const tracksOfAlbum = ({ db }: Store, albumId: number): Promise<CatalogueTrackRow[]> =>
  db.select().from(catalogueTracks).where(eq(catalogueTracks.albumId, albumId))
    .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber), asc(catalogueTracks.id));

/** Returns albums by ID, in no particular order. */
const albumsById = ({ db }: Store, ids: number[]): Promise<CatalogueAlbumRow[]> =>
  db.select().from(catalogueAlbums).where(sql`${catalogueAlbums.id} IN ${sqlList(ids)}`);

const tracksOfFiles = ({ db }: Store, fileIds: number[]): Promise<CatalogueTrackRow[]> =>
  db.select().from(catalogueTracks).where(sql`${catalogueTracks.fileId} IN ${sqlList(fileIds)}`)
    .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber));

const tracksAt = ({ db }: Store, paths: string[]): Promise<CatalogueTrackRow[]> =>
  db.select().from(catalogueTracks).where(sql`${filePlace} IN ${sqlList(paths)}`)
    .orderBy(asc(catalogueTracks.mediumNumber), asc(catalogueTracks.absoluteNumber));

/** Returns the files of these artists or albums, each once. Reads in batches to keep the event loop responsive. */
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

/** Returns the IDs of those artists or albums that have an unfinished job. */
const musicInQueue = async ({ db }: Store, kind: "artists" | "albums", ids: number[]): Promise<Set<number>> => {
  const [table, marked] = kind === "artists"
    ? [sql`${catalogueTitles} WHERE arr = 'music'`, artistsMarked("inQueue")]
    : [sql`${catalogueAlbums} WHERE 1`, albumsMarked("inQueue")];
  const rows = await db.all<{ id: number }>(sql`SELECT id FROM ${table} AND id IN ${sqlList(ids)} AND ${marked}`);
  return new Set(rows.map(({ id }) => id));
};

/** Returns the folders and profiles of the artists, as a suggestion for where to place a new artist. */
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
