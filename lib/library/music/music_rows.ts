import { searchKey } from "../../../db/library/catalogue_page.ts";
import type { CatalogueAlbumRow, CatalogueTitleRow, CatalogueTrackRow } from "../../../db/schema/catalogue.ts";
import { fold } from "../../kit/fold.ts";
import type { LidarrAlbum, LidarrArtist } from "../managers/wire/lidarr.ts";
import type { Album, Artist, MusicFile, Track } from "../music_model.ts";
import { audioFacets, audioSummary } from "./audio_facets.ts";

/**
 * Builds the stored rows of artists, albums and tracks, with columns for sorting, searching and filtering in addition
 * to the record. Pure.
 */

/**
 * Builds the row of an artist. `fingerprint` is that of the manager's record. If it changes, the albums are read again.
 */
export function artistRow(
  artist: Artist,
  wire: Pick<LidarrArtist, "added" | "statistics">,
  { localPath, fingerprint, files }: { localPath: string; fingerprint: string; files: readonly MusicFile[] },
): CatalogueTitleRow {
  return {
    arr: "music",
    id: artist.id,
    title: artist.name,
    sortKey: searchKey(artist.sortName ?? artist.name),
    searchText: searchKey([artist.name, artist.sortName ?? ""].join("\n")),
    year: 0,
    sizeBytes: artist.statistics.sizeOnDisk,
    addedAt: Date.parse(wire.added ?? "") || 0,
    onDisk: artist.statistics.trackFileCount > 0,
    missing: isMissing(wire.statistics),
    remux: false,
    anime: false,
    facets: audioFacets(files),
    localPath,
    record: { ...artist, ...audioSummary(files) },
    fingerprint,
  };
}

/** Builds the row of an album. `tracks` are its tracks. */
export function albumRow(album: Album, wire: Pick<LidarrAlbum, "statistics">, tracks: Track[]): CatalogueAlbumRow {
  const files = filesOf(tracks);
  return {
    id: album.id,
    artistId: album.artistId,
    titleKey: searchKey(album.title),
    artistKey: searchKey(album.artist ?? ""),
    searchText: searchKey([album.title, album.artist ?? "", album.year ?? ""].join("\n")),
    year: album.year ?? 0,
    sizeBytes: album.statistics.sizeOnDisk,
    onDisk: album.statistics.trackFileCount > 0,
    missing: isMissing(wire.statistics),
    lossless: files.length > 0 && files.every(({ lossless }) => lossless),
    facets: audioFacets(files),
    record: { ...album, ...audioSummary(files) },
  };
}

/** Returns the files of tracks without duplicates. The tracks of a CD image share one file. */
export const filesOf = (tracks: readonly Track[]): MusicFile[] => [
  ...new Map(tracks.flatMap(({ file }) => file ? [[file.id, file] as const] : [])).values(),
];

/** Builds the row of a track, which can be searched. `fileId` is 0 if there is no file. */
export const trackRow = (track: Track, artistId: number): CatalogueTrackRow => ({
  id: track.id,
  albumId: track.albumId,
  artistId,
  fileId: track.file?.id ?? 0,
  mediumNumber: track.mediumNumber,
  absoluteNumber: track.absoluteTrackNumber,
  searchText: fold(track.title),
  record: track,
});

/** True if monitored tracks are missing. Tracks that are not monitored are ignored. */
const isMissing = (counts: { trackCount: number; trackFileCount: number } | null | undefined): boolean =>
  (counts?.trackFileCount ?? 0) < (counts?.trackCount ?? 0);
