import type { AddDrive, DiscStatus, Drive, DriveCandidate, VirtualDrive } from "../drive_schema.ts";
import type { Rip } from "../rip_schema.ts";

/** The drives of this machine and the images that behave as drives. */
export interface Drives {
  status(): Promise<DiscStatus>;
  /** As the last look found them. */
  list(): Drive[];
  /** Discs of box sets that drives wait for, and places of linked images that were swapped. */
  awaited(): NonNullable<Drive["waitingFor"]>[];
  /** Looks into every drive now, one at a time; answers the discs that were new. */
  detect(): Promise<{ created: Rip[] }>;
  /** Optical devices of this machine, those that are drives already left out. */
  candidates(): Promise<DriveCandidate[]>;
  /** Throws `invalid` for what is no optical device, `conflict` for one that is there already. */
  add(wanted: AddDrive): Promise<Drive>;
  /** Throws `not_found`. */
  remove(id: string): Promise<void>;
  virtual(): VirtualDrive[];
  /** Links an image or a disc folder as a drive. Throws `invalid`, `not_found`, `path_not_allowed`, `conflict`. */
  link(wanted: AddDrive): Promise<VirtualDrive>;
  /** Throws `not_found`. Never touches the file. */
  unlink(id: string): Promise<void>;
  /** Reads an image or a disc folder once, without a link. Throws as `link`. */
  open(path: string): Promise<Rip>;
  /**
   * Opens the tray; removes the link of a linked image. Throws `not_found`, `bad_state` while its disc is needed,
   * `upstream_failed` with what the drive said.
   */
  eject(index: number): Promise<Drive>;
  /**
   * Reads the audio CD in a drive; a rip of it that is not finished is read again, one that is being read is answered.
   * Throws `not_found`, `bad_state`.
   */
  readCd(index: number): Promise<Rip>;
  /** Marks a drive as waiting for a disc of a box set; undefined = for none. */
  await(index: number, waitingFor: Drive["waitingFor"]): Drive;
}

/** What the drives say on the bus. */
export interface DriveBusEvents {
  drives: { drives: Drive[] };
}
