import * as z from "zod";
import { AUDIO_FORMATS, SOUNDS } from "../../../db/library/title_facets.ts";
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

const sound = {
  formats: z.array(z.string()).default([]).describe("Of its files, that of most files first: FLAC, MP3"),
  qualities: z.array(z.string()).default([]).describe("The same, as the manager calls them"),
};
/** What a list says of the sound of an artist's or album's files. */
export type SoundSummary = z.infer<z.ZodObject<typeof sound>>;

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
  ...sound,
  inQueue: z.boolean().optional().describe("A job for one of its files is not finished yet"),
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
  ...sound,
  inQueue: z.boolean().optional().describe("A job for one of its files is not finished yet"),
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

/** What music can be filtered by; `encoded` and `mqa` are said of any of its files, `mqa` of those that were listened to. */
export const MUSIC_FILTERS = ["all", "onDisk", "missing", "inQueue", "encoded", "mqa"] as const;
/** What artists can be sorted by. */
export const ARTIST_SORTS = ["title", "size", "added", "albums", "tracks"] as const;
/** What albums can be sorted by; also the values that the API takes. */
export const ALBUM_SORTS = ["title", "artist", "year", "size"] as const;

const Bytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const listed = {
  q: z.string().max(200).optional(),
  format: z.enum(AUDIO_FORMATS).optional().describe("Of any of its files"),
  sound: z.enum(SOUNDS).optional().describe("Of any of its files; hires is lossless beyond 16 bits or 48 kHz"),
  minBytes: Bytes.optional(),
  maxBytes: Bytes.optional(),
};
const order = z.enum(["asc", "desc"]).default("asc");
const paged = {
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(5000).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).optional().describe("Titles before the page; without cursor"),
};

/** Which artists are meant, in which order. `missing`: tracks that are wanted are not on disk. */
export const ArtistListing = z.object({
  ...listed,
  filter: z.enum(MUSIC_FILTERS).default("all"),
  sort: z.enum(ARTIST_SORTS).default("title"),
  order,
}).meta({ id: "ArtistListing" });
/** Sizes in bytes on disk. */
export type ArtistListing = z.infer<typeof ArtistListing>;

/** One page of artists: from a cursor, or from a place. */
export const ArtistQuery = ArtistListing.extend(paged);
/** `cursor` is the `nextCursor` of the page before; `size` sorts by the size on disk. */
export type ArtistQuery = z.infer<typeof ArtistQuery>;

/** Which albums are meant, in which order. `lossless`: every file is. */
export const AlbumListing = z.object({
  ...listed,
  filter: z.enum([...MUSIC_FILTERS, "lossless"]).default("all"),
  sort: z.enum(ALBUM_SORTS).default("title"),
  order,
  artistId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
}).meta({ id: "AlbumListing" });
/** `artistId` is Lidarr's number; without it albums of all artists are meant. */
export type AlbumListing = z.infer<typeof AlbumListing>;

/** One page of albums: from a cursor, or from a place. */
export const AlbumQuery = AlbumListing.extend(paged);
/** `cursor` is the `nextCursor` of the page before. */
export type AlbumQuery = z.infer<typeof AlbumQuery>;
