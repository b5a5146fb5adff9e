import { isArtworkHost } from "../artwork/allowed.ts";
import { ratingOf } from "../managers/search/rating.ts";
import type { Image } from "../managers/wire/common.ts";
import type { LidarrAlbum, LidarrArtist, LidarrTrack, LidarrTrackFile } from "../managers/wire/lidarr.ts";
import type * as z from "zod";
import { type FileFacts, heldFileOf, some } from "../video/reading/from_wire.ts";
import { bitDepthOf, bitrateOf, isLossless, sampleRateOf } from "./music_facts.ts";
import type { Album, Artist, MusicFile, Track } from "../music_model.ts";

/** Converts Lidarr's records to Lathe's. Pure. */

/** Information that Lidarr's records do not contain. */
export interface MusicFacts extends FileFacts {
  /** URL of Lidarr, which has its own copies of images. */
  url: string;
}

/**
 * Converts an artist. Public images are used if their host is known, otherwise Lidarr's copies. Formats are determined
 * from the files.
 */
export const artistOf = (artist: LidarrArtist, { url }: MusicFacts): Artist => ({
  id: artist.id,
  foreignArtistId: artist.foreignArtistId,
  name: artist.artistName,
  ...some("sortName", artist.sortName || undefined),
  overview: artist.overview ?? "",
  ...some("poster", imageUrlOf(artist.images, "poster", url)),
  ...some("fanart", imageUrlOf(artist.images, "fanart", url)),
  path: artist.path,
  genres: artist.genres ?? [],
  ...some("status", artist.status),
  monitored: artist.monitored,
  ...some("qualityProfileId", artist.qualityProfileId),
  ...some("metadataProfileId", artist.metadataProfileId),
  ...some("rating", ratingOf(artist.ratings)),
  links: (artist.links ?? []).flatMap(({ name, url }) => url ? [{ name: name || hostOf(url), url }] : []),
  formats: [],
  qualities: [],
  statistics: { albumCount: artist.statistics?.albumCount ?? 0, ...countsOf(artist.statistics) },
});

/** Converts an album. `artist` is the name of the artist, which is not in the record. */
export function albumOf(album: LidarrAlbum, artist: string, { url }: MusicFacts): Album {
  const releaseDate = album.releaseDate?.slice(0, 10);
  return {
    id: album.id,
    artistId: album.artistId,
    artist,
    foreignAlbumId: album.foreignAlbumId,
    title: album.title,
    ...some("overview", album.overview || undefined),
    ...some("releaseDate", releaseDate),
    ...some("year", Number(releaseDate?.slice(0, 4)) || undefined),
    albumType: album.albumType ?? "",
    secondaryTypes: album.secondaryTypes ?? [],
    genres: album.genres ?? [],
    ...some("cover", imageUrlOf(album.images, "cover", url)),
    monitored: album.monitored,
    ...some("rating", ratingOf(album.ratings)),
    ...some("mediumCount", album.mediumCount || undefined),
    formats: [],
    qualities: [],
    statistics: countsOf(album.statistics),
  };
}

/**
 * Converts a track. `file` is from Lidarr's list of files and determines `hasFile`. The duration is in milliseconds.
 */
export const trackOf = (track: LidarrTrack, file: LidarrTrackFile | undefined, facts: FileFacts): Track => ({
  id: track.id,
  albumId: track.albumId,
  trackNumber: track.trackNumber ?? String(track.absoluteTrackNumber),
  absoluteTrackNumber: track.absoluteTrackNumber,
  mediumNumber: track.mediumNumber,
  title: track.title ?? "",
  durationMs: Math.round(track.duration ?? 0),
  ...some("explicit", track.explicit || undefined),
  hasFile: file !== undefined,
  ...(file ? { file: musicFileOf(file, facts) } : {}),
});

/** Converts a file. Parses the numbers in its properties: `16bit`, `44.1kHz`, `1011 kbps`. */
export function musicFileOf(file: LidarrTrackFile, facts: FileFacts): MusicFile {
  const { quality: { quality: { name } }, mediaInfo } = file;
  return {
    ...heldFileOf(file, facts),
    ...some("codec", mediaInfo?.audioCodec || undefined),
    ...some("bitDepth", bitDepthOf(mediaInfo?.audioBits)),
    ...some("sampleRate", sampleRateOf(mediaInfo?.audioSampleRate)),
    ...some("bitrate", bitrateOf(mediaInfo?.audioBitRate)),
    ...some("channels", mediaInfo?.audioChannels || undefined),
    lossless: isLossless(name, mediaInfo?.audioCodec),
  };
}

/** Counts all items. Items that are not monitored are also counted as missing. */
const countsOf = (
  statistics: Partial<Omit<NonNullable<LidarrArtist["statistics"]>, "albumCount">> | null | undefined,
) => ({
  trackCount: statistics?.totalTrackCount ?? 0,
  trackFileCount: statistics?.trackFileCount ?? 0,
  sizeOnDisk: Math.round(statistics?.sizeOnDisk ?? 0),
});

/** Returns the public image if its host is known, otherwise Lidarr's copy. */
function imageUrlOf(
  images: z.infer<typeof Image>[] | null | undefined,
  kind: string,
  manager: string,
): string | undefined {
  const image = images?.find(({ coverType }) => coverType === kind);
  const remote = URL.parse(image?.remoteUrl ?? "");
  if (remote !== null && isArtworkHost(remote)) return remote.href;
  return image?.url ? URL.parse(image.url, manager)?.href : undefined;
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url;
