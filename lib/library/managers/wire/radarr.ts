import * as z from "zod";
import { Bytes, Image, listOf, Name, Path, Ratings, VideoFile } from "./common.ts";

/** A movie in Radarr. */
export const RadarrMovie = z.object({
  id: z.int(),
  title: Name,
  sortTitle: Name.nullish(),
  originalTitle: Name.nullish(),
  year: z.int().nullish(),
  tmdbId: z.int(),
  imdbId: z.string().nullish(),
  overview: z.string().nullish(),
  path: Path.default(""),
  monitored: z.boolean().default(false),
  hasFile: z.boolean().default(false),
  movieFileId: z.int().nullish(),
  movieFile: VideoFile.nullish(),
  runtime: z.number().nullish(),
  genres: listOf(z.string()).nullish(),
  tags: listOf(z.int()).nullish(),
  status: z.string().nullish(),
  studio: z.string().nullish(),
  certification: z.string().nullish(),
  qualityProfileId: z.int().nullish(),
  originalLanguage: z.object({ name: z.string() }).nullish(),
  images: listOf(Image).nullish(),
  ratings: Ratings.nullish(),
  added: z.string().nullish(),
  sizeOnDisk: Bytes.nullish(),
  alternateTitles: listOf(z.object({ title: z.string() })).nullish(),
});
/**
 * `runtime` is in minutes, sizes are in bytes. If `hasFile` is true without `movieFile`, the file must be requested
 * separately.
 */
export type RadarrMovie = z.infer<typeof RadarrMovie>;

/** The file of a movie, requested separately. */
export const RadarrFile = VideoFile.extend({ movieId: z.int() });
/** Has the fields of `VideoFile`, and the ID of its movie. */
export type RadarrFile = z.infer<typeof RadarrFile>;
