import type { BoxSet, BoxSetPatch } from "../box_set_schema.ts";
import type { Drive } from "../drive_schema.ts";
import type { Rip } from "../rip_schema.ts";

/** The discs of one series and season, and the drives that wait for the next one. */
export interface BoxSets {
  list(): Promise<BoxSet[]>;
  /** Throws `not_found`, `conflict` for fewer discs than there are. */
  change(id: string, patch: BoxSetPatch): Promise<BoxSet>;
  /** Answers the offer to join. A declined offer is not made again. Throws `not_found`, `bad_state` without an offer. */
  answer(ripId: string, accept: boolean): Promise<Rip>;
  /** Takes a disc out of its set; the last one removes the set. Throws `not_found`, `bad_state`. */
  leave(ripId: string): Promise<Rip>;
  /**
   * Files a disc under a number, or rejects it (ejects it and keeps no files). Throws `not_found`, `bad_state`, `conflict`
   * for a number that is taken, unless it is to be replaced; one that is delivered cannot be.
   */
  file(ripId: string, to: { disc: number; replace?: boolean } | { reject: true }): Promise<Rip>;
  /** Ejects a copied disc and lets the drive wait for the next one. Throws `not_found`, `bad_state`. */
  swap(driveIndex: number): Promise<Drive>;
  /** The same for all drives; never a disc that is still needed. */
  swapAll(): Promise<{ swapped: number[]; skipped: { index: number; reason: string }[] }>;
}

/** What box sets say on the bus. */
export interface BoxSetBusEvents {
  batch: { batch: BoxSet };
  "batch-removed": { id: string };
}
