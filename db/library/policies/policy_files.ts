import { type SQL, sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../../lib/kit/async.ts";
import { bindFirst } from "../../bind.ts";
import { catalogueEpisodes, catalogueTitles } from "../../schema/catalogue.ts";
import { localFiles, localFolders, localItems } from "../../schema/local.ts";
import type { Store } from "../../store.ts";

/** All files of the libraries with the facts from which policies decide. */

type Flag = 0 | 1 | null;

/** A movie or series: ID, title, year, facets, time added, anime, path, genres, tag IDs, poster, file. */
export type TitleFacts = [
  ...[id: number, title: string, year: number, facets: string, addedAt: number, anime: Flag],
  ...[path: string | null, genres: string[] | null, tagIds: number[] | null, poster: string | null],
  ...[file: FileColumns],
];
/** A file of a manager: ID, path, size in bytes, quality, remux, time added, codec, resolution, dynamic range. */
export type FileColumns = [
  ...[id: number | null, path: string | null, size: number | null, quality: string | null],
  ...[
    isRemux: boolean | null,
    addedAt: string | null,
    codec: string | null,
    resolution: string | null,
    hdr: string | null,
  ],
];
/** An episode with a file: ID, series, season, episode, title, file. */
export type EpisodeFacts = [
  ...[id: number, seriesId: number, season: number, episode: number, title: string | null],
  ...[file: FileColumns],
];
/** A file of local media: folder, name, size in bytes, modification time, place in its series, facets, its title. */
export type LocalFacts = [
  ...[folder: string, name: string, size: number, mtime: number],
  ...[season: number | null, episode: number | null, lastEpisode: number | null],
  ...[facets: string, isRemux: Flag, quality: string | null],
  ...[title: string, year: number | null, anime: Flag, kind: string, root: string, genres: string[] | null],
];

/** Repository of the facts. Each function calls `each` with all rows in batches, in the order of their IDs. */
export const policyFileRepository = (store: Store) =>
  bindFirst(store, { titles: eachTitle, episodes: eachEpisode, local: eachLocalFile });
/** Repository of the facts about files. */
export type PolicyFileRepository = ReturnType<typeof policyFileRepository>;

/** Rows per statement. The statement blocks the thread, so it must be short. */
const BATCH_SIZE = 2_000;

/** Reads several values of a record in one call, because each call may parse the record. */
const FILE = sql.raw(`json_extract(record, '$.file.id', '$.file.path', '$.file.size', '$.file.quality',
  '$.file.isRemux', '$.file.addedAt', '$.file.videoCodec', '$.file.resolution', '$.file.hdr')`);

const eachTitle = (store: Store, arr: "movie" | "series", each: (row: TitleFacts) => void): Promise<void> =>
  readBatches<TitleFacts>(store, {
    row: sql`json_array(id, title, year, facets, added_at, anime, record ->> '$.path', record -> '$.genres',
      record -> '$.tagIds', record ->> '$.poster', ${FILE})`,
    from: (last) => sql`SELECT id AS place, * FROM ${catalogueTitles} WHERE arr = ${arr} AND on_disk AND id > ${last}`,
    each,
  });

const eachEpisode = (store: Store, each: (row: EpisodeFacts) => void): Promise<void> =>
  readBatches<EpisodeFacts>(store, {
    row: sql`json_array(id, series_id, season_number, episode_number, record ->> '$.title', ${FILE})`,
    from: (last) => sql`SELECT id AS place, * FROM ${catalogueEpisodes} WHERE id > ${last}`,
    each,
  });

/** Omits audio files, files of managed titles, and all but one path of a file with several paths. */
const eachLocalFile = (store: Store, each: (row: LocalFacts) => void): Promise<void> =>
  readBatches<LocalFacts>(store, {
    row: sql`json_array(folder, name, size_bytes, mtime, season, episode, last_episode, facets, is_remux, quality,
      title, year, anime, kind, root, meta -> '$.genres')`,
    from: (last) =>
      sql`SELECT f.rowid AS place, d.path AS folder, f.name, f.size_bytes, f.mtime, f.season, f.episode, f.last_episode,
        f.facets, f.is_remux, f.quality, i.title, i.year, i.anime, i.kind, i.root, i.meta
      FROM ${localFiles} f CROSS JOIN ${localItems} i ON i.id = f.item_id CROSS JOIN ${localFolders} d
        ON d.id = f.folder_id
      WHERE f.rowid > ${last} AND f.same_as IS NULL AND f.missing_since IS NULL AND i.kind <> 'album'
        AND NOT i.hidden AND NOT i.managed`,
    each,
  });

/**
 * Reads the rows of a batch as one JSON text, because the client fetches every value with a separate call. A batch ends
 * at the last `place`.
 */
async function readBatches<Row>(
  { db }: Store,
  { row, from, each }: { row: SQL; from: (last: number) => SQL; each: (row: Row) => void },
): Promise<void> {
  for (let last = -1;;) {
    const [batch] = await db.all<{ rows: string; last: number | null; size: number }>(sql`
      SELECT json_group_array(${row}) AS rows, max(place) AS last, count(*) AS size
      FROM (${from(last)} ORDER BY place LIMIT ${BATCH_SIZE})`);
    for (const one of JSON.parse(batch?.rows ?? "[]") as Row[]) each(one);
    if (batch === undefined || batch.last === null || batch.size < BATCH_SIZE) return;
    last = batch.last;
    await yieldToEventLoop();
  }
}
