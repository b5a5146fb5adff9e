import { safeFileName } from "../../../encode/naming/file_name.ts";
import { numberedTitle } from "../releases/numbered_title.ts";
import type { CdAlbum, CdAlbumTrack } from "./album.ts";

/** Folder and file names of an album. Pure. All names are valid on common file systems and network shares. */

/** Returns the folders below the music folder: the artist, the album with its year, and the disc of a set. */
export function albumFolders({ artist, title, date, discNumber, discCount, discTitle }: CdAlbum): string[] {
  const year = /^\d{4}/.exec(date ?? "")?.[0];
  const disc = `Disc ${discNumber}${discTitle ? ` - ${discTitle}` : ""}`;
  return [
    safeFileName(artist, ""),
    safeFileName(title, year === undefined ? "" : ` (${year})`),
    ...(discCount > 1 ? [safeFileName(disc, "")] : []),
  ];
}

/**
 * Returns a name such as `01 - Title.flac`. The number of the hidden track is 00. A title without any valid character
 * is replaced with its number.
 */
export function trackFileName({ number, title }: Pick<CdAlbumTrack, "number" | "title">): string {
  const digits = String(number).padStart(2, "0");
  const name = safeFileName(`${digits} - ${title}`, ".flac");
  return name === `${digits} -.flac` ? `${digits} - ${numberedTitle(number)}.flac` : name;
}

/** Returns the name of a file next to the tracks that is named after the album. `extension` includes the dot. */
export const albumFileName = ({ artist, title }: CdAlbum, extension: string): string =>
  safeFileName(`${artist} - ${title}`, extension);
