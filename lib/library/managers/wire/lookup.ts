import * as z from "zod";
import { Image, Ratings } from "./common.ts";

/** What the managers' online lookup answers. A title that is in the library already comes with its id. */

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

/** A film Radarr's lookup knows. */
export const RadarrLookup = z.object({ ...common, tmdbId: z.int(), originalTitle: z.string().nullish() });

/** A series Sonarr's lookup knows. */
export const SonarrLookup = z.object({
  ...common,
  tvdbId: z.int(),
  seriesType: z.enum(["standard", "daily", "anime"]).nullish().catch(undefined),
});

/** An album Lidarr's lookup knows; `foreignAlbumId` is the release group at MusicBrainz. */
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
