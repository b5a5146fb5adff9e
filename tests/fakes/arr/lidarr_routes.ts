import { z } from "zod";
import { albumsLike, artistsLike } from "./data_music.ts";
import type { Music } from "./lidarr_library.ts";
import { type Album, albumResource, type Artist, type ArtistFacts, artistResource } from "./music_model.ts";
import { removed } from "./shared/disk.ts";
import { bodyAs, failed, invalid, nameOf } from "./shared/errors.ts";
import { boolOf, intOf, intsOf, json, jsonArray, type Routes, valueOf } from "./shared/http.ts";
import { placed, profileError } from "./shared/validators.ts";

const Options = z.looseObject({
  monitor: nameOf(["all", "future", "missing", "existing", "latest", "first", "none", "unknown"]).optional(),
  searchForMissingAlbums: z.boolean().optional(),
  searchForNewAlbum: z.boolean().optional(),
});

const ArtistBody = z.looseObject({
  foreignArtistId: z.string().default(""),
  qualityProfileId: z.number().int().default(0),
  metadataProfileId: z.number().int().default(0),
  path: z.string().nullish(),
  rootFolderPath: z.string().nullish(),
  monitored: z.boolean().default(false),
  monitorNewItems: nameOf(["all", "none", "new"]).default("all"),
  tags: z.array(z.number().int()).nullish(),
  addOptions: Options.nullish(),
});

const AlbumBody = z.looseObject({
  foreignAlbumId: z.string().default(""),
  monitored: z.boolean().default(false),
  anyReleaseOk: z.boolean().default(true),
  artist: ArtistBody.nullish(),
  addOptions: Options.nullish(),
  releases: z.array(z.looseObject({ id: z.number().int(), monitored: z.boolean().default(false) })).nullish(),
});

