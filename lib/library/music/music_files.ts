import type { MusicCatalogueRepository } from "../../../db/library/music_catalogue.ts";
import type { CatalogueTrackRow } from "../../../db/schema/catalogue.ts";
import type { ManagerFile } from "../../jobs/deps.ts";
import { Album, Track } from "../music_model.ts";

/** Converts music files to job input. */

/** Returns the files of these tracks with their albums, without duplicates. */
export async function filesOfTracks(
  repository: Pick<MusicCatalogueRepository, "albumsById">,
  rows: CatalogueTrackRow[],
): Promise<ManagerFile[]> {
  const albums = await repository.albumsById([...new Set(rows.map(({ albumId }) => albumId))]);
  const known = new Map(albums.map(({ id, record }) => [id, Album.parse(record)]));
  return [...Map.groupBy(rows, ({ fileId }) => fileId).values()].flatMap((tracks) => {
    const album = known.get(tracks[0]?.albumId ?? 0);
    return album && fileOf(tracks.map(({ record }) => Track.parse(record)), album) || [];
  });
}

/** Returns the files of an album. Tracks without a file are skipped. */
export function filesOfAlbum(tracks: Track[], album: Album): ManagerFile[] {
  const ofFile = Map.groupBy(tracks, ({ file }) => file?.id);
  return [...ofFile.values()].flatMap((shared) => fileOf(shared, album) ?? []);
}

/** Converts a file. `tracks` are the tracks that share it. */
function fileOf(tracks: Track[], album: Album): ManagerFile | undefined {
  const [first] = tracks;
  const file = first?.file;
  return file && {
    title: tracks.map(({ title }) => title).join(" / "),
    subtitle: [album.artist, album.title].filter((part) => part).join(" · "),
    ...(album.cover ? { poster: album.cover } : {}),
    source: {
      kind: "track",
      arr: "music",
      fileId: file.id,
      localPath: file.localPath,
      arrId: album.artistId,
      arrPath: file.path,
      albumId: album.id,
      trackIds: tracks.map(({ id }) => id),
    },
  };
}
