import { DiscFault, type RandomAccess } from "./model.ts";
import { cutShort } from "./read_ahead.ts";

/** A run of bytes of an image; without an offset it was never written and reads as zeros. */
export interface Extent {
  offset?: number;
  length: number;
}

/** Extents one after another, as one run of bytes. */
export interface ExtentMap {
  readonly size: number;
  /** The extents that hold `length` bytes from `offset`; fewer bytes where the map ends. */
  slice(offset: number, length: number): Extent[];
}

/** Puts extents in a row; those that follow each other on the image become one. */
export function createExtentMap(extents: Iterable<Extent>): ExtentMap {
  const parts: Extent[] = [];
  const starts: number[] = [];
  let size = 0;
  for (const { offset, length } of extents) {
    if (length === 0) continue;
    const last = parts.at(-1);
    if (last && isContinued(last, offset)) last.length += length;
    else {
      parts.push(offset === undefined ? { length } : { offset, length });
      starts.push(size);
    }
    size += length;
  }
  return {
    size,
    slice(offset, length) {
      const found: Extent[] = [];
      const end = Math.min(offset + length, size);
      for (let i = indexAt(starts, offset), at = offset; at < end; i++) {
        // `at` lies below `size`, so a part begins at or before it.
        const [part, start] = [parts[i] as Extent, starts[i] as number];
        const taken = Math.min(start + part.length, end) - at;
        found.push(part.offset === undefined ? { length: taken } : { offset: part.offset + at - start, length: taken });
        at += taken;
      }
      return found;
    },
  };
}

const isContinued = (last: Extent, offset: number | undefined): boolean =>
  offset === undefined ? last.offset === undefined : last.offset !== undefined && last.offset + last.length === offset;

/** Index of the last start that is not after `offset`. */
function indexAt(starts: number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * A file that lies in extents of an image; closing it leaves the image open. What lies in one extent is read without a
 * copy. Throws `DiscFault` `unreadable` with the file's name where the image ends or cannot be read.
 */
export function openExtents(
  source: RandomAccess,
  map: ExtentMap,
  { name, size }: { name: string; size: number },
): RandomAccess {
  async function readExtent(
    { offset, length }: Extent,
    into?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    if (offset === undefined) return new Uint8Array(length);
    if (offset + length > source.size) throw cutShort(source.size, offset + length, name);
    try {
      return await source.read(offset, length, into);
    } catch (error) {
      if (!(error instanceof DiscFault)) throw error;
      throw new DiscFault(error.code, `${name} cannot be read. ${error.message}`, { cause: error });
    }
  }

  return {
    size,
    async read(offset, length, into) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const [first, ...others] = map.slice(offset, wanted);
      if (!first) return new Uint8Array(0);
      if (others.length === 0) return await readExtent(first, into);
      const all = new Uint8Array(wanted);
      let at = 0;
      for (const extent of [first, ...others]) {
        all.set(await readExtent(extent), at);
        at += extent.length;
      }
      return all;
    },
    close: () => Promise.resolve(),
  };
}
