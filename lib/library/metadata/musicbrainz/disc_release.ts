import type { CatalogRelease } from "./model.ts";
import { creditText, type MediumRow, releaseOf, type ReleaseRow, some } from "./wire.ts";

/** A disc as MusicBrainz is asked about it. */
export interface CatalogDisc {
  /** MusicBrainz' disc id, 28 characters. */
  discId: string;
  /** `first last leadout offset1 …`: places in sectors (1/75 s) with the 150 of the lead-in. */
  toc: string;
}

/** A release as the one disc of it that is asked about: its number in the set and its tracks. Pure. */
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
 * The disc of a set that has our id; when none has it, the one with as many tracks and the nearest lengths. Undefined when
 * none has as many tracks. Pure.
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

/** Lengths of the tracks in milliseconds. */
function trackLengths(toc: string): number[] {
  const [, , leadOut = 0, ...offsets] = toc.split(/[\s+]+/).map(Number);
  return offsets.map((offset, i) => ((offsets[i + 1] ?? leadOut) - offset) * SECTOR_MS);
}

/** By how many milliseconds the tracks differ together; unknown lengths do not count. */
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
