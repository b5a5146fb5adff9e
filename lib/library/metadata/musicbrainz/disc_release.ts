import type { CatalogRelease } from "./model.ts";
import { creditText, type MediumRow, releaseOf, type ReleaseRow, some } from "./wire.ts";

/** Data that MusicBrainz uses to identify a disc. */
export interface CatalogDisc {
  /** MusicBrainz disc ID, 28 characters. */
  discId: string;
  /** `first last leadout offset1 …`: positions in sectors (1/75 s), including the 150 sectors of the lead-in. */
  toc: string;
}

/** Reduces a release to the requested disc, with its number in the set and its tracks. Pure. */
export function discRelease(row: ReleaseRow, disc: CatalogDisc): CatalogRelease | undefined {
  const medium = mediumOf(row.media ?? [], disc);
  if (medium === undefined) return undefined;
  const release = releaseOf(row);
  return {
    ...release,
    ...some("format", medium.format),
    discNumber: medium.position ?? (row.media ?? []).indexOf(medium) + 1,
    ...some("discTitle", medium.title),
    tracks: [...(medium.pregap ? [{ ...medium.pregap, position: 0 }] : []), ...(medium.tracks ?? [])]
      .map((track) => trackOf(track, release.artist)),
  };
}

/**
 * Returns the disc of a set with the requested ID, or otherwise the one with the same number of tracks and the most
 * similar track lengths. Returns undefined if none has the same number of tracks. Pure.
 */
export function mediumOf(media: MediumRow[], { discId, toc }: CatalogDisc): MediumRow | undefined {
  const known = media.find(({ discs }) => discs?.some(({ id }) => id === discId));
  if (known !== undefined) return known;
  const lengths = trackLengths(toc);
  const near = media
    .filter((medium) => (medium.tracks?.length || medium["track-count"]) === lengths.length)
    .map((medium) => ({ medium, distance: distanceOf(medium, lengths) }));
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.medium;
}

const SECTOR_MS = 1000 / 75;

/** Returns the track lengths in milliseconds. */
function trackLengths(toc: string): number[] {
  const [, , leadOut = 0, ...offsets] = toc.split(/[\s+]+/).map(Number);
  return offsets.map((offset, i) => ((offsets[i + 1] ?? leadOut) - offset) * SECTOR_MS);
}

/** Total difference of the track lengths in milliseconds. Unknown lengths are skipped. */
const distanceOf = ({ tracks }: MediumRow, lengths: number[]): number =>
  (tracks ?? []).reduce((sum, { length, recording }, i) => {
    const wanted = lengths[i] ?? 0;
    return sum + Math.abs((length ?? recording?.length ?? wanted) - wanted);
  }, 0);

type TrackRow = NonNullable<MediumRow["tracks"]>[number];

function trackOf(track: TrackRow, albumArtist: string): CatalogRelease["tracks"][number] {
  const { position, recording, length } = track;
  const artist = creditText(track["artist-credit"]);
  const lengthMs = length ?? recording?.length;
  return {
    number: position,
    title: track.title || recording?.title || "",
    ...some("artist", artist === albumArtist ? "" : artist),
    ...some("artistId", track["artist-credit"]?.[0]?.artist?.id),
    ...(typeof lengthMs === "number" ? { lengthMs: Math.round(lengthMs) } : {}),
    ...some("recordingId", recording?.id),
    ...some("trackId", track.id),
    ...some("isrc", recording?.isrcs?.[0]),
  };
}
