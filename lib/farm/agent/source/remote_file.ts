/** A file that is read over the network in blocks, with a cache and read-ahead. */
export interface RemoteFile {
  readonly sizeBytes: number;
  /** Returns bytes from `offset`: at least one and at most `length`, or none at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Options for reading a file. `fetchBytes` returns exactly the requested bytes or throws. */
export interface RemoteFileOptions {
  sizeBytes: number;
  fetchBytes(offset: number, length: number): Promise<Uint8Array>;
  blockBytes?: number;
  /** Number of blocks cached in memory. */
  keptBlocks?: number;
}

const BLOCK_BYTES = 1 << 20;
const KEPT_BLOCKS = 24;
/** Number of blocks fetched ahead during sequential reads. */
const AHEAD_BLOCKS = 3;

/** Creates a reader for a remote file. A block that could not be fetched is requested again when it is next needed. */
export function remoteFile(
  { sizeBytes, fetchBytes, blockBytes = BLOCK_BYTES, keptBlocks = KEPT_BLOCKS }: RemoteFileOptions,
): RemoteFile {
  // Least recently used first.
  const blocks = new Map<number, Promise<Uint8Array>>();
  const count = Math.ceil(sizeBytes / blockBytes);
  let last = -1;
  const blockAt = (number: number): Promise<Uint8Array> => {
    const known = blocks.get(number);
    const block = known ?? fetchBytes(number * blockBytes, Math.min(blockBytes, sizeBytes - number * blockBytes));
    blocks.delete(number);
    blocks.set(number, block);
    if (known) return known;
    block.catch(() => blocks.get(number) === block && blocks.delete(number));
    for (const oldest of blocks.keys()) {
      if (blocks.size <= keptBlocks) break;
      blocks.delete(oldest);
    }
    return block;
  };
  return {
    sizeBytes,
    async read(offset, length) {
      if (offset >= sizeBytes || length <= 0) return new Uint8Array();
      const number = Math.floor(offset / blockBytes);
      const wanted = blockAt(number);
      // After a seek, for example to an index at the end, the next read cannot be predicted.
      if (number === last + 1) {
        for (let next = number + 1; next <= Math.min(count - 1, number + AHEAD_BLOCKS); next++) {
          if (!blocks.has(next)) blockAt(next);
        }
      }
      last = number;
      const from = offset - number * blockBytes;
      return (await wanted).subarray(from, from + length);
    },
  };
}
