import type { BinRow } from "../../../db/schema/jobs.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";

/** A verified encode and where it is to be moved. Plain data: journalled whole, so that a restart goes on with the same. */
export interface Delivery {
  jobId: string;
  /** The verified file and what it was when it was verified. */
  partial: string;
  verified: SourceIdentity;
  target: string;
  source: string;
  sourceIdentity: SourceIdentity;
  /** How many names (hard links) the original had. */
  sourceLinks: number;
  /** The file that the original is a symbolic link to: it stays where it is, and only the link is replaced. */
  linkTarget?: string;
  /** Where the original goes when it is replaced. */
  bin?: string;
  keepDays: number;
  /** When the original may be removed from the bin, in milliseconds since 1970. */
  keepUntil: number;
}

/** What became of a delivery. Sizes are bytes, times milliseconds since 1970. */
export interface Delivered {
  outputPath: string;
  outputSizeBytes: number;
  originalKeptAt?: string;
  originalKeptUntil?: number;
  warnings: string[];
}

/** What the store keeps of an original in its bin. */
export const binEntry = (
  jobId: string,
  path: string,
  successorPath: string,
  sizeBytes: number,
  deleteAfter: number,
): BinRow => ({
  path,
  jobId,
  kind: "original",
  successorPath,
  successorSizeBytes: sizeBytes,
  deleteAfter,
});
