import { type DiscSource, RipProblem, type ScannedDisc } from "../ripper_model.ts";

/**
 * Rejects a disc that is not the one that was scanned. The discs of a season are often authored in the same way, so
 * that their titles cannot be distinguished. `hashes` are the possible content hashes of the disc. A disc without
 * hashes is accepted. Throws `RipProblem` `changed`. Pure.
 */
export function refuseOtherDisc(
  hashes: readonly string[],
  { path }: DiscSource,
  scanned: ScannedDisc | undefined,
): void {
  if (scanned === undefined || hashes.length === 0 || hashes.includes(scanned.contentHash)) return;
  const named = scanned.label === "" ? "the disc that was scanned" : `${scanned.label}, the disc that was scanned`;
  throw new RipProblem("changed", `Another disc is in ${path} now.`, { remedy: `Insert ${named}.` });
}
