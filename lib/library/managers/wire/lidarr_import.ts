import * as z from "zod";

/** Lidarr's import suggestion for a file. Fields that it could not determine are missing. */
export const ImportProposal = z.object({
  path: z.string(),
  size: z.number().default(0),
  artist: z.object({ id: z.int(), artistName: z.string().nullish() }).nullish(),
  album: z.object({ id: z.int(), title: z.string().nullish() }).nullish(),
  albumReleaseId: z.int().nullish(),
  tracks: z.array(z.object({ id: z.int(), trackNumber: z.string().nullish(), title: z.string().nullish() })).nullish(),
  /** Quality, which is sent back unchanged. Its name is displayed. */
  quality: z.looseObject({ quality: z.looseObject({ name: z.string().nullish() }).nullish() }).nullish(),
  rejections: z.array(z.object({ reason: z.string() })).nullish(),
  additionalFile: z.boolean().nullish(),
  disableReleaseSwitching: z.boolean().nullish(),
});
/** `path` is the path in Lidarr. `rejections` are the reasons why the file should not be imported. */
export type ImportProposal = z.infer<typeof ImportProposal>;
