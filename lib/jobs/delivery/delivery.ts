import type { BinRow } from "../../../db/schema/jobs.ts";
import { DAY_MS } from "../../kit/clock.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";

/**
 * Verified encode and its destination. Plain data, which is stored completely in the journal so that a restart
 * continues with the same values.
 */
export interface Delivery {
  jobId: string;
  /** Path of the verified file, and its identity when it was verified. */
  partial: string;
  verified: SourceIdentity;
  target: string;
  source: string;
  sourceIdentity: SourceIdentity;
  /** Number of names (hard links) of the original. */
  sourceLinks: number;
  /**
   * Target of the original, if the original is a symbolic link. The link is replaced, and its target is not changed.
   */
  linkTarget?: string;
  /** Path in the recycle bin to which the original is moved when it is replaced. */
  bin?: string;
  keepDays: number;
  /** Time at which the original may be removed from the recycle bin, in milliseconds since 1970. */
  keepUntil: number;
}

/** Result of a delivery. Sizes are in bytes, times in milliseconds since 1970. */
export interface Delivered {
  outputPath: string;
  outputSizeBytes: number;
  /** True if the original is still at its path, because it was not to be replaced or could not be moved. */
  originalStays: boolean;
  originalKeptAt?: string;
  originalKeptUntil?: number;
  warnings: string[];
}

/** True if moving the original away frees its space: it is not a symbolic link and has no other hard links. */
export const freesSpace = ({ linkTarget, sourceLinks }: Delivery): boolean =>
  linkTarget === undefined && sourceLinks <= 1;

/** Creates the database entry for the original of a delivery in its bin. */
export const binEntry = (
  { jobId, source, sourceIdentity, target, verified, keepDays, keepUntil }: Delivery,
  path: string,
): BinRow => ({
  path,
  jobId,
  kind: "original",
  fromPath: source,
  sizeBytes: sourceIdentity.sizeBytes,
  retiredAt: keepUntil - keepDays * DAY_MS,
  successorPath: target,
  successorSizeBytes: verified.sizeBytes,
  deleteAfter: keepUntil,
});
