import * as z from "zod";
import { artistsLike } from "./data_music.ts";
import type { Music } from "./lidarr_library.ts";
import { type Artist, type ArtistFacts, artistResource } from "./music_model.ts";
import { removed } from "./shared/disk.ts";
import { bodyAs, invalid, nameOf, type ValidationError } from "./shared/errors.ts";
import { boolOf, type Call, json, jsonArray, type Routes, valueOf } from "./shared/http.ts";
import type { Fields } from "./shared/types.ts";
import { placed, profileError } from "./shared/validators.ts";

export const AddOptions = z.looseObject({
  monitor: nameOf(["all", "future", "missing", "existing", "latest", "first", "none", "unknown"]).optional(),
  searchForMissingAlbums: z.boolean().optional(),
  searchForNewAlbum: z.boolean().optional(),
});

/** Body of a request that adds or changes an artist. */
export const ArtistBody = z.looseObject({
  foreignArtistId: z.string().default(""),
  qualityProfileId: z.number().int().default(0),
  metadataProfileId: z.number().int().default(0),
  path: z.string().nullish(),
  rootFolderPath: z.string().nullish(),
  monitored: z.boolean().default(false),
  monitorNewItems: nameOf(["all", "none", "new"]).default("all"),
  tags: z.array(z.number().int()).nullish(),
  addOptions: AddOptions.nullish(),
});

type AskedArtist = z.output<typeof ArtistBody>;

/** Artist routes: list, look up, add, change, remove. `refresh` fetches the artist's albums. */
export function artistRoutes(music: Music, refresh: (artist: Artist) => void): Routes {
  return {
    "GET /artist": () => jsonArray(music.artists.values().map((artist) => music.artistResource(artist))),
    "GET /artist/:id": ({ params }) => json(music.artistResource(music.artist(params.id))),
    "GET /artist/lookup": ({ query }) => json(artistsLike(termOf(query)).map((facts) => foundArtist(music, facts))),
    "POST /artist": ({ body }) => {
      const asked = bodyAs(ArtistBody, body);
      const artist = addArtist(music, asked);
      refresh(artist);
      return json(music.artistResource(artist), 201);
    },
    "PUT /artist/:id": (call) => changeArtist(music, call),
    "DELETE /artist/:id": (call) => removeArtist(music, call),
  };
}

/** Returns the search term of a lookup. */
export const termOf = (query: URLSearchParams): string => (valueOf(query, "term") ?? "").trim();

/** Returns an artist found by a lookup. If the artist is in the library, returns the record from the library. */
export function foundArtist(music: Music, facts: ArtistFacts): Fields {
  const known = music.artists.values().find(({ foreignArtistId }) => foreignArtistId === facts.foreignArtistId);
  return known === undefined ? artistResource(facts, { root: music.desk.root }) : music.artistResource(known);
}

/** Adds an artist found by a lookup. Rejects invalid requests like Lidarr. */
export function addArtist(music: Music, asked: AskedArtist): Artist {
  const [facts]: (ArtistFacts | undefined)[] = artistsLike(`lidarr:${asked.foreignArtistId}`);
  const errors = errorsOf(music, asked);
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

function errorsOf(music: Music, asked: AskedArtist): ValidationError[] {
  const existing = music.artists.values().some(({ foreignArtistId }) => foreignArtistId === asked.foreignArtistId);
  return [
    ...placed(music.desk, asked),
    ...profileError(music.desk, asked.qualityProfileId),
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
}

function changeArtist(music: Music, { params, body }: Call): Response {
  const artist = music.artist(params.id);
  const asked = bodyAs(ArtistBody, body);
  const errors = profileError(music.desk, asked.qualityProfileId);
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
}

async function removeArtist(music: Music, { params, query }: Call): Promise<Response> {
  const artist = music.artist(params.id);
  if (boolOf(query, "deleteFiles")) await removed(music.desk.paths.toDisk(artist.path));
  for (const album of music.albumsOf(artist.id)) {
    for (const file of music.filesOf(album.id)) music.files.delete(file.id);
    music.albums.delete(album.id);
  }
  music.artists.delete(artist.id);
  return json({});
}
