import * as z from "zod";
import { Bytes, Image, listOf, Name, Path, Ratings, VideoFile } from "./common.ts";

const Statistics = z.object({
  episodeFileCount: z.int().default(0),
  episodeCount: z.int().default(0),
  totalEpisodeCount: z.int().default(0),
  sizeOnDisk: Bytes.default(0),
});

/** A daily show has a season for each year. */
const MAX_SEASONS = 5_000;

/** A series of Sonarr. */
export const SonarrSeries = z.object({
  id: z.int(),
  title: Name,
  sortTitle: Name.nullish(),
  year: z.int().nullish(),
  tvdbId: z.int(),
  imdbId: z.string().nullish(),
  overview: z.string().nullish(),
  path: Path.default(""),
  monitored: z.boolean().default(false),
  seriesType: z.enum(["standard", "daily", "anime"]).catch("standard"),
  seasons: listOf(
    z.object({ seasonNumber: z.int(), monitored: z.boolean().default(false), statistics: Statistics.nullish() }),
    MAX_SEASONS,
  )
    .nullish(),
  statistics: Statistics.nullish(),
  status: z.string().nullish(),
  ended: z.boolean().nullish(),
  lastAired: z.string().nullish(),
  previousAiring: z.string().nullish(),
  runtime: z.number().nullish(),
  network: z.string().nullish(),
  genres: listOf(z.string()).nullish(),
  certification: z.string().nullish(),
  qualityProfileId: z.int().nullish(),
  originalLanguage: z.object({ name: z.string() }).nullish(),
  images: listOf(Image).nullish(),
  ratings: Ratings.nullish(),
  added: z.string().nullish(),
  alternateTitles: listOf(z.object({ title: Name, seasonNumber: z.int().nullish() })).nullish(),
});
/** `runtime` in minutes of one episode; an unknown `seriesType` is read as `standard`. */
export type SonarrSeries = z.infer<typeof SonarrSeries>;

/** An episode; several may share one file. */
export const SonarrEpisode = z.object({
  id: z.int(),
  seriesId: z.int(),
  seasonNumber: z.int(),
  episodeNumber: z.int(),
  absoluteEpisodeNumber: z.int().nullish(),
  title: Name.nullish(),
  airDate: z.string().nullish(),
  hasFile: z.boolean().default(false),
  episodeFileId: z.int().default(0),
  monitored: z.boolean().default(false),
});
/** `episodeFileId` is 0 when no file is there; `airDate` is YYYY-MM-DD at the place of the network. */
export type SonarrEpisode = z.infer<typeof SonarrEpisode>;

/** An episode's file; which episodes it holds is told by `episodeFileId` of these. */
export const SonarrFile = VideoFile.extend({ seriesId: z.int(), seasonNumber: z.int() });
/** Has the fields of `VideoFile`, the number of its series and its season. */
export type SonarrFile = z.infer<typeof SonarrFile>;
