import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { LibraryState, TitleLetters } from "../../../lib/library/video_model.ts";
import {
  Album,
  AlbumListing,
  AlbumQuery,
  Artist,
  ArtistListing,
  ArtistQuery,
  Track,
} from "../../../lib/library/music_model.ts";
import { CatalogFound, CatalogQuery } from "../../../lib/library/metadata/musicbrainz/model.ts";
import { CueSplit } from "../../../lib/library/music/cue_splits/model.ts";
import { AddMusic, ImportFolder, ImportRun } from "../../../lib/library/music/imports/model.ts";
import { body, IdParam, json, ManagerIdParam, problems, router } from "../../http/router.ts";
import { libraryPage } from "./library_page.ts";
import type { Services } from "../../services/services.ts";

const artists = createRoute({
  method: "get",
  path: "/music/artists",
  tags: ["Music"],
  summary: "List the artists of Lidarr with their files, as of the last refresh",
  request: { query: ArtistQuery },
  responses: { 200: json(libraryPage(Artist, "ArtistPage"), "One page of artists"), ...problems(["invalid"]) },
});
const artistLetters = createRoute({
  method: "get",
  path: "/music/letters/artists",
  tags: ["Music"],
  summary: "Return where each letter starts in a list of artists sorted by name",
  request: { query: ArtistListing },
  responses: { 200: json(TitleLetters, "The letters, in list order"), ...problems(["invalid"]) },
});
const albumLetters = createRoute({
  method: "get",
  path: "/music/letters/albums",
  tags: ["Music"],
  summary: "Return where each letter starts in a list of albums sorted by title or artist",
  request: { query: AlbumListing },
  responses: { 200: json(TitleLetters, "The letters, in list order"), ...problems(["invalid"]) },
});
const artist = createRoute({
  method: "get",
  path: "/music/artists/{id}",
  tags: ["Music"],
  summary: "Return an artist with the albums, newest first",
  request: { params: ManagerIdParam },
  responses: {
    200: json(z.object({ artist: Artist, albums: z.array(Album) }), "Artist and albums"),
    ...problems(["invalid", "not_found"]),
  },
});
const albums = createRoute({
  method: "get",
  path: "/music/albums",
  tags: ["Music"],
  summary: "List the albums of Lidarr, of one artist or of all",
  request: { query: AlbumQuery },
  responses: { 200: json(libraryPage(Album, "AlbumPage"), "One page of albums"), ...problems(["invalid"]) },
});
const album = createRoute({
  method: "get",
  path: "/music/albums/{id}",
  tags: ["Music"],
  summary: "Return an album with its tracks and their files",
  request: { params: ManagerIdParam },
  responses: {
    200: json(z.object({ album: Album, tracks: z.array(Track) }), "Album and tracks"),
    ...problems(["invalid", "not_found"]),
  },
});
const refresh = createRoute({
  method: "post",
  path: "/music/refresh",
  tags: ["Music"],
  summary: "Refresh the Lidarr library",
  responses: {
    200: json(LibraryState, "Age of the library data and, if the refresh failed, the reason"),
    ...problems(),
  },
});
const add = createRoute({
  method: "post",
  path: "/music/add",
  tags: ["Music"],
  summary: "Add an artist or an album to Lidarr",
  request: body(AddMusic),
  responses: {
    201: json(z.union([Artist, Album]), "The added item; albums of a new artist follow a little later"),
    ...problems(["not_found", "conflict", "bad_state", "upstream_failed", "upstream_timeout"], { body: true }),
  },
});
const importFolder = createRoute({
  method: "post",
  path: "/music/import-folder",
  tags: ["Music"],
  summary: "Import a folder with Lidarr, file by file, and verify the result",
  request: body(ImportFolder),
  responses: {
    200: json(ImportRun, "The result; with dryRun, the expected result"),
    202: json(ImportRun, "The import is still running: poll it by its ID"),
    ...problems(["path_not_allowed", "upstream_timeout", "not_found", "bad_state", "in_use"], { body: true }),
  },
});
const importRun = createRoute({
  method: "get",
  path: "/music/import-folder/{id}",
  tags: ["Music"],
  summary: "Return the progress of a folder import",
  request: { params: IdParam },
  responses: { 200: json(ImportRun, "The import"), ...problems(["invalid", "not_found"]) },
});
const cueSplitList = createRoute({
  method: "get",
  path: "/music/cue-splits",
  tags: ["Music"],
  summary: "List images with a cue sheet that are being split, and the latest results",
  request: {
    query: z.object({
      state: z.preprocess(
        (value) => value === undefined ? [] : [value].flat(),
        z.array(CueSplit.shape.state),
      ).meta({ description: "Repeatable" }),
      limit: z.coerce.number().pipe(z.int().min(1).max(500)).optional(),
    }),
  },
  responses: { 200: json(z.array(CueSplit), "The splits, newest first"), ...problems(["invalid"]) },
});
const search = createRoute({
  method: "get",
  path: "/catalog/search",
  tags: ["Music"],
  summary: "Search MusicBrainz for releases or artists; a number of 8 to 14 digits is treated as a barcode",
  request: { query: CatalogQuery },
  responses: {
    200: json(z.array(CatalogFound), "The results, best match first"),
    ...problems(["invalid", "bad_state", "upstream_failed", "upstream_timeout", "shutting_down"]),
  },
});

/** Routes for the music manager's library and the public music database. */
export const musicLibraryRoutes = (
  { cueSplits, music, musicAdding, musicImports, musicCatalogue }: Pick<
    Services,
    "cueSplits" | "music" | "musicAdding" | "musicImports" | "musicCatalogue"
  >,
) =>
  router()
    .openapi(artists, async (c) => c.json(await music.artists(c.req.valid("query")), 200))
    .openapi(artistLetters, async (c) => c.json(await music.artistLetters(c.req.valid("query")), 200))
    .openapi(albumLetters, async (c) => c.json(await music.albumLetters(c.req.valid("query")), 200))
    .openapi(artist, async (c) => c.json(await music.artist(c.req.valid("param").id), 200))
    .openapi(albums, async (c) => c.json(await music.albums(c.req.valid("query")), 200))
    .openapi(album, async (c) => c.json(await music.album(c.req.valid("param").id), 200))
    .openapi(refresh, async (c) => c.json(await music.refresh(), 200))
    .openapi(add, async (c) => c.json(await musicAdding.add(c.req.valid("json")), 201))
    .openapi(importFolder, async (c) => {
      const run = await musicImports.start(c.req.valid("json"));
      return run.finishedAt === undefined ? c.json(run, 202) : c.json(run, 200);
    })
    .openapi(importRun, (c) => c.json(musicImports.get(c.req.valid("param").id), 200))
    .openapi(cueSplitList, async (c) => {
      const { state, limit } = c.req.valid("query");
      const all = await cueSplits.list();
      const wanted = state.length === 0 ? all : all.filter((split) => state.includes(split.state));
      return c.json(wanted.slice(0, limit), 200);
    })
    .openapi(search, async (c) => c.json(await musicCatalogue.search(c.req.valid("query")), 200));
