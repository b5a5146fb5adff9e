import * as z from "zod";

/** Releases and artists in MusicBrainz. */

/** A release. As a search result it has the number of tracks. Reduced to one of its discs, it has the tracks. */
export const CatalogRelease = z.object({
  kind: z.literal("release"),
  releaseId: z.string(),
  releaseGroupId: z.string().optional().describe("ID of the album in Lidarr"),
  title: z.string(),
  artist: z.string(),
  artistId: z.string().optional(),
  date: z.string().optional().describe("2001, 2001-05 or 2001-05-12"),
  country: z.string().optional(),
  label: z.string().optional(),
  catalogNumber: z.string().optional().describe("The label's catalogue number, as on the spine"),
  barcode: z.string().optional(),
  genre: z.string().optional(),
  status: z.string().optional().describe("Official, Promotion, Bootleg"),
  type: z.string().optional().describe("Album, EP, Single"),
  format: z.string().optional().describe('Format of its discs: CD, 12" Vinyl, Digital Media'),
  disambiguation: z.string().optional(),
  discNumber: z.int(),
  discCount: z.int(),
  discTitle: z.string().optional().describe("Title of the disc, if it has its own within a set"),
  trackCount: z.int().optional(),
  tracks: z.array(z.object({
    number: z.int().describe("0 = hidden track before the first"),
    title: z.string(),
    artist: z.string().optional().describe("If it differs from the release artist"),
    artistId: z.string().optional(),
    lengthMs: z.int().optional(),
    recordingId: z.string().optional(),
    trackId: z.string().optional(),
    isrc: z.string().optional(),
  })).describe("Tracks of the disc `discNumber`; empty in lists"),
  coverUrl: z.string().optional().describe("URL of its cover, if it has one"),
  source: z.enum(["releasedb", "cddb", "cdtext"]),
  inexact: z.boolean().optional().describe("Found through a similar disc: the user has to confirm it"),
  score: z.int().optional().describe("0 to 100"),
}).meta({ id: "CatalogRelease" });
/**
 * For `releasedb`, `releaseId` is the MusicBrainz ID. Otherwise it is unique only within the list. `releaseGroupId` is
 * the ID with which the album is added to Lidarr.
 */
export type CatalogRelease = z.infer<typeof CatalogRelease>;

/** A MusicBrainz artist. `artistId` is Lidarr's `foreignArtistId`. */
export const CatalogArtist = z.object({
  kind: z.literal("artist"),
  artistId: z.string(),
  name: z.string(),
  sortName: z.string().optional(),
  type: z.string().optional().describe("Person, Group"),
  country: z.string().optional(),
  disambiguation: z.string().optional(),
  score: z.int().optional().describe("0 to 100"),
}).meta({ id: "CatalogArtist" });
/** `country` is a two-letter code as used by MusicBrainz, such as `DE`. `XW` is worldwide. */
export type CatalogArtist = z.infer<typeof CatalogArtist>;

/** A search result of either kind, as returned and cached for 30 days. */
export const CatalogFound = z.discriminatedUnion("kind", [CatalogRelease, CatalogArtist]);
/** `kind` distinguishes releases from artists. */
export type CatalogFound = z.infer<typeof CatalogFound>;

/** Search text: words of title and artist, or a barcode number. */
export const CatalogQuery = z.object({
  q: z.string().trim().min(1).max(200),
  kind: z.enum(["release", "artist"]).default("release"),
  artist: z.string().trim().max(200).optional().describe("Words from the artist's name, if `q` is only the title"),
});
/** Query of the API's release search. `kind` defaults to `release`. */
export type CatalogQuery = z.infer<typeof CatalogQuery>;
