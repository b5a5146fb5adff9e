import { type Movie, webhookMovie } from "./movies_model.ts";
import type { Movies } from "./radarr_library.ts";
import type { Desk } from "./shared/desk.ts";
import type { Fields } from "./shared/types.ts";

/** Returns the common fields of every webhook about a movie. */
export const webhookMovieEvent = (desk: Desk, movies: Movies, type: string, movie: Movie): Fields => ({
  ...desk.event(type),
  movie: webhookMovie(movie, movies.tagLabels(movie)),
});

/** Returns the payload of the connection's "Test" button. */
export const testEvent = (desk: Desk): Fields => ({
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
});
