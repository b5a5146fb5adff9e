import type { CdAlbum } from "./album.ts";
import { trackFileName } from "./names.ts";

/**
 * Creates a playlist of the files next to it, in UTF-8. `seconds` contains the durations of the album's tracks. Pure.
 */
export function albumPlaylist(album: CdAlbum, seconds: readonly number[]): string {
  const lines = album.tracks.flatMap((track, i) => [
    `#EXTINF:${Math.round(seconds[i] ?? -1)},${track.artist} - ${track.title}`,
    trackFileName(track),
  ]);
  return ["#EXTM3U", ...lines, ""].join("\n");
}
