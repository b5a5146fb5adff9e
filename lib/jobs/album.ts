import { basename, extname, join } from "node:path";
import { Fault } from "../kit/fault.ts";
import { newId } from "../kit/id.ts";
import type { BulkCreate } from "./schema.ts";

/** Music files by their ending. */
export const MUSIC_FILE = /^\.(?:flac|wav|aiff?|alac|m4a|ape|wv|tta|mp3|ogg|opus|dsf)$/i;
/** Discs of one album in folders of their own. */
const DISC_FOLDER = /^(?:cd|disc|disk)[ ._-]?\d{1,2}$/i;
/** More than this in one folder is no album. */
const TRACKS_MAX = 300;

type Item = BulkCreate["items"][number];

/** An item of a bulk call with its place in the call; tracks of one album share a batch. */
export interface PlacedItem {
  index: number;
  item: Item;
  batchId?: string;
}

/** Puts the tracks of albums (folders) in the place of their album; other items stay. Throws nothing: `failed` is told. */
export async function withAlbumTracks(
  items: Item[],
  failed: (index: number, fault: Fault) => void,
): Promise<PlacedItem[]> {
  const placed: PlacedItem[] = [];
  for (const [index, item] of items.entries()) {
    const folder = item.source.kind === "album" ? item.source.localPath : undefined;
    if (folder === undefined || !await isFolder(folder)) {
      placed.push({ index, item });
      continue;
    }
    const tracks = await tracksOf(folder);
    if (tracks.length === 0) failed(index, new Fault("unreadable", `${folder} holds no music files.`));
    if (tracks.length > TRACKS_MAX) {
      failed(index, new Fault("invalid", `${folder} holds ${tracks.length} music files: that is no album.`));
      continue;
    }
    const batchId = newId();
    for (const localPath of tracks) {
      placed.push({
        index,
        batchId,
        item: {
          title: basename(localPath),
          subtitle: item.subtitle ?? item.title ?? basename(folder),
          poster: item.poster,
          source: { ...item.source, kind: "track", localPath },
        },
      });
    }
  }
  return placed;
}

const isFolder = (path: string): Promise<boolean> => Deno.stat(path).then((info) => info.isDirectory, () => false);

/** Music files of a folder and of its disc folders, by name. */
async function tracksOf(folder: string): Promise<string[]> {
  const files: string[] = [];
  const discs: string[] = [];
  for await (const { name, isFile, isDirectory } of Deno.readDir(folder)) {
    if (isFile && MUSIC_FILE.test(extname(name))) files.push(join(folder, name));
    else if (isDirectory && DISC_FOLDER.test(name)) discs.push(join(folder, name));
  }
  const nested = await Promise.all(discs.sort().map(tracksOf));
  return [...files.sort(), ...nested.flat()];
}
