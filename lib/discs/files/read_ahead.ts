import { DiscFault, type RandomAccess } from "./model.ts";

/** Exactly `length` bytes from `offset`. Throws `DiscFault` `unreadable` where the image ends before. */
export type ReadExact = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** A sector of a DVD or Blu-ray, and the logical block of its file systems, in bytes. */
export const SECTOR_BYTES = 2048;

/** What one read for structures fetches, and how many of those are kept: 2 MB at most. */
const WINDOW_BYTES = 64 * 1024;
const MAX_WINDOWS = 32;

/** Reads small structures that lie side by side with few calls. What it answers may be shared: not to be written to. */
export function createReadAhead(source: RandomAccess): ReadExact {
  const windows = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  function windowAt(start: number): Promise<Uint8Array<ArrayBuffer>> {
    const kept = windows.get(start);
    // Taken out and put back, so that the first key is the one that was not used for longest.
    windows.delete(start);
    const window = kept ?? source.read(start, WINDOW_BYTES);
    windows.set(start, window);
    for (const oldest of windows.keys()) {
      if (windows.size <= MAX_WINDOWS) break;
      windows.delete(oldest);
    }
    if (!kept) window.catch(() => windows.get(start) === window && windows.delete(start));
    return window;
  }

  return async (offset, length) => {
    if (offset + length > source.size) throw cutShort(source.size, offset + length);
    const start = offset - offset % WINDOW_BYTES;
    if (offset + length > start + WINDOW_BYTES) return await source.read(offset, length);
    try {
      return (await windowAt(start)).subarray(offset - start, offset - start + length);
    } catch (error) {
      // A bad sector elsewhere in the window must not hide what is wanted.
      if (error instanceof DiscFault && error.code === "unreadable") return await source.read(offset, length);
      throw error;
    }
  };
}

/** An image that ends at `size`, where something on it goes on to `end`. */
export const cutShort = (size: number, end: number, what = "a structure of its file system"): DiscFault =>
  new DiscFault(
    "unreadable",
    `The image is cut short: it ends after ${size} bytes, but ${what} goes on to byte ${end}. Copy the disc again.`,
  );
