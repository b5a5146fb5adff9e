/**
 * Steps by which an encode becomes a library file, in order. Each is journalled with its intent, action and result.
 * Every action checks the disk first and is safe to repeat, so after a crash it is enough to repeat the open step
 * (safety.md, Media files).
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

/** Steps of an undo: the kept original is restored, and the encode replaces it in the bin. */
export const UNDO_STEPS = ["undo-begun", "undo-kept", "undo-restored", "undo-retired", "undo-sidecars"] as const;

/** Steps before the original of a finished job is moved to the bin, which are the steps of a delivery. */
export const REPLACE_STEPS = ["replace-begun", "replace-verified"] as const;

/** Steps of moving a finished encode to the bin. */
export const BIN_STEPS = ["encode-binned"] as const;

/** Step of a delivery, of its undo, of a later replacement, or of moving the encode to the bin. */
export type JournalStepName =
  | (typeof BIN_STEPS)[number]
  | (typeof DELIVERY_STEPS)[number]
  | (typeof UNDO_STEPS)[number]
  | (typeof REPLACE_STEPS)[number];
