/** Bytes that can be read at any place: a file, an image, a drive, or one file inside of an image. */
export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
  /**
   * Up to `length` bytes from `offset`; fewer only where the file ends. Throws `DiscFault` where the disc cannot be
   * read there, and what the operating system says otherwise. Long copies give `into`, of at least `length` bytes, which
   * may be used for the answer.
   */
  read(offset: number, length: number, into?: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** One name in a folder of a disc. */
export interface DiscEntry {
  name: string;
  directory: boolean;
  /** In bytes; 0 for folders. */
  size: number;
}

/** The tree of files on a disc, wherever that lies. Paths are written with `/`, without one at the start. */
export interface DiscFiles {
  readonly kind: "folder" | "iso9660" | "udf";
  /** Name of the volume as the file system has it; absent for a folder and where it is empty. */
  readonly volumeName?: string;
  /** Where the tree lies on this machine, so that other programs can read the files in place; only for a folder. */
  readonly path?: string;
  /** Names of a folder (`""` is the root) in ascending order; empty when there is no such folder. */
  list(folder: string): Promise<DiscEntry[]>;
  /** Opens one file; case of letters does not matter. Undefined when there is none. */
  open(path: string): Promise<RandomAccess | undefined>;
  close(): Promise<void>;
}

/** What is wrong with a disc, in one sentence for people: what, where on the disc, and what that means. */
export class DiscFault extends Error {
  override name = "DiscFault";
  constructor(
    readonly code: "unreadable" | "malformed" | "protected" | "missing_file" | "no_disc",
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
