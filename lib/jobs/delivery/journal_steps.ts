/**
 * The steps by which an encode becomes a library file, in order. Each is journalled: what is meant, the action, what
 * came of it. Every action looks at the disk first and is safe to repeat, so that a crash anywhere is answered by doing
 * the open step again (safety.md, section 7).
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

/** The way back: the kept original returns, the encode takes its place in the bin. */
export const UNDO_STEPS = ["undo-begun", "undo-kept", "undo-restored", "undo-retired", "undo-sidecars"] as const;

/** One step of a delivery, or of its undo. */
export type JournalStepName = (typeof DELIVERY_STEPS)[number] | (typeof UNDO_STEPS)[number];
