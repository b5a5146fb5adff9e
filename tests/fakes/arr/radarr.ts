import { generateMovies } from "./data_movies.ts";
import type { Movie } from "./movies_model.ts";
import { testEvent, webhookMovieEvent } from "./radarr_events.ts";
import { MovieImporter } from "./radarr_import.ts";
import { Movies } from "./radarr_library.ts";
import { manualImportRoutes, renameMovies } from "./radarr_manual.ts";
import { movieFileRoutes, movieRoutes } from "./radarr_movies.ts";
import { releasesOf, searching } from "./radarr_search.ts";
import { type ArrFake, startLibrary } from "./shared/arr_server.ts";
import { type Commands, commandsOf, type Execute } from "./shared/commands.ts";
import { type Desk, openDesk } from "./shared/desk.ts";
import { type Download, type Downloads, downloadsOf } from "./shared/downloads.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import type { Routes } from "./shared/http.ts";
import { listRoutes } from "./shared/lists.ts";
import { numbersIn } from "./shared/numbers.ts";
import type { ArrOptions } from "./shared/options.ts";
import { searchesOf } from "./shared/releases.ts";
import { extensionOf, mediaBelow } from "./shared/disk.ts";
import type { Fields } from "./shared/types.ts";

export interface RadarrOptions extends ArrOptions {
  /** Movies, or the number of movies to generate. */
  movies?: readonly Movie[] | number;
}

export interface RadarrFake extends ArrFake {
  movies: Movies;
  /** Outcome of the next downloads. */
  next: Downloads["next"];
  /** IDs of indexers that reject a grab. */
  refusing: Set<number>;
}

const EVENTS = {
  unknown: 0,
  grabbed: 1,
  downloadFolderImported: 3,
  downloadFailed: 4,
  movieFileDeleted: 6,
  movieFolderImported: 7,
  movieFileRenamed: 8,
  downloadIgnored: 9,
};

/** Services for the routes and commands of one Radarr. */
interface RadarrParts {
  desk: Desk;
  movies: Movies;
  importer: MovieImporter;
  downloads: Downloads;
}

/** Starts a fake Radarr that behaves like the real application and uses a real folder. */
export async function startRadarr(options: RadarrOptions = {}): Promise<RadarrFake> {
  const desk = await openDesk("Radarr", options, { numbers: EVENTS, of: { path: "movie", id: "movieId" } });
  const wanted = options.movies ?? 0;
  const movies = new Movies(
    desk,
    typeof wanted === "number" ? generateMovies({ count: wanted, root: desk.root, seed: options.seed ?? 1 }) : wanted,
  );
  const importer: MovieImporter = new MovieImporter(desk, movies, () => downloads);
  const downloads: Downloads = downloadsOf(desk, {
    main: "movieId",
    names: ({ title }) => [`${title}${extensionOf(options.files ?? ".mkv")}`],
    deliver: (download) => deliver(parts, download),
  });
  const parts: RadarrParts = { desk, movies, importer, downloads };
  const searches = searchesOf(desk, downloads, searching(desk, movies));
  const commands = commandsOf({
    clock: desk.clock,
    takesMs: desk.durations.command,
    known: commandsOfRadarr(parts),
  });
  const fake = startLibrary(desk, {
    downloads,
    searches,
    commands,
    version: "v3",
    routes: routesOf(parts, commands),
    test: () => desk.webhooks.send(testEvent(desk)),
  });
  return { ...fake, movies };
}

/** Imports a finished download. Returns the problems that prevent it. */
async function deliver({ desk, movies, importer }: RadarrParts, download: Download): Promise<string[]> {
  const problems: string[] = [];
  for (const { movieId } of download.targets) {
    const movie = movies.find(movieId);
    const [file] = await mediaBelow(download.folder);
    if (movie === undefined || file === undefined) return ["No files found are eligible for import"];
    const { quality, languages = [], releaseGroup, title } = download;
    await importer.import({
      from: desk.paths.toRemote(file),
      movie,
      quality,
      languages,
      releaseGroup,
      sceneName: title,
      mode: "auto",
      download,
    })
      .catch((error) => problems.push(String(error)));
  }
  return problems;
}

function commandsOfRadarr({ desk, movies, importer, downloads }: RadarrParts): Record<string, Execute> {
  const some = (ids: number[]) => ids.length === 0 ? [...movies.all()] : ids.flatMap((id) => movies.find(id) ?? []);
  const rescan = async ({ movieId, movieIds }: Fields) => {
    for (const movie of some([...numbersIn([movieId]), ...numbersIn(movieIds)])) await importer.rescan(movie);
  };
  return {
    RescanMovie: rescan,
    RefreshMovie: rescan,
    DownloadedMoviesScan: (body) => importer.scan(body),
    ManualImport: (body) => importer.manual(body),
    RenameFiles: (body) => renameMovies(desk, some(numbersIn([body.movieId]))),
    RenameMovie: (body) => renameMovies(desk, some(numbersIn(body.movieIds))),
    MoviesSearch: async (body) => {
      for (const [best] of some(numbersIn(body.movieIds)).map((movie) => releasesOf(desk, movie))) {
        if (best?.rejections.length === 0) downloads.start(best);
      }
      await Promise.resolve();
    },
  };
}

function routesOf({ desk, movies, importer, downloads }: RadarrParts, commands: Commands): Routes {
  const event = (type: string, movie: Movie) => webhookMovieEvent(desk, movies, type, movie);
  return {
    ...listRoutes(desk, () => movies.all().map(({ path }) => path)),
    ...filesystemRoutes(desk.paths, desk.options.windows === true),
    ...movieRoutes(desk, movies, {
      added: (movie, search) => {
        commands.push("RefreshMovie", { movieIds: [movie.id], isNewMovie: true });
        if (search) commands.push("MoviesSearch", { movieIds: [movie.id] });
        desk.clock.after(0, () => desk.webhooks.send({ ...event("MovieAdded", movie), addMethod: "manual" }));
      },
      deleted: (movie) => desk.webhooks.send({ ...event("MovieDelete", movie), deletedFiles: false }),
    }),
    ...movieFileRoutes(desk, movies, async (movie) => {
      importer.deleted(movie);
      await desk.webhooks.send({ ...event("MovieFileDelete", movie), deleteReason: "manual" });
    }),
    ...manualImportRoutes({ desk, movies, download: (id) => downloads.find(id) }),
  };
}
