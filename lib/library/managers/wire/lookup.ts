import * as z from "zod";
import { Image, Ratings } from "./common.ts";

/** Schemas of responses from the managers' online lookup. A title that is already in the library has an ID. */

const common = {
  id: z.int().nullish(),
  title: z.string(),
  imdbId: z.string().nullish(),
  tmdbId: z.int().nullish(),
  year: z.int().nullish(),
  overview: z.string().nullish(),
  remotePoster: z.string().nullish(),
  images: z.array(Image).nullish(),
  genres: z.array(z.string()).nullish(),
  ratings: Ratings.nullish(),
  runtime: z.number().nullish(),
  alternateTitles: z.array(z.object({ title: z.string() })).nullish(),
};

/** A movie in Radarr's lookup. */
export const RadarrLookup = z.object({ ...common, tmdbId: z.int(), originalTitle: z.string().nullish() });

/** A series in Sonarr's lookup. */
export const SonarrLookup = z.object({
  ...common,
  tvdbId: z.int(),
  seriesType: z.enum(["standard", "daily", "anime"]).nullish().catch(undefined),
});

/** An album in Lidarr's lookup. `foreignAlbumId` is the MusicBrainz release group. */
export const LidarrLookup = z.object({
  id: z.int().nullish(),
  title: z.string(),
  foreignAlbumId: z.string(),
  releaseDate: z.string().nullish(),
  overview: z.string().nullish(),
  albumType: z.string().nullish(),
  remoteCover: z.string().nullish(),
  images: z.array(Image).nullish(),
  genres: z.array(z.string()).nullish(),
  ratings: Ratings.nullish(),
  artist: z.object({ artistName: z.string(), foreignArtistId: z.string().nullish() }).nullish(),
});
