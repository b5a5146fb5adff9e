import * as z from "zod";
import { filmByImdb, filmByTmdb, filmsLike } from "./data_movies.ts";
import { folderOf, type Movie, pathOf } from "./movies_model.ts";
import type { Movies } from "./radarr_library.ts";
import type { Desk } from "./shared/desk.ts";
import { removed } from "./shared/disk.ts";
import { bodyAs, failed, invalid, nameOf, type ValidationError } from "./shared/errors.ts";
import { boolOf, type Call, intOf, intsOf, json, jsonArray, type Routes, valueOf } from "./shared/http.ts";
import { paged } from "./shared/paging.ts";
import { placed, profileError } from "./shared/validators.ts";

const AVAILABILITY = ["tba", "announced", "inCinemas", "released", "deleted"] as const;

const Body = z.looseObject({
  title: z.string().nullish(),
  tmdbId: z.number().int().default(0),
  qualityProfileId: z.number().int().default(0),
  path: z.string().nullish(),
  rootFolderPath: z.string().nullish(),
  monitored: z.boolean().default(false),
  minimumAvailability: nameOf(AVAILABILITY).default("tba"),
  tags: z.array(z.number().int()).nullish(),
  addOptions: z.looseObject({
    monitor: nameOf(["movieOnly", "movieAndCollection", "none"]).optional(),
    searchForMovie: z.boolean().optional(),
  }).nullish(),
});

type AskedMovie = z.output<typeof Body>;

/** Called after a movie has been added or removed. */
interface MovieHooks {
  added: (movie: Movie, search: boolean) => void;
  deleted: (movie: Movie, path: string) => Promise<void>;
}

/** Movie routes: list, look up, add, change, remove. */
export function movieRoutes(desk: Desk, movies: Movies, { added, deleted }: MovieHooks): Routes {
  return {
    ...lookupRoutes(movies),
    "GET /movie": ({ query }) => {
      const tmdbId = intOf(query, "tmdbId");
      const local = !boolOf(query, "excludeLocalCovers");
      const found = tmdbId === undefined ? movies.all() : movies.all().filter((movie) => movie.tmdbId === tmdbId);
      return jsonArray(found.map((movie) => movies.resource(movie, local)));
    },
    "GET /movie/:id": ({ params }) => json(movies.resource(movies.get(params.id))),
    "POST /movie": ({ body }) => {
      const asked = bodyAs(Body, body);
      const movie = addMovie(desk, movies, asked);
      added(movie, asked.addOptions?.searchForMovie === true);
      return json(movies.resource(movie), 201);
    },
    "PUT /movie/:id": async (call) => json(movies.resource(await changeMovie(desk, movies, call)), 202),
    "DELETE /movie/:id": async ({ params, query }) => {
      const movie = movies.get(params.id);
      movies.delete(movie);
      if (boolOf(query, "deleteFiles")) await removed(desk.paths.toDisk(movie.path));
      await deleted(movie, movie.path);
      return json({});
    },
    "GET /wanted/cutoff": ({ query }) => {
      const monitored = boolOf(query, "monitored", true);
      const found = [...movies.all().filter((movie) => movies.cutoffNotMet(movie) && movie.monitored === monitored)];
      return paged(query, found, {
        resource: (movie) => movies.resource(movie),
        sortKey: "id",
        descending: false,
        keys: { id: ({ id }) => id, "movieMetadata.sortTitle": ({ title }) => title },
      });
    },
  };
}

/** Looks up movies in the catalogue by words or by TMDB or IMDb ID. */
const lookupRoutes = (movies: Movies): Routes => ({
  "GET /movie/lookup": ({ query }) => {
    const term = (valueOf(query, "term") ?? "").trim();
    const [, kind, id = ""] = /^(tmdb|tmdbid|imdb|imdbid):\s*(\S+)$/i.exec(term) ?? [];
    const one = kind === undefined ? undefined : /^tmdb/i.test(kind) ? filmByTmdb(Number(id)) : filmByImdb(id);
    const found = kind === undefined ? filmsLike(term) : one === undefined ? [] : [one];
    return json(found.map((film) => movies.known(film)));
  },
  "GET /movie/lookup/tmdb": ({ query }) => {
    const tmdbId = intOf(query, "tmdbId") ?? 0;
    const film = filmByTmdb(tmdbId);
    if (film === undefined) {
      throw failed(404, `Movie with TMDb ID ${tmdbId} was not found, it may have been removed from TMDb.`);
    }
    return json(movies.known(film));
  },
  "GET /movie/lookup/imdb": ({ query }) => {
    const imdbId = valueOf(query, "imdbId") ?? "";
    const film = filmByImdb(imdbId);
    if (film === undefined) throw failed(404, `Movie with IMDb ID ${imdbId} was not found.`);
    return json(movies.known(film));
  },
});

