import { z } from "zod";
import { Image, Ratings, VideoFile } from "./common.ts";

const Statistics = z.object({
  episodeFileCount: z.int().default(0),
  episodeCount: z.int().default(0),
  totalEpisodeCount: z.int().default(0),
  sizeOnDisk: z.number().default(0),
});

/** A series of Sonarr. */
export const SonarrSeries = z.object({
  id: z.int(),
  title: z.string(),
  sortTitle: z.string().nullish(),
  year: z.int().nullish(),
  tvdbId: z.int(),
  imdbId: z.string().nullish(),
  overview: z.string().nullish(),
  path: z.string(),
  monitored: z.boolean().default(false),
  seriesType: z.enum(["standard", "daily", "anime"]).catch("standard"),
  seasons: z.array(
    z.object({ seasonNumber: z.int(), monitored: z.boolean().default(false), statistics: Statistics.nullish() }),
  )
    .nullish(),
  statistics: Statistics.nullish(),
  status: z.string().nullish(),
  ended: z.boolean().nullish(),
  lastAired: z.string().nullish(),
  previousAiring: z.string().nullish(),
  runtime: z.number().nullish(),
  network: z.string().nullish(),
  genres: z.array(z.string()).nullish(),
  certification: z.string().nullish(),
  qualityProfileId: z.int().nullish(),
  originalLanguage: z.object({ name: z.string() }).nullish(),
  images: z.array(Image).nullish(),
  ratings: Ratings.nullish(),
  added: z.string().nullish(),
  alternateTitles: z.array(z.object({ title: z.string(), seasonNumber: z.int().nullish() })).nullish(),
});
export type SonarrSeries = z.infer<typeof SonarrSeries>;

/** An episode; several may share one file. */
export const SonarrEpisode = z.object({
  id: z.int(),
  seriesId: z.int(),
  seasonNumber: z.int(),
  episodeNumber: z.int(),
  absoluteEpisodeNumber: z.int().nullish(),
  title: z.string().nullish(),
  airDate: z.string().nullish(),
  hasFile: z.boolean().default(false),
  episodeFileId: z.int().default(0),
  monitored: z.boolean().default(false),
});
export type SonarrEpisode = z.infer<typeof SonarrEpisode>;

export const SonarrFile = VideoFile.extend({ seriesId: z.int(), seasonNumber: z.int() });
export type SonarrFile = z.infer<typeof SonarrFile>;
