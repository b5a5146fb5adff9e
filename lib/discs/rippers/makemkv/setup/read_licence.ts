import { createTarDecoder } from "modern-tar";
import { concat } from "../../../../kit/bytes.ts";

/** An archive that is not structured like a MakeMKV archive. */
export class ArchiveProblem extends Error {
  override name = "ArchiveProblem";
}

/** Limit in bytes of the licence. The text of version 1.18 is shorter than 20 kB. */
const MAX_LICENCE = 512 << 10;
/** Limit in bytes of the unpacked archive. That of version 1.18 is smaller than 100 MB. */
const MAX_UNPACKED = 512 << 20;

/**
 * Returns the bytes of `path` in a gzip-compressed tar archive. Nothing is written to disk, and no other entry is kept.
 * Reads the archive to its end, so that its checksum is complete. Throws `ArchiveProblem` if it is damaged, too large or
 * has no such file, and the errors of `archive`.
 */
export async function readTarFile(
  archive: AsyncIterable<Uint8Array<ArrayBuffer>>,
  path: string,
  maxUnpacked = MAX_UNPACKED,
): Promise<Uint8Array<ArrayBuffer>> {
  const failed: { by?: unknown } = {};
  const decoder = createTarDecoder({ strict: true });
  const read = ReadableStream.from(withFailure(archive, failed)).pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(sizeLimit(maxUnpacked)).pipeTo(decoder.writable);
  try {
    const [found] = await Promise.all([findFile(decoder.readable, path), read]);
    if (found === undefined) throw new ArchiveProblem("it does not contain the licence");
    return found;
  } catch (error) {
    await read.catch(() => {});
    if ("by" in failed) throw failed.by;
    if (error instanceof ArchiveProblem) throw error;
    throw new ArchiveProblem("it is damaged or not a gzip-compressed tar archive", { cause: error });
  }
}

/** Returns the content of the first file with this path, or undefined if there is none. */
async function findFile(
  entries: ReturnType<typeof createTarDecoder>["readable"],
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let found: Uint8Array<ArrayBuffer> | undefined;
  for await (const { header: { name, type, size }, body } of entries) {
    if (found !== undefined || name !== path || type !== "file") await body.cancel();
    else if (size > MAX_LICENCE) throw new ArchiveProblem("its licence is larger than allowed");
    else found = concat(await Array.fromAsync(body));
  }
  return found;
}

/** Fails if the stream has more than `maxBytes`, whatever size the archive states. */
function sizeLimit(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let total = 0;
  return new TransformStream({
    transform(part, controller) {
      total += part.length;
      if (total > maxBytes) throw new ArchiveProblem("it is larger than allowed");
      controller.enqueue(part);
    },
  });
}

/** Records the error of the source, because a stream replaces it with its own error. */
async function* withFailure<T>(source: AsyncIterable<T>, failed: { by?: unknown }): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    failed.by = error;
    throw error;
  }
}
