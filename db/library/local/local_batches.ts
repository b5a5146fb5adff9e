import { sql } from "drizzle-orm";
import type { FoundFile, FoundFolder } from "../../../lib/library/local_title_model.ts";
import { localFiles, localFolders, localItems } from "../../schema/local.ts";
import { jsonText } from "../../json_text.ts";
import { sqlList } from "../../sql_list.ts";
import type { Tx } from "../../store.ts";

/** Converts scan results to rows, passed as JSON so that one statement writes hundreds of them. */

/** Number of files per transaction. */
const MAX_FILES = 300;
const MAX_FOLDERS = 150;

/** A folder, or a part of one that is too large for one transaction. */
export interface FolderPiece {
  folder: FoundFolder;
  files: FoundFile[];
  last: boolean;
}

/** Splits and groups folders so that each transaction is short. */
export function* batchesOf(folders: FoundFolder[]): Generator<FolderPiece[]> {
  let pieces: FolderPiece[] = [];
  let files = 0;
  for (const folder of folders) {
    for (let at = 0; at === 0 || at < folder.files.length; at += MAX_FILES) {
      const part = folder.files.slice(at, at + MAX_FILES);
      if (pieces.length > 0 && (files + part.length > MAX_FILES || pieces.length === MAX_FOLDERS)) {
        yield pieces;
        [pieces, files] = [[], 0];
      }
      pieces.push({ folder, files: part, last: at + MAX_FILES >= folder.files.length });
      files += part.length;
    }
  }
  if (pieces.length > 0) yield pieces;
}

/**
 * Writes folders, titles and files with the number of the scan. Files that a completely read folder no longer contains
 * are marked as missing.
 */
export async function storePieces(tx: Tx, pieces: FolderPiece[], scan: number): Promise<void> {
  const ids = await storeFolders(tx, pieces);
  const idOf = (path: string): number => ids.get(path) ?? -1;
  const complete = sqlList(pieces.filter(({ last }) => last).map(({ folder }) => idOf(folder.path)));
  const touched = await tx.all<{ item_id: string }>(
    sql`SELECT DISTINCT item_id FROM ${localFiles} WHERE folder_id IN ${complete}`,
  );
  await storeTitles(tx, pieces);
  await storeFiles(tx, pieces, idOf, scan);
  await tx.run(sql`UPDATE ${localFiles} SET missing_since = ${scan}
    WHERE folder_id IN ${complete} AND seen <> ${scan} AND missing_since IS NULL`);
  const found = pieces.flatMap(({ files }) => files.map(({ itemId }) => itemId));
  await recountFiles(tx, new Set([...touched.map(({ item_id }) => item_id), ...found]));
}

/** Recalculates sizes, counts and facets of these titles from their files. Removes titles without files. */
export async function recountFiles(tx: Tx, itemIds: Set<string>): Promise<void> {
  if (itemIds.size === 0) return;
  const ids = sqlList([...itemIds]);
  await tx.run(sql`UPDATE ${localItems} SET
    (size_bytes, file_count, facets) = (SELECT coalesce(sum(f.size_bytes), 0), count(*),
      coalesce(group_concat(DISTINCT f.facets), '')
      FROM ${localFiles} f WHERE f.item_id = local_items.id AND f.same_as IS NULL)
    WHERE id IN ${ids}`);
  await tx.run(sql`DELETE FROM ${localItems} WHERE file_count = 0 AND id IN ${ids}
    AND NOT EXISTS (SELECT 1 FROM ${localFiles} f WHERE f.item_id = local_items.id)`);
}

/**
 * Stores folders. The stamp of a folder is stored only with its last part, so that the next scan reads the folder again
 * if this scan is interrupted.
 */
