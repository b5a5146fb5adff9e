/**
 * The steps by which an encode becomes a library file, in order. Each is journalled: what is meant, the action, what
 * came of it. Every action checks the disk first and is safe to repeat, so that after a crash anywhere it is enough to do
 * the open step again (safety.md, Media files).
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

/** The steps of an undo: the kept original returns, the encode takes its place in the bin. */
export const UNDO_STEPS = ["undo-begun", "undo-kept", "undo-restored", "undo-retired", "undo-sidecars"] as const;

/** One step of a delivery, or of its undo. */
export type JournalStepName = (typeof DELIVERY_STEPS)[number] | (typeof UNDO_STEPS)[number];
