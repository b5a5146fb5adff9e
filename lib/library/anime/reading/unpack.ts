/** Reads the files of the sources as streams. */

/**
 * Thrown if a download is not the requested file. The message is the end of a sentence that starts with the name of the
 * source.
 */
export class AnimeDataProblem extends Error {
  override name = "AnimeDataProblem";
}

const GZIP = [0x1f, 0x8b];

/**
 * Returns the contents of a file as a stream, decompressed if necessary. Throws `AnimeDataProblem` for a damaged file,
 * or if the output exceeds `maxBytes`.
 */
export async function* unpacked(path: string, { maxBytes }: { maxBytes: number }): AsyncGenerator<Uint8Array> {
  const packed = await isGzip(path);
  const file = await Deno.open(path, { read: true });
  const bytes = packed
    ? file.readable.pipeThrough(inPieces()).pipeThrough(new DecompressionStream("gzip"))
    : file.readable;
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes) throw new AnimeDataProblem(`is larger than ${Math.round(maxBytes / 1e6)} MB.`);
      yield chunk;
    }
  } catch (error) {
    // Deno throws a TypeError for a damaged archive.
    if (error instanceof TypeError) throw new AnimeDataProblem("is damaged.", { cause: error });
    throw error;
  }
}

/** Maximum size of a chunk in bytes. A chunk is decompressed at once and may grow a thousandfold. */
const MAX_PIECE_BYTES = 1 << 10;

const inPieces = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> =>
  new TransformStream({
    transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES) {
        controller.enqueue(chunk.slice(at, at + MAX_PIECE_BYTES));
      }
    },
  });

/** True if the file starts with the gzip magic bytes. */
export async function isGzip(path: string): Promise<boolean> {
  const [first, second] = await beginningOf(path, 2);
  return first === GZIP[0] && second === GZIP[1];
}

/** Returns the first bytes of a file. */
export async function beginningOf(path: string, length: number): Promise<Uint8Array> {
  using file = await Deno.open(path, { read: true });
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await file.read(bytes) ?? 0);
}

/** Yields the lines of a UTF-8 text without line endings. Lines longer than `maxLength` are skipped. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = (lines.pop() ?? "").slice(0, maxLength + 1);
    yield lines.filter((line) => line.length <= maxLength);
  }
  rest += decoder.decode();
  if (rest !== "" && rest.length <= maxLength) yield [rest];
}
