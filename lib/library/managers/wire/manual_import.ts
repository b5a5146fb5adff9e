import * as z from "zod";
import { listOf } from "./common.ts";

/** Radarr's or Sonarr's import proposal for a file. Quality and languages are sent back unchanged. */
export const ImportItem = z.object({
  path: z.string(),
  size: z.number().nullish(),
  folderName: z.string().nullish(),
  quality: z.looseObject({ quality: z.looseObject({ name: z.string().nullish() }).nullish() }).nullish(),
  languages: z.array(z.looseObject({})).nullish(),
  releaseGroup: z.string().nullish(),
  indexerFlags: z.number().nullish(),
  movie: z.object({ id: z.int() }).nullish(),
  series: z.object({ id: z.int() }).nullish(),
  episodes: listOf(z.object({ id: z.int() })).nullish(),
  rejections: z.array(z.object({ reason: z.string() })).nullish(),
});
/** `path` is the manager's path. `rejections` are its reasons against importing the file. */
export type ImportItem = z.infer<typeof ImportItem>;
