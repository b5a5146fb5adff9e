/** Generated libraries, identical for the same seed: up to 5,000 movies, 500 series with 30,000 episodes, and music. */
export { generateMovies, type MovieData } from "./data_movies.ts";
export { generateSeries, type SeriesData, type SeriesLibrary } from "./data_series.ts";
export { generateArtists } from "./data_music.ts";
