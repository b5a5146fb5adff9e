import { and, eq, inArray, sql } from "drizzle-orm";
import type { LocalMeta } from "../../lib/library/local_title_model.ts";
import { bindFirst } from "../bind.ts";
import { localFiles, localItems } from "../schema/local.ts";
import { catalogueAlbums, type CatalogueTitleRow, catalogueTitles, catalogueTracks } from "../schema/catalogue.ts";
import type { Store } from "../store.ts";
import { albumNames, catalogueNames, localNames } from "./title_names.ts";

/** A title of the local index with a summary of its files. */
export interface LocalTitle {
  id: string;
  kind: "movie" | "series" | "album";
  title: string;
  year: number | null;
  artist: string | null;
  anime: boolean;
  folder: string;
  fileCount: number;
  sizeBytes: number;
  meta: LocalMeta | null;
  /** Quality of the largest file. */
  quality: string | null;
  /** Modification time of the newest file in milliseconds since 1970. */
  modified: number | null;
}

/** Read access to the names and records of titles for the title search. */
export const titleRepository = (store: Store) =>
  bindFirst(store, {
    catalogue: catalogueNames,
    albums: albumNames,
    local: localNames,
    albumRecords,
    tracksWith,
    records: catalogueRecords,
    idsOf: idsByPublicId,
    localTitles,
    placements: titlePlacements,
  });
/** Repository of the title search. */
export type TitleRepository = ReturnType<typeof titleRepository>;

/** Returns the records of these albums, in no particular order. */
const albumRecords = ({ db }: Store, ids: number[]): Promise<{ id: number; record: unknown }[]> =>
  db.select({ id: catalogueAlbums.id, record: catalogueAlbums.record })
    .from(catalogueAlbums).where(inArray(catalogueAlbums.id, ids));

/** Returns the tracks whose title contains all of these folded words, shortest titles first, one track per album. */
function tracksWith({ db }: Store, words: string[], limit: number): Promise<{ albumId: number; title: string }[]> {
  const text = catalogueTracks.searchText;
  const holds = words.map((word) => sql`instr(${text}, ${word}) > 0`);
  if (holds.length === 0) return Promise.resolve([]);
  // Only the index is used to search titles. Records are then read for the few results.
  return db.all<{ albumId: number; title: string }>(sql`
    SELECT t.album_id AS albumId, t.record ->> '$.title' AS title FROM (
      SELECT album_id, search_text, min(length(search_text)) AS size FROM ${catalogueTracks} INDEXED BY tracks_by_text
      WHERE ${and(...holds)} GROUP BY album_id ORDER BY size, album_id LIMIT ${limit}
    ) f JOIN ${catalogueTracks} t ON t.album_id = f.album_id AND t.search_text = f.search_text
    GROUP BY t.album_id`);
}

/** Returns catalogue records, in no particular order. */
const catalogueRecords = (
  { db }: Store,
  arr: "movie" | "series",
  ids: number[],
): Promise<Pick<CatalogueTitleRow, "id" | "anime" | "record">[]> =>
  db.select({ id: catalogueTitles.id, anime: catalogueTitles.anime, record: catalogueTitles.record })
    .from(catalogueTitles).where(and(eq(catalogueTitles.arr, arr), inArray(catalogueTitles.id, ids)));

/** Returns the catalogue titles with an ID in a public database. */
async function idsByPublicId(
  { db }: Store,
  arr: "movie" | "series",
  { tmdbId, tvdbId, imdbId }: { tmdbId?: number; tvdbId?: number; imdbId?: string },
): Promise<number[]> {
  const [name, value] = arr === "movie" && tmdbId !== undefined
    ? ["$.tmdbId", tmdbId]
    : arr === "series" && tvdbId !== undefined
    ? ["$.tvdbId", tvdbId]
    : ["$.imdbId", imdbId];
  if (value === undefined) return [];
  const rows = await db.select({ id: catalogueTitles.id }).from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, arr), sql`json_extract(record, ${name}) = ${value}`));
  return rows.map(({ id }) => id);
}

/** Returns titles of the local index, in no particular order. */
const localTitles = ({ db }: Store, ids: string[]): Promise<LocalTitle[]> =>
  db.select({
    id: localItems.id,
    kind: localItems.kind,
    title: localItems.title,
    year: localItems.year,
    artist: localItems.artist,
    anime: localItems.anime,
    folder: localItems.folder,
    fileCount: localItems.fileCount,
    sizeBytes: localItems.sizeBytes,
    meta: localItems.meta,
    quality: sql<string | null>`(SELECT quality FROM ${localFiles} WHERE item_id = local_items.id
      ORDER BY size_bytes DESC LIMIT 1)`,
    modified: sql<number | null>`(SELECT max(mtime) FROM ${localFiles} WHERE item_id = local_items.id)`,
  }).from(localItems).where(inArray(localItems.id, ids));

/** Returns the folders and profiles of a manager's titles, as a suggestion for where to place a new title. */
const titlePlacements = (
  { db }: Store,
  arr: "movie" | "series",
): Promise<{ path: string; profileId: number | null; anime: boolean }[]> =>
  db.select({
    path: sql<string>`record ->> '$.path'`,
    profileId: sql<number | null>`record ->> '$.qualityProfileId'`,
    anime: catalogueTitles.anime,
  }).from(catalogueTitles).where(eq(catalogueTitles.arr, arr)).orderBy(catalogueTitles.id);
