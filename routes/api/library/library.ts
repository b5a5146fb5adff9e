import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import {
  Episode,
  LibraryQuery,
  LibraryState,
  Movie,
  Series,
  TitleLetters,
  TitleListing,
} from "../../../lib/library/video_model.ts";
import { json, ManagerIdParam, problems, router } from "../../http/router.ts";
import { libraryPage } from "./library_page.ts";
import type { Services } from "../../services/services.ts";

const movies = createRoute({
  method: "get",
  path: "/library/movies",
  tags: ["Library"],
  summary: "List the movies of Radarr with their files, as of the last refresh",
  request: { query: LibraryQuery },
  responses: { 200: json(libraryPage(Movie, "MoviePage"), "One page of movies"), ...problems(["invalid"]) },
});
const movie = createRoute({
  method: "get",
  path: "/library/movies/{id}",
  tags: ["Library"],
  summary: "Return a movie with its file",
  request: { params: ManagerIdParam },
  responses: { 200: json(Movie, "The movie"), ...problems(["invalid", "not_found"]) },
});
const series = createRoute({
  method: "get",
  path: "/library/series",
  tags: ["Library"],
  summary: "List the series of Sonarr with their files, as of the last refresh",
  request: { query: LibraryQuery },
  responses: { 200: json(libraryPage(Series, "SeriesPage"), "One page of series"), ...problems(["invalid"]) },
});
const oneSeries = createRoute({
  method: "get",
  path: "/library/series/{id}",
  tags: ["Library"],
  summary: "Return a series with its seasons",
  request: { params: ManagerIdParam },
  responses: { 200: json(Series, "The series"), ...problems(["invalid", "not_found"]) },
});
const episodes = createRoute({
  method: "get",
  path: "/library/series/{id}/episodes",
  tags: ["Library"],
  summary: "List the episodes of a series with files and quality",
  request: {
    params: ManagerIdParam,
    query: z.object({ season: z.coerce.number().int().min(0).max(10_000).optional() }),
  },
  responses: {
    200: json(z.array(Episode), "The episodes, sorted by season and number"),
    ...problems(["invalid", "not_found"]),
  },
});
const letters = createRoute({
  method: "get",
  path: "/library/{kind}/letters",
  tags: ["Library"],
  summary: "Return where each letter starts in a list sorted by title",
  request: { params: z.object({ kind: z.enum(["movies", "series"]) }), query: TitleListing },
  responses: { 200: json(TitleLetters, "The letters, in list order"), ...problems(["invalid"]) },
});
const refresh = createRoute({
  method: "post",
  path: "/library/{kind}/refresh",
  tags: ["Library"],
  summary: "Refresh a library",
  request: { params: z.object({ kind: z.enum(["movies", "series"]) }) },
  responses: {
    200: json(LibraryState, "Age of the library data and, if the refresh failed, the reason"),
    ...problems(["invalid"]),
  },
});

/** Routes for the managers' movies and series. */
export const libraryRoutes = ({ library }: Pick<Services, "library">) =>
  router()
    .openapi(movies, async (c) => c.json(await library.movies(c.req.valid("query")), 200))
    .openapi(letters, async (c) => {
      const kind = c.req.valid("param").kind === "movies" ? "movie" : "series";
      return c.json(await library.letters(kind, c.req.valid("query")), 200);
    })
    .openapi(movie, async (c) => c.json(await library.movie(c.req.valid("param").id), 200))
    .openapi(series, async (c) => c.json(await library.series(c.req.valid("query")), 200))
    .openapi(oneSeries, async (c) => c.json(await library.oneSeries(c.req.valid("param").id), 200))
    .openapi(episodes, async (c) =>
      c.json(await library.episodes(c.req.valid("param").id, c.req.valid("query").season), 200))
    .openapi(refresh, async (c) =>
      c.json(await library.refresh(c.req.valid("param").kind === "movies" ? "movie" : "series"), 200));
