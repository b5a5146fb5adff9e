/** Parses byte ranges as requested by players (RFC 9110, section 14). */

/** The first and last byte requested. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses the range in a `Range` header for a file of `size` bytes. Undefined if the whole file is sent instead: the
 * header is missing, has several ranges, has a unit other than bytes, or requests a range after the end of the file. A
 * server may ignore such ranges. Pure.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
  return first <= last ? { first, last } : undefined;
}

const CHUNK_BYTES = 256 * 1024;

/** Streams a byte range of a file. Closes the file when the stream ends, fails or is cancelled. */
export async function bytesOfFile(file: Deno.FsFile, { first, last }: ByteRange): Promise<ReadableStream<Uint8Array>> {
  await file.seek(first, Deno.SeekMode.Start);
  let left = last - first + 1;
  const closeAndThrow = (error: unknown): never => {
    file.close();
    throw error;
  };
  return new ReadableStream({
    async pull(controller) {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, left));
      const count = left > 0 ? await file.read(chunk).catch(closeAndThrow) : null;
      if (count === null) {
        file.close();
        controller.close();
        return;
      }
      left -= count;
      controller.enqueue(chunk.subarray(0, count));
    },
    cancel: () => file.close(),
  });
}
