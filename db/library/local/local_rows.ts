import { eq, type SQL } from "drizzle-orm";
import type { KnownFolder, LocalFile, LocalItem } from "../../../lib/library/local_title_model.ts";
import { type LocalFileRow, type LocalFolderRow, localFolders, localItems } from "../../schema/local.ts";
import type { Database } from "../../store.ts";

/** Converts rows of the local media index to records of the service. */

/** Selects titles with the file name of the image in their folder. */
export const localItemRows = (db: Database, where: SQL | undefined) =>
  db.select({ item: localItems, poster: localFolders.poster }).from(localItems)
    .leftJoin(localFolders, eq(localFolders.path, localItems.folder)).where(where).$dynamic();

/** Builds a title of the index with its files. */
export function localItemOf(
  { item, poster }: { item: typeof localItems.$inferSelect; poster: string | null },
  files: LocalFile[],
): LocalItem {
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
    ...(item.ids === null ? {} : { ids: item.ids }),
    ...(meta === null ? {} : { meta }),
    ...(item.managed ? { managed: true } : {}),
  };
}

/** Builds a file of the index. `folder` is the path of its folder. */
export function localFileOf(row: LocalFileRow, folder: string): LocalFile {
  const { season, episode, lastEpisode, airDate, absolute, disc, track, resolution, quality } = row;
  return {
    path: pathIn(folder, row.name),
    size: row.sizeBytes,
    mtime: row.mtime,
    ...(season === null ? {} : { season }),
    ...(episode === null ? {} : { episode }),
    ...(lastEpisode === null ? {} : { lastEpisode }),
    ...(airDate === null ? {} : { airDate }),
    ...(absolute === null ? {} : { absolute }),
    ...(disc === null ? {} : { disc }),
    ...(track === null ? {} : { track }),
    ...(resolution === null ? {} : { resolution }),
    ...(row.isRemux ? { isRemux: true } : {}),
    ...(quality === null ? {} : { quality }),
    exists: row.missingSince === null,
  };
}

/** Converts a folder to the form that scans compare with the disk. */
export const knownFolderOf = (
  { path, root, stamp, subfolders, device, landmarks, missingSince }: LocalFolderRow,
): KnownFolder => ({
  path,
  root,
  stamp,
  subfolders,
  ...(device === null ? {} : { device }),
  ...(landmarks === null ? {} : { landmarks }),
  missing: missingSince !== null,
});

/** Joins a folder and a file name with the separator that the folder path uses. */
export const pathIn = (folder: string, name: string): string => {
  const separator = folder.includes("\\") && !folder.includes("/") ? "\\" : "/";
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
};
