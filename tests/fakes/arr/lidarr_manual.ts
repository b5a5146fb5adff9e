import * as z from "zod";
import type { TrackImporter } from "./lidarr_import.ts";
import type { Music } from "./lidarr_library.ts";
import type { Album, Artist, Track } from "./music_model.ts";
import { mediaBelow, sizeOf } from "./shared/disk.ts";
import type { Download } from "./shared/downloads.ts";
import { bodyAs, failed } from "./shared/errors.ts";
import { boolOf, intOf, json, type Routes, valueOf } from "./shared/http.ts";
import { qualityIn } from "./shared/qualities.ts";
import { hash } from "./shared/random.ts";
import type { Fields, QualityModel } from "./shared/types.ts";

const Item = z.looseObject({
  path: z.string().default(""),
  artistId: z.number().int().nullish(),
  albumId: z.number().int().nullish(),
  albumReleaseId: z.number().int().nullish(),
  trackIds: z.array(z.number().int()).nullish(),
  quality: z.custom<QualityModel>().optional(),
});

interface Parts {
  music: Music;
  importer: TrackImporter;
  download: (id: string) => Download | undefined;
}

/** Decisions of Lidarr's manual import. A single file for a whole album is not split. */
export function manualImportRoutes(parts: Parts): Routes {
  const { music } = parts;
  const { paths } = music.desk;
  return {
    "GET /manualimport": async ({ query }) => {
      const downloadId = valueOf(query, "downloadId") ?? "";
      const known = parts.download(downloadId);
      const folder = known === undefined ? valueOf(query, "folder") ?? "" : paths.toRemote(known.folder);
      const found = folder === "" ? [] : await items(parts, folder.replace(/(?<=.)[\\/]+$/, ""), query);
      return json(known === undefined ? found : found.map((one) => ({ ...one, downloadId })));
    },
    "POST /manualimport": ({ body }) => {
      const asked = bodyAs(z.array(Item), body);
      if (asked.length === 0) throw failed(400, "items must be provided");
      return json(asked.map((item) => judged(music, item)), 202);
    },
  };
}

async function items({ music, importer }: Parts, folder: string, query: URLSearchParams): Promise<Fields[]> {
  const { paths } = music.desk;
  const files = (await mediaBelow(paths.toDisk(folder))).map((file) => paths.toRemote(file));
  const used = new Set(music.files.values().map(({ path }) => path));
  const fresh = boolOf(query, "filterExistingFiles", true) ? files.filter((file) => !used.has(file)) : files;
  const artistHint = music.artists.get(intOf(query, "artistId") ?? 0);
  const replaceExistingFiles = boolOf(query, "replaceExistingFiles");
  const unmatched = unmatchedFolders(fresh, (path) => importer.guess(path).track !== undefined, paths.parent);
  return await Promise.all(fresh.map(async (path) => {
    const { artist = artistHint, album, track } = importer.guess(path);
    const release = album && music.releaseOf(album);
    const isPartial = release !== undefined && fresh.length < release.tracks.length;
    return {
      id: hash(path) >>> 1,
      path,
      name: paths.name(path).replace(/\.\w+$/, ""),
      size: await sizeOf(paths.toDisk(path)) ?? 0,
      artist: artist && music.artistResource(artist),
      album: album && music.albumResource(album),
      albumReleaseId: release?.id ?? 0,
      tracks: artist && album && track ? [music.trackResource(artist, album, track)] : [],
      quality: qualityIn("Lidarr", path),
      releaseGroup: "",
      qualityWeight: 0,
      indexerFlags: 0,
      rejections: rejectionsOf(artist, album, { isPartial, isUnmatched: unmatched.has(paths.parent(path)) }),
      audioTags: tagsOf(artist, album, track),
      additionalFile: false,
      replaceExistingFiles,
      disableReleaseSwitching: false,
    };
  }));
}

const permanent = (reason: string): Fields => ({ reason, type: "permanent" });

/** Returns the folders with a file that matches no track. Lidarr rejects all files in them. */
export const unmatchedFolders = (
  files: readonly string[],
  isMatched: (path: string) => boolean,
  parent: (path: string) => string,
): Set<string> => new Set(files.filter((path) => !isMatched(path)).map(parent));

const rejectionsOf = (
  artist: Artist | undefined,
  album: Album | undefined,
  { isPartial, isUnmatched }: { isPartial: boolean; isUnmatched: boolean },
): Fields[] => [
  ...(artist === undefined ? [permanent("Couldn't find similar artist")] : []),
  ...(artist !== undefined && album === undefined ? [permanent("Couldn't find similar album for")] : []),
  ...(isPartial ? [permanent("Has missing tracks")] : []),
  ...(isUnmatched ? [permanent("Has unmatched tracks")] : []),
];

const tagsOf = (artist: Artist | undefined, album: Album | undefined, track: Track | undefined): Fields => ({
  title: track?.title ?? "",
  artistTitle: artist?.artistName ?? "",
  albumTitle: album?.title ?? "",
  discNumber: 1,
  discCount: 1,
  year: Number(album?.releaseDate.slice(0, 4) ?? 0),
  duration: "00:03:20",
  trackNumbers: track === undefined ? [] : [track.absoluteTrackNumber],
});

/** Re-evaluates an item after the user has changed its assignment. */
function judged(music: Music, item: z.output<typeof Item>): Fields {
  const album = music.albums.get(item.albumId ?? 0);
  const release = album?.releases.find(({ id }) => id === item.albumReleaseId) ??
    (album && music.releaseOf(album));
  const tracks = release?.tracks.filter(({ id }) => item.trackIds?.includes(id)) ?? [];
  const { artist: _, album: __, ...rest } = item;
  return {
    ...rest,
    quality: item.quality ?? qualityIn("Lidarr", item.path),
    albumReleaseId: release?.id,
    tracks: album === undefined
      ? []
      : tracks.map((track) => music.trackResource(music.artist(album.artistId), album, track)),
    rejections: tracks.length > 0 ? [] : [permanent("Couldn't find similar album for")],
  };
}
