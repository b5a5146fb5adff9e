import type { CdAlbum } from "./album.ts";
import { trackFileName } from "./names.ts";

/** A playlist of the files beside it, in UTF-8. `seconds` are the lengths of the album's tracks. Pure. */
export function albumPlaylist(album: CdAlbum, seconds: readonly number[]): string {
  const lines = album.tracks.flatMap((track, i) => [
    `#EXTINF:${Math.round(seconds[i] ?? -1)},${track.artist} - ${track.title}`,
    trackFileName(track),
  ]);
  return ["#EXTM3U", ...lines, ""].join("\n");
}
