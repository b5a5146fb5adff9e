import { safeFileName } from "../../../encode/naming/file_name.ts";
import { numberedTitle } from "../releases/numbered_title.ts";
import type { CdAlbum, CdAlbumTrack } from "./album.ts";

/** What folders and files of an album are called. Pure; every name is one that file systems and shares take. */

/** Folders below that of the music: artist, album with its year, and the disc of a set. */
export function albumFolders({ artist, title, date, discNumber, discCount, discTitle }: CdAlbum): string[] {
  const year = /^\d{4}/.exec(date ?? "")?.[0];
  const disc = `Disc ${discNumber}${discTitle ? ` - ${discTitle}` : ""}`;
  return [
    safeFileName(artist, ""),
    safeFileName(title, year === undefined ? "" : ` (${year})`),
    ...(discCount > 1 ? [safeFileName(disc, "")] : []),
  ];
}

/** `01 - Title.flac`; the hidden track is 00. A title of which no sign may stand in a name is replaced by its number. */
export function trackFileName({ number, title }: Pick<CdAlbumTrack, "number" | "title">): string {
  const digits = String(number).padStart(2, "0");
  const name = safeFileName(`${digits} - ${title}`, ".flac");
  return name === `${digits} -.flac` ? `${digits} - ${numberedTitle(number)}.flac` : name;
}

/** A file beside the tracks, named after the album; `extension` with its dot. */
export const albumFileName = ({ artist, title }: CdAlbum, extension: string): string =>
  safeFileName(`${artist} - ${title}`, extension);