/** Adds a movie from the catalogue. Rejects invalid requests like Radarr. */
function addMovie(desk: Desk, movies: Movies, asked: AskedMovie): Movie {
  const film = movies.film(asked.tmdbId);
  const errors = errorsOf(desk, movies, asked);
  if (errors.length > 0) throw invalid(...errors);
  if (film === undefined) {
    throw invalid({
      propertyName: "TmdbId",
      errorMessage: "A movie with this ID was not found.",
      attemptedValue: asked.tmdbId,
    });
  }
  const root = (asked.rootFolderPath ?? desk.root).replace(/[\\/]+$/, "");
  return movies.add({
    ...film,
    path: asked.path ?? desk.paths.join(root, folderOf(film)),
    qualityProfileId: asked.qualityProfileId,
    monitored: asked.monitored,
    minimumAvailability: asked.minimumAvailability,
    tags: asked.tags ?? [],
    added: desk.clock.date().toISOString(),
  });
}

const errorsOf = (desk: Desk, movies: Movies, asked: AskedMovie): ValidationError[] => [
  ...placed(desk, asked),
  ...profileError(desk, asked.qualityProfileId),
  ...(asked.tmdbId > 0 ? [] : [{
    propertyName: "TmdbId",
    errorMessage: "'Tmdb Id' must not be empty.",
    attemptedValue: asked.tmdbId,
    errorCode: "NotEmptyValidator",
  }]),
  ...(movies.byTmdb(asked.tmdbId) === undefined ? [] : [{
    propertyName: "TmdbId",
    errorMessage: "This movie has already been added",
    attemptedValue: asked.tmdbId,
    errorCode: "MovieExistsValidator",
  }]),
];

async function changeMovie(desk: Desk, movies: Movies, { params, body, query }: Call): Promise<Movie> {
  const movie = movies.get(params.id);
  const asked = bodyAs(Body, body);
  const path = asked.path ?? "";
  if (path === "") {
    throw invalid({
      propertyName: "Path",
      errorMessage: "'Path' must not be empty.",
      errorCode: "NotEmptyValidator",
    });
  }
  const errors = profileError(desk, asked.qualityProfileId);
  if (errors.length > 0) throw invalid(...errors);
  if (boolOf(query, "moveFiles") && path !== movie.path) {
    await Deno.rename(desk.paths.toDisk(movie.path), desk.paths.toDisk(path)).catch((error) =>
      desk.log.push(String(error))
    );
  }
  movie.path = path;
  const { qualityProfileId, monitored, minimumAvailability, tags } = asked;
  return Object.assign(movie, { qualityProfileId, monitored, minimumAvailability, tags: tags ?? [] });
}

/** Movie file routes. */
export function movieFileRoutes(
  desk: Desk,
  movies: Movies,
  deleted: (movie: Movie, path: string) => Promise<void>,
): Routes {
  const holder = (fileId: number) => movies.all().find(({ file }) => file?.id === fileId);
  return {
    "GET /moviefile": ({ query }) => {
      const movieIds = intsOf(query, "movieId");
      const fileIds = intsOf(query, "movieFileIds");
      if (movieIds.length + fileIds.length === 0) throw failed(400, "movieId or movieFileIds must be provided");
      const holders = movieIds.length > 0 ? movieIds.map((id) => movies.find(id)) : fileIds.map(holder);
      return json(
        holders.flatMap((movie) => movie?.file === undefined ? [] : [movies.fileResource(movie, movie.file)]),
      );
    },
    "GET /moviefile/:id": ({ params }) => {
      const movie = holder(Number(params.id));
      if (movie?.file === undefined) throw failed(404, `MovieFile with ID ${params.id} does not exist`);
      return json(movies.fileResource(movie, movie.file));
    },
    "DELETE /moviefile/:id": async ({ params }) => {
      const movie = holder(Number(params.id));
      if (movie?.file === undefined) throw failed(404, `MovieFile with ID ${params.id} does not exist`);
      const path = pathOf(movie, movie.file);
      await removed(desk.paths.toDisk(path));
      await deleted(movie, path);
      return json({});
    },
  };
}
