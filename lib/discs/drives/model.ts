import type { AddDrive, DiscStatus, Drive, DriveCandidate, VirtualDrive } from "../drive_schema.ts";
import type { Rip } from "../rip_schema.ts";

/** The drives of this machine, and the images that are used like drives. */
export interface Drives {
  status(): Promise<DiscStatus>;
  /** Returns the state at the last check. */
  list(): Drive[];
  /** Returns the discs of box sets that drives are waiting for, including those of swapped images. */
  awaited(): NonNullable<Drive["waitingFor"]>[];
  /** Checks every drive now, one at a time, and returns the rips of new discs. */
  detect(): Promise<{ created: Rip[] }>;
  /** Returns optical devices of this machine that have not been added as drives. */
  candidates(): Promise<DriveCandidate[]>;
  /** Adds a drive. Throws `invalid` if it is not an optical device, `conflict` if it has already been added. */
  add(wanted: AddDrive): Promise<Drive>;
  /** Removes a drive. Throws `not_found`. */
  remove(id: string): Promise<void>;
  virtual(): VirtualDrive[];
  /** Links an image or a disc folder as a drive. Throws `invalid`, `not_found`, `path_not_allowed`, `conflict`. */
  link(wanted: AddDrive): Promise<VirtualDrive>;
  /** Removes the link of an image, but never the file. Throws `not_found`. */
  unlink(id: string): Promise<void>;
  /** Reads an image or disc folder without linking it. Throws the errors of `link`. */
  open(path: string): Promise<Rip>;
  /**
   * Opens the tray, or removes the link of a linked image. Throws `not_found`, `bad_state` while its disc is needed,
   * `upstream_failed` with the drive's message.
   */
  eject(index: number): Promise<Drive>;
  /**
   * Reads the audio CD in a drive. An unfinished rip is read again. A rip that is being read is returned. Throws
   * `not_found`, `bad_state`.
   */
  readCd(index: number): Promise<Rip>;
  /** Sets the box set disc that a drive is waiting for. `undefined` clears it. */
  await(index: number, waitingFor: Drive["waitingFor"]): Drive;
}

/** Bus events of the drives. */
export interface DriveBusEvents {
  drives: { drives: Drive[] };
}
