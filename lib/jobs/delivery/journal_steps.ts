/**
 * Steps by which an encode becomes a library file, in order. The intent and the result of each step are recorded in the
 * journal. Each action checks the disk first and may be repeated, so after a crash it is sufficient to repeat the
 * unfinished step (safety.md, Media files).
 */
export const DELIVERY_STEPS = [
  "encoded",
  "verified",
  "copied",
  "kept",
  "published",
  "retired",
  "sidecars",
  "emptied",
] as const;

/** Steps of an undo: the original is restored, and the encode is moved to the recycle bin. */
export const UNDO_STEPS = ["undo-begun", "undo-kept", "undo-restored", "undo-retired", "undo-sidecars"] as const;

/** Steps that precede a later replacement of the original of a finished job. The steps of a delivery follow. */
export const REPLACE_STEPS = ["replace-begun", "replace-verified"] as const;

/** Steps of moving a finished encode to the recycle bin. */
export const BIN_STEPS = ["encode-binned"] as const;

/** Step of a delivery, of its undo, of a later replacement, or of moving the encode to the recycle bin. */
export type JournalStepName =
  | (typeof BIN_STEPS)[number]
  | (typeof DELIVERY_STEPS)[number]
  | (typeof UNDO_STEPS)[number]
  | (typeof REPLACE_STEPS)[number];
