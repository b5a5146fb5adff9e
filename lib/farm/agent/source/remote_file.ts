/** A file that is read over the network, as blocks that are kept for a while and fetched ahead. */
export interface RemoteFile {
  readonly sizeBytes: number;
  /** Some bytes from `offset` on, at least one and at most `length`; empty at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** How a file is fetched; `fetchBytes` answers exactly the bytes that were asked for, or throws. */
export interface RemoteFileOptions {
  sizeBytes: number;
  fetchBytes(offset: number, length: number): Promise<Uint8Array>;
  blockBytes?: number;
  /** Blocks that are kept in memory. */
  keptBlocks?: number;
}

const BLOCK_BYTES = 1 << 20;
const KEPT_BLOCKS = 24;
/** Blocks that are fetched before they are asked for, while a file is read from the front to the back. */
const AHEAD_BLOCKS = 3;

/** Reads a film that lies elsewhere. A block that could not be fetched is asked for again the next time. */
export function remoteFile(
  { sizeBytes, fetchBytes, blockBytes = BLOCK_BYTES, keptBlocks = KEPT_BLOCKS }: RemoteFileOptions,
): RemoteFile {
  // The oldest use first.
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
      // A jump, such as to the index at the end, says nothing about what is read next.
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
