import { and, eq, inArray, sql } from "drizzle-orm";
import type { LocalMeta } from "../../lib/library/local/recognition/model.ts";
import { localFiles, localItems } from "../schema/schema.ts";
import {
  catalogueAlbums,
  type CatalogueTitleRow,
  catalogueTitles,
  catalogueTracks,
} from "../schema/schema_catalogue.ts";
import type { Store } from "../store.ts";

/** Names and records for those who search titles. Reads only. */

/** A title under every name it is known by. */
export interface NamedRow<Id> {
  id: Id;
  title: string;
  others: string[];
  year: number | undefined;
}

/** Names of one kind of title: what changed is told by `fingerprints`, and that something did by `revision`. */
export interface TitleNames<Id> {
  revision(): number;
  fingerprints(): Promise<Map<Id, string>>;
  names(ids: Id[]): Promise<NamedRow<Id>[]>;
}

/** A title of the local index with what its files tell together. */
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
  /** Of the largest file. */
  quality: string | null;
  /** Milliseconds since 1970, of the newest file. */
  modified: number | null;
}

export type TitleRepository = ReturnType<typeof titleRepository>;

export const titleRepository = (store: Store) => ({
  catalogue: (arr: "movie" | "series"): TitleNames<number> => ({
    revision: () => store.revision("catalogue"),
    fingerprints: async () =>
      new Map(
        (await store.db.select({ id: catalogueTitles.id, fingerprint: catalogueTitles.fingerprint })
          .from(catalogueTitles).where(eq(catalogueTitles.arr, arr))).map(({ id, fingerprint }) => [id, fingerprint]),
      ),
    async names(ids) {
      const rows = await store.db.all<{ id: number; title: string; year: number; others: string }>(sql`
        SELECT id, title, year, json_array(
          json_extract(record, '$.alternateTitles'), json_extract(record, '$.seasonTitles'),
          json_extract(record, '$.titleRomaji'), json_extract(record, '$.titleKanji')) AS others
        FROM ${catalogueTitles} WHERE arr = ${arr} AND id IN ${listed(ids)}`);
      return rows.map(({ id, title, year, others }) => ({
        id,
        title,
        others: textsIn(JSON.parse(others)),
        year: year || undefined,
      }));
    },
  }),

  /** Albums of the music manager, under their title, their artist's name and both. */
  albums: (): TitleNames<number> => ({
    revision: () => store.revision("catalogue"),
    fingerprints: async () =>
      new Map(
        (await store.db.all<{ id: number; named: string }>(sql`
          SELECT id, title_key || char(10) || artist_key || char(10) || year AS named FROM ${catalogueAlbums}`))
          .map(({ id, named }) => [id, named]),
      ),
    async names(ids) {
      const rows = await store.db.all<{ id: number; title: string; artist: string | null; year: number }>(sql`
        SELECT id, record ->> '$.title' AS title, record ->> '$.artist' AS artist, year
        FROM ${catalogueAlbums} WHERE id IN ${listed(ids)}`);
      return rows.map(({ id, title, artist, year }) => ({
        id,
        title,
        others: artist ? [artist, `${artist} ${title}`] : [],
        year: year || undefined,
      }));
    },
  }),

  /** Records of the albums with these numbers, in no order. */
  albumRecords: (ids: number[]): Promise<{ id: number; record: unknown }[]> =>
    store.db.select({ id: catalogueAlbums.id, record: catalogueAlbums.record })
      .from(catalogueAlbums).where(inArray(catalogueAlbums.id, ids)),

  /** Tracks whose title holds every one of these folded words, the shortest titles first; no album twice. */
  tracksWith(words: string[], limit: number): Promise<{ albumId: number; title: string }[]> {
    const text = catalogueTracks.searchText;
    const holds = words.map((word) => sql`instr(${text}, ${word}) > 0`);
    if (holds.length === 0) return Promise.resolve([]);
    // Titles are found in the index alone; the records of the few that are shown are read after that.
    return store.db.all<{ albumId: number; title: string }>(sql`
      SELECT t.album_id AS albumId, t.record ->> '$.title' AS title FROM (
        SELECT album_id, search_text, min(length(search_text)) AS size FROM ${catalogueTracks} INDEXED BY tracks_by_text
        WHERE ${and(...holds)} GROUP BY album_id ORDER BY size, album_id LIMIT ${limit}
      ) f JOIN ${catalogueTracks} t ON t.album_id = f.album_id AND t.search_text = f.search_text
      GROUP BY t.album_id`);
  },

  /** Titles that no manager manages. */
  local: (): TitleNames<string> => ({
    revision: () => store.revision("local"),
    fingerprints: async () =>
      new Map(
        (await store.db.all<{ id: string; named: string }>(sql`
          SELECT id, title || char(10) || coalesce(year, '') || char(10) || coalesce(artist, '') || char(10) ||
            coalesce(meta ->> '$.title', '') || char(10) || coalesce(meta ->> '$.originalTitle', '') AS named
          FROM ${localItems} WHERE hidden = 0`)).map(({ id, named }) => [id, named]),
      ),
    async names(ids) {
      const rows = await store.db.select({
        id: localItems.id,
        title: localItems.title,
        artist: localItems.artist,
        year: localItems.year,
        meta: localItems.meta,
      }).from(localItems).where(sql`${localItems.id} IN ${listed(ids)}`);
      return rows.map(({ id, title, artist, year, meta }) => ({
        id,
        title,
        others: [artist && `${artist} ${title}`, meta?.title, meta?.originalTitle].filter((name) =>
          typeof name === "string"
        ),
        year: year ?? meta?.year,
      }));
    },
  }),

  /** Records of the catalogue, in no order. */
  records: (arr: "movie" | "series", ids: number[]): Promise<Pick<CatalogueTitleRow, "id" | "anime" | "record">[]> =>
    store.db.select({ id: catalogueTitles.id, anime: catalogueTitles.anime, record: catalogueTitles.record })
      .from(catalogueTitles).where(and(eq(catalogueTitles.arr, arr), inArray(catalogueTitles.id, ids))),

  /** The titles of the catalogue that an id of a public database names. */
  async idsOf(
    arr: "movie" | "series",
    { tmdbId, tvdbId, imdbId }: { tmdbId?: number; tvdbId?: number; imdbId?: string },
  ): Promise<number[]> {
    const [name, value] = arr === "movie" && tmdbId !== undefined
      ? ["$.tmdbId", tmdbId]
      : arr === "series" && tvdbId !== undefined
      ? ["$.tvdbId", tvdbId]
      : ["$.imdbId", imdbId];
    if (value === undefined) return [];
    const rows = await store.db.select({ id: catalogueTitles.id }).from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, arr), sql`json_extract(record, ${name}) = ${value}`));
    return rows.map(({ id }) => id);
  },

  /** Titles of the local index, in no order. */
  localTitles: (ids: string[]): Promise<LocalTitle[]> =>
    store.db.select({
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
    }).from(localItems).where(inArray(localItems.id, ids)),

  /** Where the titles of a manager lie and which profile they have, to put a new one beside them. */
  placements: async (arr: "movie" | "series"): Promise<{ path: string; profileId: number | null; anime: boolean }[]> =>
    await store.db.select({
      path: sql<string>`record ->> '$.path'`,
      profileId: sql<number | null>`record ->> '$.qualityProfileId'`,
      anime: catalogueTitles.anime,
    }).from(catalogueTitles).where(eq(catalogueTitles.arr, arr)),
});

/** Any number of values as one parameter. */
const listed = (ids: (string | number)[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Every title in a nest of lists: plain, or in records with a `title`. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null && "title" in value ? textsIn(value.title) : [];
}
