import * as z from "zod";
import { AUDIO_FORMATS, SOUNDS } from "../../db/library/title_facets.ts";
import { heldFile } from "./video_model.ts";

/** Schemas of the music library in the API. */

/** Result of the MQA detection. */
export const MqaFound = z.object({
  isMqa: z.boolean(),
  studio: z.boolean(),
  originalRate: z.int().optional().describe("Sample rate of the master in Hz"),
}).meta({ id: "MqaFound" });
/** `studio` means MQA Studio. The result is stored by file identity, so that each file is analysed only once. */
export type MqaFound = z.infer<typeof MqaFound>;

/** A file in Lidarr. `size` is in bytes. `lossless` is determined by its quality or codec. */
export const MusicFile = z.object({
  ...heldFile,
  codec: z.string().optional(),
  bitDepth: z.int().optional(),
  sampleRate: z.int().optional().describe("Hz"),
  bitrate: z.int().optional().describe("kbit/s"),
  channels: z.number().optional(),
  lossless: z.boolean(),
  mqa: MqaFound.optional().describe("Only if the file was checked"),
}).meta({ id: "MusicFile" });
/** Stored with the records of its tracks. The tracks of a CD image share one file. */
export type MusicFile = z.infer<typeof MusicFile>;

const sound = {
  formats: z.array(z.string()).default([]).describe("Formats of its files, most frequent first: FLAC, MP3"),
  qualities: z.array(z.string()).default([]).describe(
    "Qualities of its files, as named by the manager, most frequent first",
  ),
};
/** Summary of the audio formats of an artist's or album's files, for lists. */
export type AudioSummary = z.infer<z.ZodObject<typeof sound>>;

const counts = { trackCount: z.int(), trackFileCount: z.int(), sizeOnDisk: z.int() };

/** An artist in Lidarr. `id` is the ID in Lidarr, `sizeOnDisk` is in bytes. */
export const Artist = z.object({
  id: z.int(),
  foreignArtistId: z.string().describe("MusicBrainz ID"),
  name: z.string(),
  sortName: z.string().optional(),
  overview: z.string(),
  poster: z.string().optional(),
  fanart: z.string().optional(),
  path: z.string(),
  genres: z.array(z.string()),
  status: z.string().optional(),
  monitored: z.boolean(),
  qualityProfileId: z.int().optional(),
  qualityProfile: z.string().optional().describe("Name of the quality profile, if the manager reports it"),
  metadataProfileId: z.int().optional(),
  rating: z.number().optional().describe("0 to 100"),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
  ...sound,
  inQueue: z.boolean().optional().describe("One of its files has an unfinished job"),
  statistics: z.object({ albumCount: z.int(), ...counts }),
}).meta({ id: "Artist" });
/** Stored record of an artist. */
export type Artist = z.infer<typeof Artist>;

/** An album in Lidarr. `releaseDate` is YYYY-MM-DD. `trackCount` includes tracks that are not monitored. */
export const Album = z.object({
  id: z.int(),
  artistId: z.int(),
  artist: z.string().optional(),
  foreignAlbumId: z.string().describe("MusicBrainz release group ID"),
  title: z.string(),
  overview: z.string().optional(),
  releaseDate: z.string().optional(),
  year: z.int().optional(),
  albumType: z.string(),
  secondaryTypes: z.array(z.string()),
  genres: z.array(z.string()),
  cover: z.string().optional(),
  monitored: z.boolean(),
  rating: z.number().optional().describe("0 to 100"),
  mediumCount: z.int().optional(),
  ...sound,
  inQueue: z.boolean().optional().describe("One of its files has an unfinished job"),
  statistics: z.object(counts),
}).meta({ id: "Album" });
/** Stored record of an album. Its tracks have separate records. */
export type Album = z.infer<typeof Album>;

/** A track of the release that is selected in Lidarr for the album. `durationMs` is 0 if Lidarr does not have it. */
export const Track = z.object({
  id: z.int(),
  albumId: z.int(),
  trackNumber: z.string().describe("As printed, e.g. A1 on vinyl"),
  absoluteTrackNumber: z.int(),
  mediumNumber: z.int(),
  title: z.string(),
  durationMs: z.int(),
  explicit: z.boolean().optional(),
  hasFile: z.boolean(),
  file: MusicFile.optional(),
}).meta({ id: "Track" });
/** Stored record of a track. */
export type Track = z.infer<typeof Track>;

/**
 * Filters for music. `encoded` and `mqa` match if they apply to any of the files. `mqa` is known only for files that
 * were analysed.
 */
export const MUSIC_FILTERS = ["all", "onDisk", "missing", "inQueue", "encoded", "mqa"] as const;
/** Sort orders of artists. */
export const ARTIST_SORTS = ["title", "size", "added", "albums", "tracks"] as const;
/** Sort orders of albums. The API accepts the same values. */
export const ALBUM_SORTS = ["title", "artist", "year", "size"] as const;

const Bytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const listed = {
  q: z.string().max(200).optional(),
  format: z.enum(AUDIO_FORMATS).optional().describe("Format of any of its files"),
  sound: z.enum(SOUNDS).optional().describe("Quality of any of its files; hires is lossless above 16 bits or 48 kHz"),
  minBytes: Bytes.optional(),
  maxBytes: Bytes.optional(),
};
const order = z.enum(["asc", "desc"]).default("asc");
const paged = {
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(5000).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe(
    "Number of titles to skip; not with cursor",
  ),
};

/** Selection and order of artists. `missing`: monitored tracks are not on disk. */
export const ArtistListing = z.object({
  ...listed,
  filter: z.enum(MUSIC_FILTERS).default("all"),
  sort: z.enum(ARTIST_SORTS).default("title"),
  order,
}).meta({ id: "ArtistListing" });
/** `minBytes` and `maxBytes` limit the size on disk. */
export type ArtistListing = z.infer<typeof ArtistListing>;

/** One page of artists, which starts at a cursor or at an offset. */
export const ArtistQuery = ArtistListing.extend(paged);
/** `cursor` is the `nextCursor` of the previous page. `size` sorts by the size on disk. */
export type ArtistQuery = z.infer<typeof ArtistQuery>;

/** Selection and order of albums. `lossless`: all files are lossless. */
export const AlbumListing = z.object({
  ...listed,
  filter: z.enum([...MUSIC_FILTERS, "lossless"]).default("all"),
  sort: z.enum(ALBUM_SORTS).default("title"),
  order,
  artistId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
}).meta({ id: "AlbumListing" });
/** `artistId` is the ID in Lidarr. Without it, albums of all artists are listed. */
export type AlbumListing = z.infer<typeof AlbumListing>;

/** One page of albums, which starts at a cursor or at an offset. */
export const AlbumQuery = AlbumListing.extend(paged);
/** `cursor` is the `nextCursor` of the previous page. */
export type AlbumQuery = z.infer<typeof AlbumQuery>;
