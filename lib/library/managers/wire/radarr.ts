import * as z from "zod";
import { Bytes, Image, listOf, Name, Path, Ratings, VideoFile } from "./common.ts";

/** A film of Radarr. */
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
/** `runtime` in minutes, sizes in bytes; where `hasFile` comes without `movieFile`, the file is asked for by itself. */
export type RadarrMovie = z.infer<typeof RadarrMovie>;

/** The file of a film, asked for by itself. */
export const RadarrFile = VideoFile.extend({ movieId: z.int() });
/** Has the fields of `VideoFile` and the number of its film. */
export type RadarrFile = z.infer<typeof RadarrFile>;