async function storeFolders(tx: Tx, pieces: FolderPiece[]): Promise<Map<string, number>> {
  const rows = pieces.map(({ folder, last }) => [
    folder.path,
    folder.root,
    last ? folder.stamp : "",
    folder.subfolders,
    folder.device ?? null,
    folder.landmarks === undefined ? null : JSON.stringify(folder.landmarks),
    folder.poster ?? null,
    folder.unreadable,
  ]);
  const stored = await tx.all<{ id: number; path: string }>(sql`
    INSERT INTO ${localFolders} (path, root, stamp, entries, device, landmarks, poster, unreadable)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    FROM json_each(${jsonText(rows)}) WHERE true
    ON CONFLICT (path) DO UPDATE SET root = excluded.root, stamp = excluded.stamp, entries = excluded.entries,
      device = excluded.device, landmarks = excluded.landmarks, poster = excluded.poster,
      unreadable = excluded.unreadable, missing_since = NULL
    RETURNING id, path`);
  return new Map(stored.map(({ id, path }) => [path, id]));
}

async function storeTitles(tx: Tx, pieces: FolderPiece[]): Promise<void> {
  const rows = pieces.flatMap(({ folder, files }) => {
    const here = new Set(files.map(({ itemId }) => itemId));
    return folder.titles.filter(({ id }) => here.has(id)).map((title) => [
      title.id,
      title.kind,
      title.title,
      title.titleKey,
      title.year ?? null,
      title.artist ?? null,
      Number(title.anime),
      Number(title.imageCue),
      title.folder,
      Number(title.ownsFolder),
      title.root,
      title.ids === undefined ? null : JSON.stringify(title.ids),
    ]);
  });
  await tx.run(sql`
    INSERT INTO ${localItems}
      (id, kind, title, title_key, year, artist, anime, image_cue, folder, owns_folder, root, ids)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, value ->> 10, value ->> 11
    FROM json_each(${jsonText(rows)}) WHERE true
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title, title_key = excluded.title_key,
      year = excluded.year, artist = excluded.artist, anime = excluded.anime, image_cue = excluded.image_cue,
      folder = excluded.folder, owns_folder = excluded.owns_folder, root = excluded.root, ids = excluded.ids`);
}

async function storeFiles(tx: Tx, pieces: FolderPiece[], idOf: (path: string) => number, scan: number): Promise<void> {
  const rows = pieces.flatMap(({ folder, files }) => {
    const folderId = idOf(folder.path);
    return files.map((file) => fileRow(folderId, file));
  });
  if (rows.length === 0) return;
  await tx.run(sql`
    INSERT INTO ${localFiles} (folder_id, name, item_id, size_bytes, mtime, season, episode, absolute, disc, track,
      resolution, is_remux, quality, last_episode, air_date, facets, identity, link, seen)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15,
      value ->> 16, value ->> 17, ${scan}
    FROM json_each(${jsonText(rows)}) WHERE true
    ON CONFLICT (folder_id, name) DO UPDATE SET item_id = excluded.item_id, size_bytes = excluded.size_bytes,
      mtime = excluded.mtime, season = excluded.season, episode = excluded.episode, absolute = excluded.absolute,
      disc = excluded.disc, track = excluded.track, resolution = excluded.resolution, is_remux = excluded.is_remux,
      quality = excluded.quality, last_episode = excluded.last_episode, air_date = excluded.air_date,
      facets = excluded.facets, identity = excluded.identity, link = excluded.link, seen = excluded.seen,
      missing_since = NULL`);
}

const fileRow = (folderId: number, file: FoundFile): (string | number | null)[] => [
  folderId,
  file.name,
  file.itemId,
  file.size,
  file.mtime,
  file.season ?? null,
  file.episode ?? null,
  file.absolute ?? null,
  file.disc ?? null,
  file.track ?? null,
  file.resolution ?? null,
  Number(file.isRemux ?? false),
  file.quality ?? null,
  file.lastEpisode ?? null,
  file.airDate ?? null,
  file.facets ?? "",
  file.identity ?? null,
  Number(file.link ?? false),
];
