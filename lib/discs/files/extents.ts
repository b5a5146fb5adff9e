import { DiscFault, type RandomAccess } from "./model.ts";
import { cutShort } from "./read_ahead.ts";

/** A range of bytes in an image. A range without an offset was never written and reads as zeros. */
export interface Extent {
  offset?: number;
  length: number;
}

/** Consecutive extents as one range of bytes. */
export interface ExtentMap {
  readonly size: number;
  /** Returns the extents of `length` bytes from `offset`. At the end of the map, there may be fewer bytes. */
  slice(offset: number, length: number): Extent[];
}

/** Concatenates extents, merging those that are adjacent in the image. */
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
        // `at` is below `size`, so a part starts at or before it.
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

/** Returns the index of the last start at or before `offset`. */
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
 * Opens a file that consists of extents of an image. Closing it does not close the image. Reads within one extent are
 * not copied. Throws `DiscFault` `unreadable` with the name of the file if the image is truncated or unreadable.
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
