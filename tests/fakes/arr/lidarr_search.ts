import type { Music } from "./lidarr_library.ts";
import type { Album } from "./music_model.ts";
import { intOf } from "./shared/http.ts";
import { offersOf } from "./shared/offers.ts";
import { type Found, judged, type Searching, webhookRelease } from "./shared/releases.ts";

/** Returns the releases of one album, best first. */
export function releasesOf(music: Music, album: Album): Found[] {
  const artist = music.artist(album.artistId);
  const offers = offersOf("Lidarr", `${artist.artistName} - ${album.title} ${album.releaseDate.slice(0, 4)}`, {
    languages: [],
  });
  const all = offers.map((offer): Found => ({
    ...offer,
    targets: [{ artistId: artist.id, albumId: album.id }],
    rejections: [],
    extra: {
      discography: false,
      artistName: artist.artistName,
      albumTitle: album.title,
      artistId: artist.id,
      albumId: album.id,
    },
  }));
  return judged(music.desk.profile(artist.qualityProfileId), music.filesOf(album.id)[0]?.quality, all);
}

/** Lidarr's interactive search. */
export const searching = (music: Music): Searching => ({
  search: ({ query }) => {
    const [albumId, artistId] = [intOf(query, "albumId"), intOf(query, "artistId")];
    if (albumId !== undefined) return releasesOf(music, music.album(albumId));
    const some = artistId === undefined ? [...music.albums.values().take(5)] : music.albumsOf(artistId);
    return some.flatMap((album) => releasesOf(music, album).slice(0, 2));
  },
  mapped: ({ albumId }) => {
    const album = typeof albumId === "number" ? music.albums.get(albumId) : undefined;
    return album === undefined ? [] : [{ artistId: album.artistId, albumId: album.id }];
  },
  onGrab: async (release, downloadId) => {
    const { desk } = music;
    const artist = music.artist(release.targets[0]?.artistId);
    await desk.webhooks.send({
      ...desk.event("Grab"),
      artist: { id: artist.id, name: artist.artistName, path: artist.path, mbId: artist.foreignArtistId },
      release: webhookRelease(release),
      downloadId,
    });
  },
});
