import * as z from "zod";

/** A file transfer from a Soulseek peer. `state` is a list of words. */
export const Transfer = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.number().nullish(),
  state: z.string(),
  bytesTransferred: z.number().nullish(),
  requestedAt: z.string().nullish(),
  placeInQueue: z.number().nullish(),
  exception: z.string().nullish(),
});
/** Sizes are in bytes. `exception` is the error message of a failure. */
export type Transfer = z.infer<typeof Transfer>;

/** Downloads from one peer, grouped by folders of the peer. */
export const UserTransfers = z.object({
  directories: z.array(z.object({ files: z.array(Transfer).nullish() })).nullish(),
});

/** Folder for completed downloads, as a path in slskd. */
export const SoulseekOptions = z.object({ directories: z.object({ downloads: z.string().nullish() }).nullish() });
