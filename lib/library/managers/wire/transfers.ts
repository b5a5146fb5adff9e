import * as z from "zod";

/** A file on its way from a peer of the Soulseek network. `state` is a list of words. */
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
/** Sizes in bytes; `exception` is the text of the failure. */
export type Transfer = z.infer<typeof Transfer>;

/** The downloads from one peer, in the folders of the peer. */
export const UserTransfers = z.object({
  directories: z.array(z.object({ files: z.array(Transfer).nullish() })).nullish(),
});

/** Where slskd puts what came in, as it calls the folder itself. */
export const SoulseekOptions = z.object({ directories: z.object({ downloads: z.string().nullish() }).nullish() });
