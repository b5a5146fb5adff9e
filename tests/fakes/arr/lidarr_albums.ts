import * as z from "zod";
import { albumsLike, artistsLike } from "./data_music.ts";
import { addArtist, AddOptions, ArtistBody, foundArtist, termOf } from "./lidarr_artists.ts";
import type { Music } from "./lidarr_library.ts";
import { type Album, albumResource } from "./music_model.ts";
import { bodyAs, invalid } from "./shared/errors.ts";
import { boolOf, type Call, intOf, intsOf, json, type Routes, valueOf } from "./shared/http.ts";
import { paged } from "./shared/paging.ts";
import type { Fields } from "./shared/types.ts";

const AlbumBody = z.looseObject({
  foreignAlbumId: z.string().default(""),
  monitored: z.boolean().default(false),
  anyReleaseOk: z.boolean().default(true),
  artist: ArtistBody.nullish(),
  addOptions: AddOptions.nullish(),
  releases: z.array(z.looseObject({ id: z.number().int(), monitored: z.boolean().default(false) })).nullish(),
});

/** Album routes: list, look up, add, change, and the combined lookup of artists and albums. */
export function albumRoutes(music: Music): Routes {
  return {
    "GET /album/lookup": ({ query }) => json(albumsLike(termOf(query)).map((one) => foundAlbum(music, one))),
    "GET /search": ({ query }) => json(searchAll(music, termOf(query))),
    "GET /album": ({ query }) => json(askedAlbums(music, query).map((album) => music.albumResource(album))),
    "GET /album/:id": ({ params }) => json(music.albumResource(music.album(params.id))),
    "POST /album": ({ body }) => json(music.albumResource(addAlbum(music, body)), 201),
    "PUT /album/:id": (call) => changeAlbum(music, call),
    "GET /wanted/cutoff": ({ query }) => belowCutoff(music, query),
  };
}

type FoundAlbum = ReturnType<typeof albumsLike>[number];

/** Returns an album found by a lookup. If the album is in the library, returns the record from the library. */
function foundAlbum(music: Music, { artist, album }: FoundAlbum): Fields {
  const known = music.albums.values().find(({ foreignAlbumId }) => foreignAlbumId === album.foreignAlbumId);
  return known === undefined ? albumResource(album, foundArtist(music, artist)) : music.albumResource(known);
}

function searchAll(music: Music, term: string): Fields[] {
  const artists = artistsLike(term).map((artist) => ({
    foreignId: artist.foreignArtistId,
    artist: foundArtist(music, artist),
  }));
  const albums = albumsLike(term).map((one) => ({
    foreignId: one.album.foreignAlbumId,
    album: foundAlbum(music, one),
  }));
  return [...artists, ...albums].map((one, index) => ({ id: index + 1, ...one }));
}

function askedAlbums(music: Music, query: URLSearchParams): Album[] {
  const [artistId, foreign, ids] = [
    intOf(query, "artistId"),
    valueOf(query, "foreignAlbumId"),
    intsOf(query, "albumIds"),
  ];
  if (artistId !== undefined) return music.albumsOf(artistId);
  if (ids.length > 0) return ids.flatMap((id) => music.albums.get(id) ?? []);
  const all = [...music.albums.values()];
  if (foreign === undefined) return all;
  const found = all.filter(({ foreignAlbumId }) => foreignAlbumId === foreign);
  return boolOf(query, "includeAllArtistAlbums") ? found.flatMap((album) => music.albumsOf(album.artistId)) : found;
}

/** Adds an album found by a lookup, and its artist if new. Rejects invalid requests like Lidarr. */
function addAlbum(music: Music, body: unknown): Album {
  const asked = bodyAs(AlbumBody, body);
  const [found] = albumsLike(`lidarr:${asked.foreignAlbumId}`);
  const exists = music.albums.values().some(({ foreignAlbumId }) => foreignAlbumId === asked.foreignAlbumId);
  const about = { propertyName: "ForeignAlbumId", attemptedValue: asked.foreignAlbumId };
  if (exists) {
    throw invalid({
      ...about,
      errorMessage: "This album has already been added.",
      errorCode: "AlbumExistsValidator",
    });
  }
  if (found === undefined) throw invalid({ ...about, errorMessage: "An album with this ID was not found" });
  const { foreignArtistId } = found.artist;
  const artist = music.artists.values().find((one) => one.foreignArtistId === foreignArtistId) ??
    addArtist(music, bodyAs(ArtistBody, { ...asked.artist, foreignArtistId }));
  return music.addAlbum(artist, found.album, asked.monitored);
}

function changeAlbum(music: Music, { params, body }: Call): Response {
  const album = music.album(params.id);
  const { monitored, anyReleaseOk, releases } = bodyAs(AlbumBody, body);
  Object.assign(album, { monitored, anyReleaseOk });
  const chosen = releases?.find((release) => release.monitored)?.id;
  if (album.releases.some(({ id }) => id === chosen)) {
    for (const one of album.releases) one.monitored = one.id === chosen;
  }
  return json(music.albumResource(album), 202);
}

function belowCutoff(music: Music, query: URLSearchParams): Response {
  const monitored = boolOf(query, "monitored", true);
  const below = [
    ...music.albums.values().filter((album) =>
      album.monitored === monitored &&
      music.filesOf(album.id).some((file) => music.fileResource(file).qualityCutoffNotMet)
    ),
  ];
  return paged(query, below, {
    resource: (album) => music.albumResource(album),
    sortKey: "releaseDate",
    keys: { releaseDate: ({ releaseDate }) => releaseDate },
  });
}
