import { z } from "zod";
import { Image, Ratings, VideoFile } from "./common.ts";

/** A film of Radarr. */
export const RadarrMovie = z.object({
  id: z.int(),
  title: z.string(),
  sortTitle: z.string().nullish(),
  originalTitle: z.string().nullish(),
  year: z.int().nullish(),
  tmdbId: z.int(),
  imdbId: z.string().nullish(),
  overview: z.string().nullish(),
  path: z.string(),
  monitored: z.boolean().default(false),
  hasFile: z.boolean().default(false),
  movieFile: VideoFile.nullish(),
  runtime: z.number().nullish(),
  genres: z.array(z.string()).nullish(),
  status: z.string().nullish(),
  studio: z.string().nullish(),
  certification: z.string().nullish(),
  qualityProfileId: z.int().nullish(),
  originalLanguage: z.object({ name: z.string() }).nullish(),
  images: z.array(Image).nullish(),
  ratings: Ratings.nullish(),
  added: z.string().nullish(),
  sizeOnDisk: z.number().nullish(),
  alternateTitles: z.array(z.object({ title: z.string() })).nullish(),
});
export type RadarrMovie = z.infer<typeof RadarrMovie>;
