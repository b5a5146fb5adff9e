import * as z from "zod";
import type { CatalogArtist, CatalogRelease } from "./model.ts";

/** Schemas of responses from MusicBrainz, limited to the fields that are used, and their conversion. Pure. */

const text = z.string().nullish();

const Credit = z.array(z.object({
  name: text,
  joinphrase: text,
  artist: z.object({ id: text, name: text }).nullish(),
})).nullish();

/** A list of rows. Invalid rows are skipped, so that the others can be used. */
const rowsOf = <T extends z.ZodType>(row: T) =>
  z.array(z.unknown()).transform((rows) => rows.flatMap((one) => row.safeParse(one).data ?? []));

const Track = z.object({
  id: text,
  position: z.int().min(0).max(999),
  title: text,
  length: z.number().nullish(),
  "artist-credit": Credit,
  recording: z.object({ id: text, title: text, length: z.number().nullish(), isrcs: z.array(z.string()).nullish() })
    .nullish(),
});

const Medium = z.object({
  position: z.int().min(1).max(999).nullish(),
  title: text,
  format: text,
  "track-count": z.int().nullish(),
  discs: rowsOf(z.object({ id: z.string() })).nullish(),
  tracks: rowsOf(Track).nullish(),
  // A hidden track before the first one.
  pregap: Track.nullish().catch(undefined),
});
/** One disc of a release, as received. `discs` are the tables of contents of its pressings. */
export type MediumRow = z.infer<typeof Medium>;

const Release = z.object({
  id: z.string(),
  score: z.number().nullish(),
  title: z.string(),
  status: text,
  date: text,
  country: text,
  barcode: text,
  disambiguation: text,
  "artist-credit": Credit,
  "release-group": z.object({ id: text, "primary-type": text }).nullish(),
  "label-info": z.array(z.object({ "catalog-number": text, label: z.object({ name: text }).nullish() })).nullish(),
  media: rowsOf(Medium).nullish(),
});
/** A release as received. */
export type ReleaseRow = z.infer<typeof Release>;

const Artist = z.object({
  id: z.string(),
  score: z.number().nullish(),
  name: z.string(),
  "sort-name": text,
  type: text,
  country: text,
  disambiguation: text,
});

/** Response of `/ws/2/release?query=`. */
export const ReleaseSearchResponse = z.object({ releases: rowsOf(Release) });
/** Response of `/ws/2/artist?query=`. */
export const ArtistAnswer = z.object({ artists: rowsOf(Artist) });
/** Response of `/ws/2/discid/`. It has an ID for an exact match, and none for similar discs. */
export const DiscAnswer = z.object({ id: text, releases: rowsOf(Release).nullish() });
/** Response of `/ws/2/release/` with an ID. */
export const OneReleaseAnswer = Release;

/**
 * Converts a release. Discs are counted and tracks are added up. The cover URL is based on the ID and may not exist.
 */
export function releaseOf(release: ReleaseRow): CatalogRelease {
  const credits = release["artist-credit"] ?? [];
  const media = release.media ?? [];
  const tracks = media.reduce((sum, { "track-count": count }) => sum + (count ?? 0), 0);
  return {
    kind: "release",
    releaseId: release.id,
    ...some("releaseGroupId", release["release-group"]?.id),
    title: release.title,
    artist: creditText(credits),
    ...some("artistId", credits[0]?.artist?.id),
    ...some("date", release.date),
    ...some("country", release.country),
    ...some("label", release["label-info"]?.find(({ label }) => label?.name)?.label?.name),
    ...some("catalogNumber", release["label-info"]?.find((info) => info["catalog-number"])?.["catalog-number"]),
    ...some("barcode", release.barcode),
    ...some("status", release.status),
    ...some("type", release["release-group"]?.["primary-type"]),
    ...some("format", [...new Set(media.flatMap(({ format }) => format || []))].join(", ")),
    ...some("disambiguation", release.disambiguation),
    discNumber: 1,
    discCount: Math.max(1, media.length),
    ...(tracks > 0 ? { trackCount: tracks } : {}),
    tracks: [],
    coverUrl: `https://coverartarchive.org/release/${encodeURIComponent(release.id)}/front-250`,
    source: "releasedb",
    ...(typeof release.score === "number" ? { score: Math.round(release.score) } : {}),
  };
}

/** Converts an artist. Empty fields are omitted. */
export const artistOf = (artist: z.infer<typeof Artist>): CatalogArtist => ({
  kind: "artist",
  artistId: artist.id,
  name: artist.name,
  ...some("sortName", artist["sort-name"]),
  ...some("type", artist.type),
  ...some("country", artist.country),
  ...some("disambiguation", artist.disambiguation),
  ...(typeof artist.score === "number" ? { score: Math.round(artist.score) } : {}),
});

/** Joins artist names with the words between them, for example `The Tests & Guests`. */
export const creditText = (credits: z.infer<typeof Credit>): string =>
  (credits ?? []).map(({ name, artist, joinphrase }) => `${name ?? artist?.name ?? ""}${joinphrase ?? ""}`).join("");

/** Returns an object with one field, or an empty object if there is no text. */
export const some = <K extends string>(key: K, value: string | null | undefined): { [P in K]?: string } =>
  value ? { [key]: value } as { [P in K]?: string } : {};
