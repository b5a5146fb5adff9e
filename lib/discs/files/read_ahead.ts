import { DiscFault, type RandomAccess } from "./model.ts";

/** Exactly `length` bytes from `offset`. Throws `DiscFault` `unreadable` where the image ends before. */
export type ReadExact = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** A sector of a DVD or Blu-ray, and the logical block of its file systems, in bytes. */
export const SECTOR_BYTES = 2048;

/** What one read for structures fetches, and how many of those are kept: 2 MB at most. */
const WINDOW_BYTES = 64 * 1024;
const MAX_WINDOWS = 32;

/** A part of the source in memory. */
interface Window {
  bytes: Promise<Uint8Array<ArrayBuffer>>;
  buffer: Uint8Array<ArrayBuffer>;
  /** How many wait for it: its buffer is not used again before they have what they want. */
  waiting: number;
}

/**
 * Reads small structures that lie side by side with few calls. Every answer is a copy: the memory of a window that is no
 * longer kept holds the next one, so that a disc of 40,000 files leaves no 80 MB to tidy up.
 */
export function createReadAhead(source: RandomAccess): ReadExact {
  const windows = new Map<number, Window>();
  const spare: Uint8Array<ArrayBuffer>[] = [];

  function windowAt(start: number): Window {
    const kept = windows.get(start);
    // Taken out and put back, so that the first key is the one that was not used for longest.
    windows.delete(start);
    const window = kept ?? fetchWindow(start);
    windows.set(start, window);
    for (const [oldest, { buffer, waiting }] of windows) {
      if (windows.size <= MAX_WINDOWS) break;
      windows.delete(oldest);
      if (waiting === 0) spare.push(buffer);
    }
    return window;
  }

  function fetchWindow(start: number): Window {
    const buffer = spare.pop() ?? new Uint8Array(WINDOW_BYTES);
    const window = { buffer, bytes: source.read(start, WINDOW_BYTES, buffer), waiting: 0 };
    window.bytes.catch(() => windows.get(start) === window && windows.delete(start));
    return window;
  }

  return async (offset, length) => {
    if (offset + length > source.size) throw cutShort(source.size, offset + length);
    const start = offset - offset % WINDOW_BYTES;
    if (offset + length > start + WINDOW_BYTES) return await source.read(offset, length);
    const window = windowAt(start);
    window.waiting++;
    try {
      return (await window.bytes).slice(offset - start, offset - start + length);
    } catch (error) {
      // A bad sector elsewhere in the window must not hide what is wanted.
      if (error instanceof DiscFault && error.code === "unreadable") return await source.read(offset, length);
      throw error;
    } finally {
      window.waiting--;
    }
  };
}

/** An image that ends at `size`, where something on it goes on to `end`. */
export const cutShort = (size: number, end: number, what = "a structure of its file system"): DiscFault =>
  new DiscFault(
    "unreadable",
    `The image is cut short: it ends after ${size} bytes, but ${what} goes on to byte ${end}. Copy the disc again.`,
  );
