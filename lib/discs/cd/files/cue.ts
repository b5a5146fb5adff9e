import type { CdToc } from "../model.ts";
import type { CdAlbum, CdAlbumTrack } from "./album.ts";
import { trackFileName } from "./names.ts";

/** A cue sheet with one file for each track. Positions are in frames of 1/75 s. */
export interface AlbumCue {
  title: string;
  performer: string;
  catalog?: string;
  remarks: { name: string; value: string }[];
  files: { name: string; type: string }[];
  tracks: AlbumCueTrack[];
}

/** One track. `file` is the index of its file in the sheet. */
export interface AlbumCueTrack {
  number: number;
  mode: string;
  title: string;
  performer: string;
  isrc?: string;
  flags: string[];
  /** Silence before the track that is not in any file. */
  pregap?: number;
  indexes: { number: number; frame: number; file: number }[];
  remarks: { name: string; value: string }[];
}

/**
 * Builds the cue sheet. Each track starts at the beginning of its file. As on the disc, a track's pregap is at the end
 * of the previous file. The pregap of the first track is the hidden track if it was kept, otherwise silence. Pure.
 */
export function albumCue(album: CdAlbum, toc: CdToc, cddbId: string): AlbumCue {
  const files = album.tracks.map((track) => ({ name: trackFileName(track), type: "WAVE" }));
  const remarks = Object.entries({
    GENRE: album.genre,
    DATE: album.date?.slice(0, 4),
    DISCID: cddbId.toUpperCase(),
    DISCNUMBER: album.discCount > 1 ? String(album.discNumber) : undefined,
    TOTALDISCS: album.discCount > 1 ? String(album.discCount) : undefined,
  }).flatMap(([name, value]) => value ? [{ name, value }] : []);
  return {
    title: album.title,
    performer: album.artist,
    ...(/^\d{13}$/.test(toc.catalogNumber ?? "") ? { catalog: toc.catalogNumber } : {}),
    remarks,
    files,
    tracks: album.tracks.flatMap((track, file) =>
      track.number === 0 ? [] : [cueTrack(track, file, { toc, before: album.tracks[file - 1] })]
    ),
  };
}

/**
 * Creates the entry of a track. `before` is the track in the previous file. If only part of the disc was ripped, this
 * may not be the previous track on the disc.
 */
function cueTrack(
  { number, title, artist, isrc, preEmphasis }: CdAlbumTrack,
  file: number,
  { toc, before: fileBefore }: { toc: CdToc; before: CdAlbumTrack | undefined },
): AlbumCueTrack {
  const at = toc.tracks.findIndex((one) => one.number === number);
  const before = toc.tracks[at - 1];
  // The hidden track extends from the first sector to the first track.
  const sectorsBefore = at === 0 ? toc.tracks[0]?.start ?? 0 : before?.isAudio ? before.sectors : 0;
  const pregap = at === 0 ? sectorsBefore : Math.min(toc.tracks[at]?.pregap ?? 0, sectorsBefore);
  const isInFile = pregap > 0 && fileBefore?.number === (at === 0 ? 0 : before?.number);
  return {
    number,
    mode: "AUDIO",
    title,
    performer: artist,
    ...(isrc ? { isrc } : {}),
    flags: preEmphasis ? ["PRE"] : [],
    ...(pregap > 0 && !isInFile ? { pregap } : {}),
    indexes: [
      ...(isInFile ? [{ number: 0, frame: sectorsBefore - pregap, file: file - 1 }] : []),
      { number: 1, frame: 0, file },
    ],
    remarks: [],
  };
}
