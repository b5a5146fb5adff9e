import { albumsLike } from "./data_music.ts";
import { cleaned } from "./shared/names.ts";
import { seeded } from "./shared/random.ts";
import type { Fields } from "./shared/types.ts";

const PEERS = ["vinyl_hoarder", "Größe & Klang", "a/b+c d", "dj.noname", "LosslessLurker"];

/** Responses of network peers to a search. Paths have backslashes, and attributes may be missing. */
export function peerAnswers(searchText: string): Fields[] {
  const random = seeded(searchText);
  const wanted = searchText.replace(/\b(flac|mp3|320|24bit)\b/gi, " ").replace(/\s+/g, " ").trim();
  const lossy = /\b(mp3|320)\b/i.test(searchText);
  return albumsLike(wanted).flatMap(({ artist, album }) =>
    PEERS.filter(() => random.chance(0.6)).map((username) => {
      const flac = !lossy && random.chance(0.7);
      const folder = `@@${random.int(10_000, 99_999)}\\Music\\${cleaned(artist.artistName)}\\${cleaned(album.title)} (${
        album.releaseDate.slice(0, 4)
      })`;
      const bare = random.chance(0.25);
      const files = (album.releases[0]?.tracks ?? []).map((track) => ({
        filename: `${folder}\\${String(track.absoluteTrackNumber).padStart(2, "0")} - ${cleaned(track.title)}.${
          flac ? "flac" : "mp3"
        }`,
        size: Math.round(track.duration / 1000 * (flac ? 115_000 : 40_000)),
        code: 1,
        isLocked: false,
        extension: random.chance(0.5) ? "" : flac ? "flac" : "mp3",
        ...(bare ? {} : { length: Math.round(track.duration / 1000) }),
        ...(bare ? {} : flac ? { bitDepth: 16, sampleRate: 44_100 } : { bitRate: 320, isVariableBitRate: false }),
      }));
      const locked = random.chance(0.1) ? files.splice(-1).map((file) => ({ ...file, isLocked: true })) : [];
      return {
        username,
        token: random.int(1, 1e6),
        hasFreeUploadSlot: random.chance(0.6),
        queueLength: random.int(0, 40),
        uploadSpeed: random.int(50_000, 12_000_000),
        fileCount: files.length,
        files,
        lockedFileCount: locked.length,
        lockedFiles: locked,
      };
    })
  );
}
