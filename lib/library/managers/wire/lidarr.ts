import * as z from "zod";
import { Bytes, FileQuality, Image, listOf, Name, Path, Ratings } from "./common.ts";

const texts = listOf(z.string()).nullish();

const Statistics = z.object({
  albumCount: z.int().default(0),
  trackFileCount: z.int().default(0),
  /** Number of tracks that are monitored or on disk. */
  trackCount: z.int().default(0),
  totalTrackCount: z.int().default(0),
  sizeOnDisk: Bytes.default(0),
});

/** An artist in Lidarr. */
export const LidarrArtist = z.object({
  id: z.int(),
  artistName: Name,
  sortName: Name.nullish(),
  foreignArtistId: z.string().default(""),
  overview: z.string().nullish(),
  path: Path.default(""),
  monitored: z.boolean().default(false),
  status: z.string().nullish(),
  genres: texts,
  links: listOf(z.object({ name: z.string().nullish(), url: z.string().nullish() })).nullish(),
  images: listOf(Image).nullish(),
  ratings: Ratings.nullish(),
  qualityProfileId: z.int().nullish(),
  metadataProfileId: z.int().nullish(),
  added: z.string().nullish(),
  statistics: Statistics.nullish(),
});
/** `foreignArtistId` is the MusicBrainz artist. Empty if Lidarr does not send one. Sizes are in bytes. */
export type LidarrArtist = z.infer<typeof LidarrArtist>;

/** An album in Lidarr. `foreignAlbumId` is the MusicBrainz release group. */
export const LidarrAlbum = z.object({
  id: z.int(),
  artistId: z.int(),
  title: Name,
  foreignAlbumId: z.string().default(""),
  overview: z.string().nullish(),
  releaseDate: z.string().nullish(),
  albumType: z.string().nullish(),
  secondaryTypes: texts,
  genres: texts,
  monitored: z.boolean().default(false),
  mediumCount: z.int().nullish(),
  images: listOf(Image).nullish(),
  ratings: Ratings.nullish(),
  statistics: Statistics.omit({ albumCount: true }).nullish(),
});
/** `releaseDate` is ISO 8601 with a time. `albumType` is a value of MusicBrainz, such as `Album` or `EP`. */
export type LidarrAlbum = z.infer<typeof LidarrAlbum>;

/** A track of the release that is selected for its album. Several tracks may share one file. */
export const LidarrTrack = z.object({
  id: z.int(),
  albumId: z.int(),
  /** Number as printed, for example `A1` on vinyl. */
  trackNumber: z.string().nullish(),
  absoluteTrackNumber: z.int().default(0),
  mediumNumber: z.int().default(1),
  title: Name.nullish(),
  /** In milliseconds. */
  duration: z.number().nullish(),
  explicit: z.boolean().nullish(),
  trackFileId: z.int().default(0),
});
/** `trackFileId` is 0 if there is no file. */
export type LidarrTrack = z.infer<typeof LidarrTrack>;

/** A music file. Its audio properties are texts: `1011 kbps`, `16bit`, `44.1kHz`. */
export const LidarrTrackFile = z.object({
  id: z.int(),
  albumId: z.int(),
  path: Path,
  size: Bytes,
  quality: FileQuality,
  mediaInfo: z.object({
    audioChannels: z.number().nullish(),
    audioBitRate: z.string().nullish(),
    audioCodec: z.string().nullish(),
    audioBits: z.string().nullish(),
    audioSampleRate: z.string().nullish(),
  }).nullish(),
});
/** A track refers to its file by `trackFileId`. A file does not refer to its tracks. */
export type LidarrTrackFile = z.infer<typeof LidarrTrackFile>;
