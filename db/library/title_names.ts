import { eq, sql } from "drizzle-orm";
import { localItems } from "../schema/local.ts";
import { catalogueAlbums, catalogueTitles } from "../schema/catalogue.ts";
import { sqlList } from "../sql_list.ts";
import type { Store } from "../store.ts";

/** Read access to the names of titles for the search index. */

/** A title with all of its names. */
export interface NamedRow<Id> {
  id: Id;
  title: string;
  others: string[];
  year: number | undefined;
}

/**
 * Names of all titles of one kind. `revision` increases with every change. `fingerprints` returns a value per title
 * that changes with its names.
 */
export interface TitleNames<Id> {
  revision(): number;
  fingerprints(): Promise<Map<Id, string>>;
  names(ids: Id[]): Promise<NamedRow<Id>[]>;
}

/** Names of a manager's movies or series. */
export const catalogueNames = (store: Store, arr: "movie" | "series"): TitleNames<number> => ({
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
      FROM ${catalogueTitles} WHERE arr = ${arr} AND id IN ${sqlList(ids)}`);
    return rows.map(({ id, title, year, others }) => ({
      id,
      title,
      others: textsIn(JSON.parse(others)),
      year: year || undefined,
    }));
  },
});

/** Names of albums: title, artist, and both combined. */
export const albumNames = (store: Store): TitleNames<number> => ({
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
      FROM ${catalogueAlbums} WHERE id IN ${sqlList(ids)}`);
    return rows.map(({ id, title, artist, year }) => ({
      id,
      title,
      others: artist ? [artist, `${artist} ${title}`] : [],
      year: year || undefined,
    }));
  },
});

/** Names of titles that no manager manages. */
export const localNames = (store: Store): TitleNames<string> => ({
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
    }).from(localItems).where(sql`${localItems.id} IN ${sqlList(ids)}`);
    return rows.map(({ id, title, artist, year, meta }) => ({
      id,
      title,
      others: [artist && `${artist} ${title}`, meta?.title, meta?.originalTitle].filter((name) =>
        typeof name === "string"
      ),
      year: year ?? meta?.year,
    }));
  },
});

/** Returns all titles in nested lists, which may be plain strings or records with a `title`. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null && "title" in value ? textsIn(value.title) : [];
}
