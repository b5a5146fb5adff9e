/** Random access to the bytes of a file, an image, a drive, or a file within an image. */
export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
  /**
   * Reads up to `length` bytes from `offset`, fewer only at the end of the file. Throws `DiscFault` if the disc cannot
   * be read there, and other errors of the operating system. For long copies, callers can pass a buffer `into` of at
   * least `length` bytes, which may be used for the result.
   */
  read(offset: number, length: number, into?: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** An entry in a folder of a disc. */
export interface DiscEntry {
  name: string;
  directory: boolean;
  /** Size in bytes. 0 for folders. */
  size: number;
}

/** The file tree of a disc, independent of its source. Paths are separated by `/`, without a leading slash. */
export interface DiscFiles {
  readonly kind: "folder" | "iso9660" | "udf";
  /** Volume name from the file system. Absent for a folder, or if the name is empty. */
  readonly volumeName?: string;
  /** Local path at which other programs can read the files. Present only for a folder. */
  readonly path?: string;
  /** Lists a folder (`""` is the root) in ascending order. Empty if the folder does not exist. */
  list(folder: string): Promise<DiscEntry[]>;
  /** Opens a file, ignoring case. Undefined if it does not exist. */
  open(path: string): Promise<RandomAccess | undefined>;
  close(): Promise<void>;
}

/**
 * A fault of a disc. The message is one sentence for the user, with the problem, its position on the disc and its
 * consequence.
 */
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
