import type { BoxSet, BoxSetPatch } from "../box_set_schema.ts";
import type { Drive } from "../drive_schema.ts";
import type { Rip } from "../rip_schema.ts";

/** Box sets: the discs of one series and season, and the drives that wait for the next disc. */
export interface BoxSets {
  list(): Promise<BoxSet[]>;
  /** Changes a box set. Throws `not_found`, or `conflict` if `discCount` is lower than the number of discs present. */
  change(id: string, patch: BoxSetPatch): Promise<BoxSet>;
  /**
   * Accepts or declines the offer to join a box set. A declined offer is not repeated. Throws `not_found`, or
   * `bad_state` if there is no offer.
   */
  answer(ripId: string, accept: boolean): Promise<Rip>;
  /** Removes a disc from its box set. Removing the last disc removes the set. Throws `not_found`, `bad_state`. */
  removeDisc(ripId: string): Promise<Rip>;
  /**
   * Assigns a number to a disc, or rejects it (ejects it and keeps no files). Throws `not_found`, `bad_state`, or
   * `conflict` if the number is already used and `replace` is not set. A delivered disc cannot be replaced.
   */
  file(ripId: string, to: { disc: number; replace?: boolean } | { reject: true }): Promise<Rip>;
  /** Ejects a copied disc and makes the drive wait for the next one. Throws `not_found`, `bad_state`. */
  swap(driveIndex: number): Promise<Drive>;
  /** Swaps the discs in all drives, except those that are still needed. */
  swapAll(): Promise<{ swapped: number[]; skipped: { index: number; reason: string }[] }>;
}

/** Bus events of box sets. */
export interface BoxSetBusEvents {
  batch: { batch: BoxSet };
  "batch-removed": { id: string };
}
