import { basename, extname, isAbsolute, join } from "node:path";
import { answered, isFolder } from "../../kit/disk/disk_reads.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { JobsDeps } from "../deps.ts";
import type { BulkCreate } from "../request_schema.ts";
import { checkMediaPath, type SourceRules, SPIN_UP_MS } from "./source_file.ts";

/** File extensions of music. */
export const MUSIC_FILE = /^\.(?:flac|wav|aiff?|alac|m4a|ape|wv|tta|mp3|ogg|opus|dsf)$/i;
/** Names of folders for the individual discs of an album. */
const DISC_FOLDER = /^(?:cd|disc|disk)[ ._-]?\d{1,2}$/i;
/** Maximum number of tracks. A folder with more music files is not treated as an album. */
const MAX_TRACKS = 300;

type Item = BulkCreate["items"][number];

/** Item of a bulk request, and its index. The tracks of an album are in one batch. */
export interface IndexedItem {
  index: number;
  item: Item;
  batchId?: string;
}

/**
 * Replaces albums (folders, or albums in Lidarr) with their tracks. Other items are not changed. Does not throw
 * `Fault`, but calls `failed` for each item that cannot be used.
 */
export async function withAlbumTracks(
  items: Item[],
  failed: (index: number, fault: Fault) => void,
  managerAlbum: JobsDeps["managerAlbum"],
  rules: SourceRules,
): Promise<IndexedItem[]> {
  const placed: IndexedItem[] = [];
  for (const [index, item] of items.entries()) {
    const tracks = await tracksIn(item, managerAlbum, rules).catch((error) => {
      if (error instanceof Fault) return error;
      throw error;
    });
    const batchId = newId();
    if (tracks === undefined) placed.push({ index, item });
    else if (tracks instanceof Fault) failed(index, tracks);
    else for (const track of tracks) placed.push({ index, batchId, item: track });
  }
  return placed;
}

/**
 * Returns the tracks of an album as items, or undefined for other items. Throws `path_not_allowed`, `unreadable`,
 * `invalid`, `not_found`, `upstream_timeout`.
 */
async function tracksIn(
  item: Item,
  managerAlbum: JobsDeps["managerAlbum"],
  rules: SourceRules,
): Promise<Item[] | undefined> {
  const { kind, localPath, arr = "music", albumId } = item.source;
  if (kind !== "album") return undefined;
  if (localPath === undefined) {
    if (albumId === undefined || arr !== "music" || managerAlbum === undefined) return undefined;
    const files = await managerAlbum(albumId);
    if (files.length === 0) throw new Fault("unreadable", "No files of this album are on disk.");
    return files.map(({ title, subtitle, poster, source }) => ({
      title,
      subtitle: item.subtitle ?? item.title ?? subtitle,
      poster: item.poster ?? poster,
      source: { ...item.source, ...source },
    }));
  }
  const read = async <T>(work: (path: string) => Promise<T>): Promise<T> =>
    answered(localPath, await rules.disks.read(localPath, work, SPIN_UP_MS));
  if (isAbsolute(localPath)) await checkMediaPath(await read((path) => realPlace(path)), rules, localPath);
  if (!await read(isFolder)) return undefined;
  const tracks = await read((path) => tracksOf(path, rules));
  if (tracks.length === 0) throw new Fault("unreadable", `${localPath} contains no music files.`);
  if (tracks.length > MAX_TRACKS) {
    throw new Fault("invalid", `${localPath} contains ${tracks.length} music files, too many for an album.`);
  }
  return tracks.map((path) => ({
    title: basename(path),
    subtitle: item.subtitle ?? item.title ?? basename(localPath),
    poster: item.poster,
    source: { ...item.source, kind: "track", localPath: path },
  }));
}

/** True if a link points to a media folder. */
const mayRead = async (link: string, rules: SourceRules): Promise<boolean> =>
  await checkMediaPath(await realPlace(link), rules, link).then(() => isFolder(link), () => false);

/** Returns the music files in a folder and its disc folders, by name, without hidden files. */
async function tracksOf(folder: string, rules: SourceRules): Promise<string[]> {
  const files: string[] = [];
  const discs: string[] = [];
  for await (const { name, isFile, isDirectory, isSymlink } of Deno.readDir(folder)) {
    // On a share, macOS creates a file with the same extension next to each track.
    if (/^\.(?!\.)/.test(name)) continue;
    const path = join(folder, name);
    // A link to a track is checked in the same way as a file in a request.
    if ((isFile || isSymlink) && MUSIC_FILE.test(extname(name))) files.push(path);
    else if (DISC_FOLDER.test(name) && (isDirectory || (isSymlink && await mayRead(path, rules)))) discs.push(path);
  }
  const nested = await Promise.all(discs.sort().map((disc) => tracksOf(disc, rules)));
  return [...files.sort(), ...nested.flat()];
}
