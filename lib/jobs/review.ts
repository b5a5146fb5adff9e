import { dirname } from "node:path";

/** Review of finished encodes that were saved beside their originals. Pure. */

/**
 * States of a finished encode and the original beside it. `replacing`: the files are compared before the original is
 * replaced.
 */
export const REVIEW_STATES = ["undecided", "replacing", "kept"] as const;
/** State of the review of a job. Jobs whose encode was not saved beside its original have none. */
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Decisions that change no file, with the state in which each is allowed and the state that follows. */
export const REVIEW_DECISIONS = {
  "keep-both": { from: "undecided", to: "kept" },
  "review": { from: "kept", to: "undecided" },
} as const satisfies Record<string, { from: ReviewState; to: ReviewState }>;
/** A decision that changes no file. */
export type ReviewDecision = keyof typeof REVIEW_DECISIONS;

/** IDs of the previous and next undecided jobs in the review list, and the number of undecided jobs before this one. */
export interface ReviewPlace {
  before: number;
  previous?: string;
  next?: string;
}

/** Sizes in bytes of an original and its encode. */
interface Sizes {
  original: number;
  encode: number;
}

/** Columns of a job whose values depend on whether its original, its encode or both exist. */
interface ReviewColumns {
  review: ReviewState | null;
  savedBytes: number;
  wouldFreeBytes: number;
}

/**
 * Returns the columns of a job while both its original and its encode exist. No space has been freed yet, and none will
 * be if both files are kept.
 */
export const besideOriginal = (review: ReviewState, { original, encode }: Sizes): ReviewColumns => ({
  review,
  savedBytes: 0,
  wouldFreeBytes: review === "kept" ? 0 : Math.max(0, original - encode),
});

/**
 * Returns the columns of a job whose encode has replaced the original. `frees` is false if removing the original does
 * not free its space.
 */
export const originalReplaced = ({ original, encode }: Sizes, frees: boolean): ReviewColumns => ({
  review: null,
  savedBytes: frees ? original - encode : 0,
  wouldFreeBytes: 0,
});

/** Columns of a job whose encode no longer exists, or is in another folder, where it replaces no file. */
export const NOTHING_FREED: Readonly<ReviewColumns> = { review: null, savedBytes: 0, wouldFreeBytes: 0 };

/** Delivered encode, and the state of its original. */
interface DeliveredFiles extends Sizes {
  source: string;
  target: string;
  originalStays: boolean;
  /** True if removing the original frees its space. */
  frees: boolean;
  /** True if the source is a raw rip, which is removed after its delivery and never belonged to a library. */
  isRip: boolean;
}

/** Returns the columns of a job whose encode has just been delivered. */
export function afterDelivery(
  { source, target, originalStays, frees, isRip, ...sizes }: DeliveredFiles,
): ReviewColumns {
  if (!originalStays || isRip) return originalReplaced(sizes, frees);
  return dirname(source) === dirname(target) ? besideOriginal("undecided", sizes) : NOTHING_FREED;
}
