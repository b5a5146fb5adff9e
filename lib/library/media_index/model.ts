import * as z from "zod";

/** A media file of a library. */
export interface IndexedFile {
  /** Local path. */
  path: string;
  sizeBytes: number;
  /** Profile for which the file is evaluated. By default, all profiles of the request. */
  profileId?: string;
}

/** Decision that a profile makes for a file. Sizes are in bytes. */
export interface Evaluation {
  /** `nothing`: an encode would not change the file. `refused`: the profile cannot be used for the file. */
  outcome: "encode" | "nothing" | "refused";
  /** Reason for `nothing` and `refused`. */
  reason?: string;
  /** Expected size of the result, with its likely range. Only for `encode`. */
  bytes?: { low: number; typical: number; high: number };
  /** Expected duration of the encode on this machine. Absent if nothing similar has been encoded. */
  encodeSeconds?: number;
}

/** Progress of reading and evaluating the requested files. */
export const MediaIndexStatus = z.object({
  working: z.boolean(),
  files: z.int(),
  read: z.int(),
  unreadable: z.int(),
  evaluated: z.int(),
}).meta({ id: "MediaIndexStatus" });
/** All numbers are of the requested files, except that `evaluated` is of all files, once per profile. */
export type MediaIndexStatus = z.infer<typeof MediaIndexStatus>;
