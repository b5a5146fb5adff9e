import * as z from "zod";
import { Bytes, Image, listOf, Name, Path, Ratings, VideoFile } from "./common.ts";

const Statistics = z.object({
  episodeFileCount: z.int().default(0),
  episodeCount: z.int().default(0),
  totalEpisodeCount: z.int().default(0),
  sizeOnDisk: Bytes.default(0),
});

/** Maximum number of seasons. A daily show has a season for each year. */
const MAX_SEASONS = 5_000;

/** A series in Sonarr. */
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
  tags: listOf(z.int()).nullish(),
  certification: z.string().nullish(),
  qualityProfileId: z.int().nullish(),
  originalLanguage: z.object({ name: z.string() }).nullish(),
  images: listOf(Image).nullish(),
  ratings: Ratings.nullish(),
  added: z.string().nullish(),
  alternateTitles: listOf(z.object({ title: Name, seasonNumber: z.int().nullish() })).nullish(),
});
/** `runtime` is in minutes per episode. If `seriesType` is unknown, it is treated as `standard`. */
export type SonarrSeries = z.infer<typeof SonarrSeries>;

/** An episode. Several episodes may share one file. */
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
/** `episodeFileId` is 0 if there is no file. `airDate` is YYYY-MM-DD in the network's time zone. */
export type SonarrEpisode = z.infer<typeof SonarrEpisode>;

/** An episode file. Its episodes refer to it by `episodeFileId`. */
export const SonarrFile = VideoFile.extend({ seriesId: z.int(), seasonNumber: z.int() });
/** Has the fields of `VideoFile`, the ID of its series, and the season number. */
export type SonarrFile = z.infer<typeof SonarrFile>;
