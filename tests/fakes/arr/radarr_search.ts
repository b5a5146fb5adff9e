import type { Movie } from "./movies_model.ts";
import { webhookMovieEvent } from "./radarr_events.ts";
import type { Movies } from "./radarr_library.ts";
import type { Desk } from "./shared/desk.ts";
import { intOf } from "./shared/http.ts";
import { offersOf } from "./shared/offers.ts";
import { type Found, judged, type Searching, webhookRelease } from "./shared/releases.ts";

/** Returns the releases of one movie, best first. */
export function releasesOf(desk: Desk, movie: Movie): Found[] {
  const offers = offersOf("Radarr", `${movie.title} ${movie.year}`, {
    languages: [movie.originalLanguage],
    scale: movie.runtime / 120,
    disc: desk.options.disc !== undefined,
  });
  const all = offers.map((offer, index): Found => {
    // One release of each search cannot be matched to the movie.
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

/** Radarr's interactive search. */
export const searching = (desk: Desk, movies: Movies): Searching => ({
  search: ({ query }) => {
    const movieId = intOf(query, "movieId");
    // Without an ID, returns the newest releases of all movies.
    return movieId === undefined
      ? [...movies.all().take(5)].flatMap((movie) => releasesOf(desk, movie).slice(0, 2))
      : releasesOf(desk, movies.get(movieId));
  },
  mapped: ({ movieId }) => typeof movieId === "number" && movies.find(movieId) !== undefined ? [{ movieId }] : [],
  onGrab: async (release, downloadId) => {
    for (const { movieId } of release.targets) {
      await desk.webhooks.send({
        ...webhookMovieEvent(desk, movies, "Grab", movies.get(movieId)),
        release: webhookRelease(release),
        downloadId,
      });
    }
  },
});
