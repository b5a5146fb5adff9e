/** Made-up libraries, always the same for the same seed: up to 5,000 films, 500 series with 30,000 episodes, music. */
export { generateMovies, type MovieData } from "./data_movies.ts";
export { generateSeries, type SeriesData, type SeriesLibrary } from "./data_series.ts";
export { generateArtists } from "./data_music.ts";
