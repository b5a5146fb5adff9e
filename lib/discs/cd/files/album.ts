import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdToc } from "../model.ts";
import { numberedTitle } from "../releases/numbered_title.ts";
import { oneLine } from "./one_line.ts";

/** Album information for the files of one disc. Each text is a single line and not empty. */
export interface CdAlbum {
  title: string;
  artist: string;
  /** Release date, such as 2001, 2001-05 or 2001-05-12. */
  date?: string;
  label?: string;
  /** Catalogue number assigned by the label. */
  catalogNumber?: string;
  barcode?: string;
  genre?: string;
  discNumber: number;
  discCount: number;
  discTitle?: string;
  /** Number of the last audio track on the disc. */
  trackTotal: number;
  ids: AlbumIds;
  /** Tracks in disc order. Number 0 is the hidden track. */
  tracks: CdAlbumTrack[];
}

/** MusicBrainz IDs. All except the disc ID are present only if the release comes from MusicBrainz. */
export interface AlbumIds {
  disc: string;
  release?: string;
  releaseGroup?: string;
  artist?: string;
}

/** Track information for one file. */
export interface CdAlbumTrack {
  /** Track number from 1 to 99 as on the disc, or 0 for a track hidden before the first one. */
  number: number;
  title: string;
  artist: string;
  isrc?: string;
  preEmphasis: boolean;
  ids: { artist?: string; recording?: string; track?: string };
}

/**
 * Sources of album information. `release` is the release as found or edited by the user. `hasHidden` is true if audio
 * before the first track was read.
 */
export interface AlbumSources {
  toc: CdToc;
  discId: string;
  release?: CatalogRelease;
  hasHidden?: boolean;
}

/** Uses the names from the release, or else from the disc. If both are missing, uses default names. Pure. */
export function albumOf({ toc, discId, release, hasHidden = false }: AlbumSources): CdAlbum {
  const audio = toc.tracks.filter(({ isAudio }) => isAudio);
  const artist = firstText(release?.artist, toc.performer) ?? "Unknown Artist";
  const isOwn = release?.source === "releasedb";
  const listed = (release?.tracks ?? []).filter(({ number }) => number > 0);
  const hidden = release?.tracks.find(({ number }) => number === 0);
  return {
    // The name contains the disc ID, because unknown discs must not share a folder.
    title: firstText(release?.title, toc.title) ?? `Unknown Album (${discId})`,
    artist,
    ...texts({
      date: release?.date,
      label: release?.label,
      catalogNumber: release?.catalogNumber,
      barcode: release?.barcode || (/[1-9]/.test(toc.catalogNumber ?? "") ? toc.catalogNumber : undefined),
      genre: release?.genre,
      discTitle: release?.discTitle,
    }),
    discNumber: release?.discNumber ?? 1,
    discCount: Math.max(release?.discCount ?? 1, release?.discNumber ?? 1),
    trackTotal: audio.at(-1)?.number ?? 0,
    ids: {
      disc: discId,
      ...(isOwn
        ? texts({ release: release.releaseId, releaseGroup: release.releaseGroupId, artist: release.artistId })
        : {}),
    },
    tracks: [
      ...(hasHidden
        ? [trackOf(hidden, { number: 0, title: "Hidden Track", preEmphasis: false }, { artist, isOwn })]
        : []),
      ...audio.map((track, i) => {
        // On a disc that starts with a data track, audio tracks are numbered from 2. The release often numbers them
        // from 1.
        const inOrder = listed.length === audio.length ? listed[i] : undefined;
        const named = inOrder ?? listed.find(({ number }) => number === track.number);
        return trackOf(named, track, { artist, isOwn });
      }),
    ],
  };
}

type ListedTrack = CatalogRelease["tracks"][number];

function trackOf(
  listed: ListedTrack | undefined,
  { number, title, performer, isrc, preEmphasis }: Pick<
    CdToc["tracks"][number],
    "number" | "title" | "performer" | "isrc" | "preEmphasis"
  >,
  { artist, isOwn }: { artist: string; isOwn: boolean },
): CdAlbumTrack {
  return {
    number,
    title: firstText(listed?.title, title) ?? numberedTitle(number),
    // A track without an artist in the release uses the album artist.
    artist: firstText(listed ? listed.artist : performer) ?? artist,
    // The ISRC on the disc belongs to this pressing, so it is preferred to the ISRC in the release.
    ...texts({ isrc: isrc || listed?.isrc }),
    preEmphasis,
    ids: isOwn ? texts({ artist: listed?.artistId, recording: listed?.recordingId, track: listed?.trackId }) : {},
  };
}

/** Returns the first value with a visible character, as a single line. */
const firstText = (...values: (string | undefined)[]): string | undefined =>
  values.map((value) => oneLine(value ?? "")).find((text) => /[^\p{Cf}\s]/u.test(text));

/** Converts fields to single lines and removes empty ones. */
function texts<K extends string>(fields: Record<K, string | undefined>): { [P in K]?: string } {
  const lines = Object.entries<string | undefined>(fields).map(([key, value]) => [key, oneLine(value ?? "")]);
  return Object.fromEntries(lines.filter(([, value]) => value !== "")) as { [P in K]?: string };
}
