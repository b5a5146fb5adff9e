import type { Music } from "./lidarr_library.ts";
import type { Album, Release, Track, TrackFile } from "./music_model.ts";
import { removed } from "./shared/disk.ts";
import { failed } from "./shared/errors.ts";
import { boolOf, intOf, intsOf, json, type Routes } from "./shared/http.ts";
import type { Fields } from "./shared/types.ts";

/** Track and track file routes. */
export function trackRoutes(music: Music): Routes {
  return {
    "GET /track": ({ query }) => json(askedTracks(music, query)),
    "GET /trackfile": ({ query }) => json(askedFiles(music, query).map((file) => music.fileResource(file))),
    "GET /trackfile/:id": ({ params }) => json(music.fileResource(fileOf(music, params.id))),
    "DELETE /trackfile/:id": async ({ params }) => {
      const file = fileOf(music, params.id);
      await removed(music.desk.paths.toDisk(file.path));
      music.forgetFile(file);
      return json({});
    },
  };
}

/** Returns the tracks with the given IDs, of a release, or of the monitored releases of an album or artist. */
function askedTracks(music: Music, query: URLSearchParams): Fields[] {
  const [artistId, albumId, releaseId] = ["artistId", "albumId", "albumReleaseId"].map((name) => intOf(query, name));
  const ids = intsOf(query, "trackIds");
  if (artistId === undefined && albumId === undefined && releaseId === undefined && ids.length === 0) {
    throw failed(400, "One of artistId, albumId, albumReleaseId or trackIds must be provided");
  }
  const fits = (album: Album, release: Release, track: Track) =>
    ids.length > 0
      ? ids.includes(track.id)
      : releaseId !== undefined
      ? release.id === releaseId
      : release === music.releaseOf(album) && (album.id === albumId || album.artistId === artistId);
  return [...music.albums.values()].flatMap((album) =>
    album.releases.flatMap((release) =>
      release.tracks
        .filter((track) => fits(album, release, track))
        .map((track) => music.trackResource(music.artist(album.artistId), album, track))
    )
  );
}

function askedFiles(music: Music, query: URLSearchParams): TrackFile[] {
  const [artistId, albumId] = [intOf(query, "artistId"), intOf(query, "albumId")];
  const ids = intsOf(query, "trackFileIds");
  const unmapped = boolOf(query, "unmapped");
  if (artistId === undefined && albumId === undefined && ids.length === 0 && !unmapped) {
    throw failed(400, "artistId, albumId, trackFileIds or unmapped must be provided");
  }
  const fits = (file: TrackFile) =>
    unmapped ? file.albumId === 0 : file.albumId === albumId || file.artistId === artistId || ids.includes(file.id);
  return [...music.files.values().filter(fits)];
}

function fileOf(music: Music, id: string | undefined): TrackFile {
  const file = music.files.get(Number(id));
  if (file === undefined) throw failed(404, `TrackFile with ID ${id} does not exist`);
  return file;
}
