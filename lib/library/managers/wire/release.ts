import * as z from "zod";
import { Quality } from "./common.ts";

/**
 * A result of an interactive search. Radarr, Sonarr and Lidarr include whether they would accept it. Prowlarr does not.
 */
export const ReleaseRow = z.object({
  guid: z.string().min(1),
  indexerId: z.int().nullish(),
  indexer: z.string().nullish(),
  title: z.string().min(1),
  size: z.number().nullish(),
  quality: Quality.nullish().catch(undefined),
  languages: z.array(z.object({ name: z.string() })).nullish().catch(undefined),
  protocol: z.string().nullish(),
  age: z.number().nullish(),
  ageHours: z.number().nullish(),
  seeders: z.number().nullish(),
  leechers: z.number().nullish(),
  infoUrl: z.string().nullish(),
  approved: z.boolean().nullish(),
  rejections: z.array(z.union([z.string(), z.object({ reason: z.string() }).transform(({ reason }) => reason)]))
    .nullish()
    .catch(undefined),
  fullSeason: z.boolean().nullish(),
  seasonNumber: z.int().nullish(),
  mappedSeasonNumber: z.int().nullish(),
  mappedEpisodeInfo: z.array(z.object({ id: z.int() })).nullish().catch(undefined),
  albumId: z.int().nullish(),
});
/** `size` is in bytes, `age` in days. `approved` and `rejections` are absent for Prowlarr. */
export type ReleaseRow = z.infer<typeof ReleaseRow>;
