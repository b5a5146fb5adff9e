import * as z from "zod";

/** A search of slskd and what peers answered to it. */

/** A search while it runs; `state` is a list of words, as `Completed, TimedOut`. */
export const SearchState = z.object({ id: z.string(), isComplete: z.boolean().nullish(), state: z.string().nullish() });

const PeerFile = z.object({
  filename: z.string().min(1),
  size: z.number(),
  bitRate: z.number().nullish(),
  bitDepth: z.number().nullish(),
  sampleRate: z.number().nullish(),
  isLocked: z.boolean().nullish(),
});
/** `filename` is the peer's full path with backslashes, `size` in bytes, `bitRate` in kbit/s, `sampleRate` in Hz. */
export type PeerFile = z.infer<typeof PeerFile>;

/** What one peer has for a search; `uploadSpeed` in bytes per second, as slskd measured it. */
export const PeerAnswer = z.object({
  username: z.string().min(1),
  hasFreeUploadSlot: z.boolean().nullish(),
  queueLength: z.number().nullish(),
  uploadSpeed: z.number().nullish(),
  files: z.array(PeerFile).nullish(),
});
/** Files that the peer shares with some users only are marked by `isLocked`. */
export type PeerAnswer = z.infer<typeof PeerAnswer>;
