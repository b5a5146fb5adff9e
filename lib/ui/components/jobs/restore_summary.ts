import type { UndoPlan } from "../../../jobs/bin_schema.ts";
import { bytes, count } from "../../../kit/format.ts";

/** Returns what restoring originals would do, in sentences. Pure. */
export function restoreSummary(
  { ready, refused, bytesNeeded, bytesFreed }: Pick<UndoPlan, "ready" | "refused" | "bytesNeeded" | "bytesFreed">,
): string {
  if (ready === 0) return `None of ${count(refused, "original")} can be restored.`;
  return [
    `${count(ready, "original returns to its place", "originals return to their places")} (${bytes(bytesNeeded)}).`,
    bytesFreed > 0
      ? `The encodes (${bytes(bytesFreed)}) are moved to the recycle bin, and are deleted when they expire.`
      : "",
    refused > 0 ? `${count(refused, "original")} cannot be restored.` : "",
  ].filter(Boolean).join(" ");
}
