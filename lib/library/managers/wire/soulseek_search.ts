import * as z from "zod";

/** Schemas of a Soulseek search in slskd and the responses of peers. */

/** State of a search. `state` is a list of words, such as `Completed, TimedOut`. */
export const SearchState = z.object({ id: z.string(), isComplete: z.boolean().nullish(), state: z.string().nullish() });

const PeerFile = z.object({
  filename: z.string().min(1),
  size: z.number(),
  bitRate: z.number().nullish(),
  bitDepth: z.number().nullish(),
  sampleRate: z.number().nullish(),
  isLocked: z.boolean().nullish(),
});
/**
 * `filename` is the full path on the peer, with backslashes. `size` is in bytes, `bitRate` in kbit/s, `sampleRate` in
 * Hz.
 */
export type PeerFile = z.infer<typeof PeerFile>;

/** Search results of one peer. `uploadSpeed` is in bytes per second, as measured by slskd. */
export const PeerAnswer = z.object({
  username: z.string().min(1),
  hasFreeUploadSlot: z.boolean().nullish(),
  queueLength: z.number().nullish(),
  uploadSpeed: z.number().nullish(),
  files: z.array(PeerFile).nullish(),
});
/** `isLocked` marks files that the peer shares with only some users. */
export type PeerAnswer = z.infer<typeof PeerAnswer>;
