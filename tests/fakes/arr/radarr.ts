import { generateMovies } from "./data_movies.ts";
import { type Movie, webhookMovie } from "./movies_model.ts";
import { MovieImporter } from "./radarr_import.ts";
import { Movies } from "./radarr_library.ts";
import { manualImportRoutes, renameMovies } from "./radarr_manual.ts";
import { movieFileRoutes, movieRoutes } from "./radarr_movies.ts";
import { type ArrFake, startLibrary } from "./shared/arr_server.ts";
import { commandsOf } from "./shared/commands.ts";
import { openDesk } from "./shared/desk.ts";
import { type Download, type Downloads, downloadsOf } from "./shared/downloads.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import { intOf } from "./shared/http.ts";
import { listRoutes } from "./shared/lists.ts";
import { offersOf } from "./shared/offers.ts";
import type { ArrOptions } from "./shared/options.ts";
import { type Found, judged, searchesOf } from "./shared/releases.ts";
import { extensionOf, mediaBelow } from "./shared/disk.ts";
import type { Fields } from "./shared/types.ts";

export interface RadarrOptions extends ArrOptions {
  /** Films, or how many to make up. */
  movies?: readonly Movie[] | number;
}

export interface RadarrFake extends ArrFake {
  movies: Movies;
  /** How the next downloads end. */
  next: Downloads["next"];
  /** Ids of indexers that refuse a grab. */
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

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];

/** A movie manager that behaves like the real one, below a real folder. */
export async function startRadarr(options: RadarrOptions = {}): Promise<RadarrFake> {
  const desk = await openDesk("Radarr", options, { numbers: EVENTS, of: { path: "movie", id: "movieId" } });
  const { clock, durations } = desk;
  const wanted = options.movies ?? 0;
  const movies = new Movies(
    desk,
    typeof wanted === "number" ? generateMovies({ count: wanted, root: desk.root, seed: options.seed ?? 1 }) : wanted,
  );
  const importer: MovieImporter = new MovieImporter(desk, movies, () => downloads);
  const downloads: Downloads = downloadsOf(desk, {
    main: "movieId",
    names: ({ title }) => [`${title}${extensionOf(options.files ?? ".mkv")}`],
    deliver,
  });

  async function deliver(download: Download): Promise<string[]> {
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

  function found(movie: Movie): Found[] {
    const offers = offersOf("Radarr", `${movie.title} ${movie.year}`, {
      languages: [movie.originalLanguage],
      scale: movie.runtime / 120,
    });
    const all = offers.map((offer, index): Found => {
      // One of each search cannot be told to belong to the film.
      const unmapped = index === offers.length - 1;
      return {
        ...offer,
        targets: unmapped ? [] : [{ movieId: movie.id }],
        rejections: unmapped ? ["Unknown Movie. Unable to match to correct movie using release title."] : [],
        extra: {
          movieTitles: [movie.title],
          tmdbId: movie.tmdbId,
          imdbId: Number(movie.imdbId.slice(2)),
          edition: "",
          movieRequested: !unmapped,
          ...(unmapped ? {} : { mappedMovieId: movie.id }),
        },
      };
    });
    return judged(desk.profile(movie.qualityProfileId), movie.file?.quality, all);
  }

  const event = (type: string, movie: Movie) => ({
    ...desk.event(type),
    movie: webhookMovie(movie, movies.tagLabels(movie)),
  });
  const searches = searchesOf(desk, downloads, {
    search: ({ query }) => {
      const movieId = intOf(query, "movieId");
      // Without an id it reads the newest releases of everything.
      return movieId === undefined
        ? [...movies.all().take(5)].flatMap((movie) => found(movie).slice(0, 2))
        : found(movies.get(movieId));
    },
    mapped: ({ movieId }) => typeof movieId === "number" && movies.find(movieId) !== undefined ? [{ movieId }] : [],
    onGrab: async (release, downloadId) => {
      for (const { movieId } of release.targets) {
        const grabbed = {
          releaseTitle: release.title,
          indexer: release.indexer,
          size: release.size,
          quality: release.quality.quality.name,
        };
        await desk.webhooks.send({ ...event("Grab", movies.get(movieId)), release: grabbed, downloadId });
      }
    },
  });

  const some = (ids: number[]) => ids.length === 0 ? [...movies.all()] : ids.flatMap((id) => movies.find(id) ?? []);
  const rescan = async ({ movieId, movieIds }: Fields) => {
    for (const movie of some([...numbers([movieId]), ...numbers(movieIds)])) await importer.rescan(movie);
  };
  const commands = commandsOf({
    clock,
    takesMs: durations.command,
    known: {
      RescanMovie: rescan,
      RefreshMovie: rescan,
      DownloadedMoviesScan: (body) => importer.scan(body),
      ManualImport: (body) => importer.manual(body),
      RenameFiles: (body) => renameMovies(desk, some(numbers([body.movieId]))),
      RenameMovie: (body) => renameMovies(desk, some(numbers(body.movieIds))),
      MoviesSearch: async (body) => {
        for (const [best] of some(numbers(body.movieIds)).map(found)) {
          if (best?.rejections.length === 0) downloads.start(best);
        }
        await Promise.resolve();
      },
    },
  });

  return {
    ...startLibrary(desk, {
      downloads,
      searches,
      commands,
      version: "v3",
      routes: {
        ...listRoutes(desk, () => movies.all().map(({ path }) => path)),
        ...filesystemRoutes(desk.paths, options.windows === true),
        ...movieRoutes(desk, movies, {
          added: (movie, search) => {
            commands.push("RefreshMovie", { movieIds: [movie.id], isNewMovie: true });
            if (search) commands.push("MoviesSearch", { movieIds: [movie.id] });
            clock.after(0, () => desk.webhooks.send({ ...event("MovieAdded", movie), addMethod: "manual" }));
          },
          deleted: (movie) => desk.webhooks.send({ ...event("MovieDelete", movie), deletedFiles: false }),
        }),
        ...movieFileRoutes(desk, movies, async (movie) => {
          importer.deleted(movie);
          await desk.webhooks.send({ ...event("MovieFileDelete", movie), deleteReason: "manual" });
        }),
        ...manualImportRoutes(desk, movies, (id) => downloads.find(id)),
      },
      test: () =>
        desk.webhooks.send({
          ...desk.event("Test"),
          movie: { id: 1, title: "Test Title", year: 1970, folderPath: "C:\\testpath", tags: ["test-tag"] },
          remoteMovie: { tmdbId: 1234, imdbId: "5678", title: "Test title", year: 1970 },
          release: {
            quality: "Test Quality",
            qualityVersion: 1,
            releaseGroup: "Test Group",
            releaseTitle: "Test Title",
            indexer: "Test Indexer",
            size: 9999999,
          },
        }),
    }),
    movies,
  };
}
