import * as z from "zod";

/** Lidarr's import proposal for a file. Fields that it could not determine are missing. */
export const ImportProposal = z.object({
  path: z.string(),
  size: z.number().default(0),
  artist: z.object({ id: z.int(), artistName: z.string().nullish() }).nullish(),
  album: z.object({ id: z.int(), title: z.string().nullish() }).nullish(),
  albumReleaseId: z.int().nullish(),
  tracks: z.array(z.object({ id: z.int(), trackNumber: z.string().nullish(), title: z.string().nullish() })).nullish(),
  /** Sent back unchanged. Its name is shown. */
  quality: z.looseObject({ quality: z.looseObject({ name: z.string().nullish() }).nullish() }).nullish(),
  rejections: z.array(z.object({ reason: z.string() })).nullish(),
  additionalFile: z.boolean().nullish(),
  disableReleaseSwitching: z.boolean().nullish(),
});
/** `path` is Lidarr's path. `rejections` are its reasons against importing the file. */
export type ImportProposal = z.infer<typeof ImportProposal>;
