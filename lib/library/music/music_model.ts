import { z } from "zod";
import { heldFile } from "../video/model.ts";

/** What the music manager holds, as our API answers it. */

/** What listening for MQA came to. */
export const MqaFound = z.object({
  isMqa: z.boolean(),
  studio: z.boolean(),
  originalRate: z.int().optional().describe("Hz of the master"),
}).meta({ id: "MqaFound" });
/** `studio` is MQA Studio; kept by the identity of the file, so that each is listened to once. */
export type MqaFound = z.infer<typeof MqaFound>;

/** A file of Lidarr; `size` in bytes, `lossless` by its quality or codec. */
export const MusicFile = z.object({
  ...heldFile,
  codec: z.string().optional(),
  bitDepth: z.int().optional(),
  sampleRate: z.int().optional().describe("Hz"),
  bitrate: z.int().optional().describe("kbit/s"),
  channels: z.number().optional(),
  lossless: z.boolean(),
  mqa: MqaFound.optional().describe("Only when the file was listened to"),
}).meta({ id: "MusicFile" });
/** Stored inside its tracks' records; several tracks of one image have the same. */
export type MusicFile = z.infer<typeof MusicFile>;

const counts = { trackCount: z.int(), trackFileCount: z.int(), sizeOnDisk: z.int() };

/** An artist of Lidarr; `id` is Lidarr's number, `sizeOnDisk` in bytes. */
export const Artist = z.object({
  id: z.int(),
  foreignArtistId: z.string().describe("At MusicBrainz"),
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
  qualityProfile: z.string().optional().describe("Its name, when the manager tells it"),
  metadataProfileId: z.int().optional(),
  rating: z.number().optional().describe("0 to 100"),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
  statistics: z.object({ albumCount: z.int(), ...counts }),
}).meta({ id: "Artist" });
/** What the store keeps as the record of an artist. */
export type Artist = z.infer<typeof Artist>;

/** An album of Lidarr; `releaseDate` is YYYY-MM-DD, `trackCount` also counts what is not monitored. */
export const Album = z.object({
  id: z.int(),
  artistId: z.int(),
  artist: z.string().optional(),
  foreignAlbumId: z.string().describe("The release group at MusicBrainz"),
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
  statistics: z.object(counts),
}).meta({ id: "Album" });
/** What the store keeps as the record of an album; tracks are records of their own. */
export type Album = z.infer<typeof Album>;

/** A track of the release that Lidarr chose for the album; `durationMs` is 0 when Lidarr does not know it. */
export const Track = z.object({
  id: z.int(),
  albumId: z.int(),
  trackNumber: z.string().describe("As printed: vinyl has A1"),
  absoluteTrackNumber: z.int(),
  mediumNumber: z.int(),
  title: z.string(),
  durationMs: z.int(),
  explicit: z.boolean().optional(),
  hasFile: z.boolean(),
  file: MusicFile.optional(),
}).meta({ id: "Track" });
/** What the store keeps as the record of a track. */
export type Track = z.infer<typeof Track>;

const listed = {
  q: z.string().max(200).optional(),
  order: z.enum(["asc", "desc"]).default("asc"),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(400).optional(),
};

/** What to list of the artists. `missing`: tracks that are wanted are not on disk. */
export const ArtistQuery = z.object({
  ...listed,
  filter: z.enum(["all", "onDisk", "missing"]).default("all"),
  sort: z.enum(["title", "size", "added"]).default("title"),
});
/** `cursor` is the `nextCursor` of the page before; `size` sorts by the size on disk. */
export type ArtistQuery = z.infer<typeof ArtistQuery>;

/** What albums can be sorted by; also the values that the API takes. */
export const ALBUM_SORTS = ["title", "artist", "year", "size"] as const;

/** What to list of the albums. `lossless`: every file is. */
export const AlbumQuery = z.object({
  ...listed,
  filter: z.enum(["all", "onDisk", "missing", "lossless"]).default("all"),
  sort: z.enum(ALBUM_SORTS).default("title"),
  artistId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});
/** `artistId` is Lidarr's number; without it albums of all artists are listed. */
export type AlbumQuery = z.infer<typeof AlbumQuery>;
