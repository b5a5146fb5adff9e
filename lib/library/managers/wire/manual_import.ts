import * as z from "zod";
import { listOf } from "./common.ts";

/** Import suggestion from Radarr or Sonarr for a file. Quality and languages are sent back unchanged. */
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
/** `path` is the path in the manager. `rejections` are the reasons why the file should not be imported. */
export type ImportItem = z.infer<typeof ImportItem>;
