import type { ReadDisc } from "../model.ts";
import { type DiscSource, RipProblem, type ScannedDisc } from "./model.ts";

/**
 * Refuses a disc that is not the scanned one: discs of one season are often authored alike, so that their titles cannot be
 * told apart. A disc without a content hash is not judged. Throws `RipProblem` `changed`. Pure.
 */
export function refuseOtherDisc(
  { fingerprint: { contentHash } }: Pick<ReadDisc, "fingerprint">,
  { path }: DiscSource,
  scanned: ScannedDisc | undefined,
): void {
  if (scanned === undefined || contentHash === undefined || contentHash === scanned.contentHash) return;
  const named = scanned.label === "" ? "the disc that was scanned" : `${scanned.label}, the disc that was scanned`;
  throw new RipProblem("changed", `Another disc is in ${path} now.`, { remedy: `Insert ${named}.` });
}