/** Artists, albums, tracks and the lookup. `refresh` brings the albums of an artist. */
export function musicRoutes(music: Music, refresh: (artist: Artist) => void): Routes {
  const { desk } = music;

  function added(asked: z.output<typeof ArtistBody>): Artist {
    const [facts]: (ArtistFacts | undefined)[] = artistsLike(`lidarr:${asked.foreignArtistId}`);
    const existing = music.artists.values().some(({ foreignArtistId }) => foreignArtistId === asked.foreignArtistId);
    const errors = [
      ...placed(desk, asked),
      ...profileError(desk, asked.qualityProfileId),
      ...(asked.metadataProfileId === 1 ? [] : [{
        propertyName: "MetadataProfileId",
        errorMessage: "Metadata Profile does not exist",
        attemptedValue: asked.metadataProfileId,
        errorCode: "MetadataProfileExistsValidator",
      }]),
      ...(existing
        ? [{
          propertyName: "ForeignArtistId",
          errorMessage: "This artist has already been added.",
          attemptedValue: asked.foreignArtistId,
          errorCode: "ArtistExistsValidator",
        }]
        : []),
    ];
    if (errors.length > 0) throw invalid(...errors);
    if (facts === undefined) {
      throw invalid({
        propertyName: "MusicbrainzId",
        errorMessage: "An artist with this ID was not found",
        attemptedValue: asked.foreignArtistId,
      });
    }
    const { qualityProfileId, metadataProfileId, monitored, monitorNewItems, tags, path } = asked;
    return music.add(facts, {
      qualityProfileId,
      metadataProfileId,
      monitored,
      monitorNewItems,
      tags: tags ?? [],
      ...(path ? { path } : {}),
    });
  }

  const artistOf = (facts: ArtistFacts) => {
    const known = music.artists.values().find(({ foreignArtistId }) => foreignArtistId === facts.foreignArtistId);
    return known === undefined ? artistResource(facts, { root: desk.root }) : music.artistResource(known);
  };
  const albumOf = ({ artist, album }: ReturnType<typeof albumsLike>[number]) => {
    const known = music.albums.values().find(({ foreignAlbumId }) => foreignAlbumId === album.foreignAlbumId);
    return known === undefined ? albumResource(album, artistOf(artist)) : music.albumResource(known);
  };
  const termOf = (query: URLSearchParams) => (valueOf(query, "term") ?? "").trim();

  function albums(query: URLSearchParams): Album[] {
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

  return {
    "GET /artist": () => jsonArray(music.artists.values().map((artist) => music.artistResource(artist))),
    "GET /artist/:id": ({ params }) => json(music.artistResource(music.artist(params.id))),
    "GET /artist/lookup": ({ query }) => json(artistsLike(termOf(query)).map(artistOf)),
    "GET /album/lookup": ({ query }) => json(albumsLike(termOf(query)).map(albumOf)),
    "GET /search": ({ query }) => {
      const artists = artistsLike(termOf(query)).map((artist) => ({
        foreignId: artist.foreignArtistId,
        artist: artistOf(artist),
      }));
      const found = albumsLike(termOf(query)).map((one) => ({
        foreignId: one.album.foreignAlbumId,
        album: albumOf(one),
      }));
      return json([...artists, ...found].map((one, index) => ({ id: index + 1, ...one })));
    },
    "POST /artist": ({ body }) => {
      const asked = bodyAs(ArtistBody, body);
      const artist = added(asked);
      refresh(artist);
      return json(music.artistResource(artist), 201);
    },
    "PUT /artist/:id": ({ params, body }) => {
      const artist = music.artist(params.id);
      const asked = bodyAs(ArtistBody, body);
      const errors = profileError(desk, asked.qualityProfileId);
      if (errors.length > 0) throw invalid(...errors);
      const { qualityProfileId, metadataProfileId, monitored, monitorNewItems, tags, path } = asked;
      Object.assign(artist, {
        qualityProfileId,
        metadataProfileId,
        monitored,
        monitorNewItems,
        tags: tags ?? [],
        path: path ?? artist.path,
      });
      return json(music.artistResource(artist), 202);
    },
    "DELETE /artist/:id": async ({ params, query }) => {
      const artist = music.artist(params.id);
      if (boolOf(query, "deleteFiles")) await removed(desk.paths.toDisk(artist.path));
      for (const album of music.albumsOf(artist.id)) {
        for (const file of music.filesOf(album.id)) music.files.delete(file.id);
        music.albums.delete(album.id);
      }
      music.artists.delete(artist.id);
      return json({});
    },
    "GET /album": ({ query }) => json(albums(query).map((album) => music.albumResource(album))),
    "GET /album/:id": ({ params }) => json(music.albumResource(music.album(params.id))),
    "POST /album": ({ body }) => {
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
      const artist =
        music.artists.values().find(({ foreignArtistId }) => foreignArtistId === found.artist.foreignArtistId) ??
          added(bodyAs(ArtistBody, { ...asked.artist, foreignArtistId: found.artist.foreignArtistId }));
      const album = music.addAlbum(artist, found.album, asked.monitored);
      return json(music.albumResource(album), 201);
    },
    "PUT /album/:id": ({ params, body }) => {
      const album = music.album(params.id);
      const { monitored, anyReleaseOk, releases } = bodyAs(AlbumBody, body);
      Object.assign(album, { monitored, anyReleaseOk });
      const chosen = releases?.find((release) => release.monitored)?.id;
      if (album.releases.some(({ id }) => id === chosen)) {
        for (const one of album.releases) one.monitored = one.id === chosen;
      }
      return json(music.albumResource(album), 202);
    },
    "GET /track": ({ query }) => {
      const [artistId, albumId, releaseId] = ["artistId", "albumId", "albumReleaseId"].map((name) =>
        intOf(query, name)
      );
      const ids = intsOf(query, "trackIds");
      if (artistId === undefined && albumId === undefined && releaseId === undefined && ids.length === 0) {
        throw failed(400, "One of artistId, albumId, albumReleaseId or trackIds must be provided");
      }
      const found = [...music.albums.values()].flatMap((album) => {
        const all = album.releases.flatMap((release) => release.tracks.map((track) => ({ track, release })));
        const fits = ({ track, release }: typeof all[number]) =>
          ids.length > 0
            ? ids.includes(track.id)
            : releaseId !== undefined
            ? release.id === releaseId
            : release === music.releaseOf(album) && (album.id === albumId || album.artistId === artistId);
        return all.filter(fits).map(({ track }) => music.trackResource(music.artist(album.artistId), album, track));
      });
      return json(found);
    },
    "GET /trackfile": ({ query }) => {
      const [artistId, albumId] = [intOf(query, "artistId"), intOf(query, "albumId")];
      const ids = intsOf(query, "trackFileIds");
      const unmapped = boolOf(query, "unmapped");
      if (artistId === undefined && albumId === undefined && ids.length === 0 && !unmapped) {
        throw failed(400, "artistId, albumId, trackFileIds or unmapped must be provided");
      }
      const found = music.files.values().filter((file) =>
        unmapped ? file.albumId === 0 : file.albumId === albumId || file.artistId === artistId || ids.includes(file.id)
      );
      return json([...found].map((file) => music.fileResource(file)));
    },
    "GET /trackfile/:id": ({ params }) => {
      const file = music.files.get(Number(params.id));
      if (file === undefined) throw failed(404, `TrackFile with ID ${params.id} does not exist`);
      return json(music.fileResource(file));
    },
    "DELETE /trackfile/:id": async ({ params }) => {
      const file = music.files.get(Number(params.id));
      if (file === undefined) throw failed(404, `TrackFile with ID ${params.id} does not exist`);
      await removed(desk.paths.toDisk(file.path));
      music.forgetFile(file);
      return json({});
    },
  };
}
