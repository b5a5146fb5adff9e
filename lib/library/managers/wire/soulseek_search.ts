import { z } from "zod";

/** A search of slskd and what peers answered to it. */

export const SearchState = z.object({ id: z.string(), isComplete: z.boolean().nullish(), state: z.string().nullish() });

const PeerFile = z.object({
  filename: z.string().min(1),
  size: z.number(),
  bitRate: z.number().nullish(),
  bitDepth: z.number().nullish(),
  sampleRate: z.number().nullish(),
  isLocked: z.boolean().nullish(),
});
export type PeerFile = z.infer<typeof PeerFile>;

export const PeerAnswer = z.object({
  username: z.string().min(1),
  hasFreeUploadSlot: z.boolean().nullish(),
  queueLength: z.number().nullish(),
  uploadSpeed: z.number().nullish(),
  files: z.array(PeerFile).nullish(),
});
export type PeerAnswer = z.infer<typeof PeerAnswer>;
