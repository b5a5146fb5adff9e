import * as z from "zod";

/** What Lidarr would do with a file of a folder; what is missing it could not tell. */
export const ImportProposal = z.object({
  path: z.string(),
  size: z.number().default(0),
  artist: z.object({ id: z.int(), artistName: z.string().nullish() }).nullish(),
  album: z.object({ id: z.int(), title: z.string().nullish() }).nullish(),
  albumReleaseId: z.int().nullish(),
  tracks: z.array(z.object({ id: z.int(), trackNumber: z.string().nullish(), title: z.string().nullish() })).nullish(),
  /** Goes back as it came; its name is shown. */
  quality: z.looseObject({ quality: z.looseObject({ name: z.string().nullish() }).nullish() }).nullish(),
  rejections: z.array(z.object({ reason: z.string() })).nullish(),
  additionalFile: z.boolean().nullish(),
  disableReleaseSwitching: z.boolean().nullish(),
});
/** `path` is Lidarr's; `rejections` are its reasons against importing the file. */
export type ImportProposal = z.infer<typeof ImportProposal>;
